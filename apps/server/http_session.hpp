#pragma once

#include <boost/asio/ip/tcp.hpp>

#include "server/http_types.hpp"

namespace hakam::server {

/// Serves one TCP connection: requests one after another, or an upgrade to a WebSocket.
asio::awaitable<void> serve_connection(Shared& shared, asio::ip::tcp::socket socket);

}  // namespace hakam::server
