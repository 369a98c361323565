#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "server/shared.hpp"

namespace hakam::server {

/// An answer over HTTP that goes on: lines of JSON as they come, and a blank line as a sign of life
/// when none has come for some seconds. Who reads too slowly is cut off.
class LineStream : public std::enable_shared_from_this<LineStream> {
public:
    explicit LineStream(Shared& shared);
    ~LineStream();
    LineStream(const LineStream&) = delete;
    LineStream& operator=(const LineStream&) = delete;

    /// Whole lines, each with its end.
    void say(std::shared_ptr<const std::string> lines);
    /// One line; its end is added.
    void say(std::string line);
    /// Ends after what is queued has been sent.
    void finish();
    bool is_over() const noexcept { return over_; }
    /// Called once, when nobody reads any more.
    std::function<void()> on_end;

    /// Sends until the end of it or of the connection.
    boost::asio::awaitable<void> run(boost::asio::ip::tcp::socket socket);

private:
    boost::asio::awaitable<void> send();
    boost::asio::awaitable<bool> write(std::string bytes);
    boost::asio::awaitable<void> notice_end();
    void cut();

    Shared& shared_;
    boost::asio::ip::tcp::socket socket_;
    boost::asio::steady_timer wake_;
    boost::asio::steady_timer stuck_;
    std::deque<std::shared_ptr<const std::string>> queue_;
    std::size_t queued_bytes_ = 0;
    bool finishing_ = false;
    bool over_ = false;
};

}  // namespace hakam::server
