#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "server/limits.hpp"
#include "server/metrics.hpp"
#include "server/play_clock.hpp"
#include "server/server.hpp"
#include "server/storage.hpp"

namespace hakam::server {

class Hub;
class Lobby;
class EnginePool;
class StaticFiles;

/// What all parts of the server use. Everything in it belongs to the network thread, except what
/// says otherwise.
struct Shared {
    const Options& options;
    boost::asio::io_context& io;
    boost::asio::thread_pool& slow;  ///< passphrases and searches
    PlayClock& clock;
    Metrics& metrics;
    Storage* storage = nullptr;
    Hub* hub = nullptr;
    Lobby* lobby = nullptr;
    EnginePool* engines = nullptr;
    StaticFiles* files = nullptr;
    AccountKey next_account = 1;
    bool stopping = false;
    std::string scratch;  ///< room to write a message in

    Limiter creating{120, 2};     ///< games and accounts, by address
    Limiter logging_in{10, 0.2};  ///< passphrases tried, by address and by name
    Limiter asking{600, 100};     ///< requests, by address
};

}  // namespace hakam::server
