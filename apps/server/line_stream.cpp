#include "server/line_stream.hpp"

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace hakam::server {
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr auto sign_of_life = std::chrono::seconds{6};
constexpr auto longest_write = std::chrono::seconds{30};
constexpr std::size_t most_queued = 512;
constexpr std::size_t most_queued_bytes = 1U << 20U;

std::string chunk(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string size;
    for (std::size_t n = bytes.size(); n > 0; n >>= 4U) size.insert(size.begin(), digits[n & 15U]);
    return size + "\r\n" + std::string{bytes} + "\r\n";
}

}  // namespace

LineStream::LineStream(Shared& shared)
    : shared_{shared}, socket_{shared.io}, wake_{shared.io}, stuck_{shared.io} {
    ++shared_.metrics.sockets;
}

LineStream::~LineStream() { --shared_.metrics.sockets; }

void LineStream::say(std::shared_ptr<const std::string> lines) {
    if (over_ || finishing_) return;
    queued_bytes_ += lines->size();
    queue_.push_back(std::move(lines));
    if (queue_.size() > most_queued || queued_bytes_ > most_queued_bytes) {
        ++shared_.metrics.slow_clients;
        return cut();
    }
    wake_.cancel();
}

void LineStream::say(std::string line) {
    line += '\n';
    say(std::make_shared<const std::string>(std::move(line)));
}

void LineStream::finish() {
    finishing_ = true;
    wake_.cancel();
}

void LineStream::cut() {
    over_ = true;
    error_code ignored;
    socket_.close(ignored);
    wake_.cancel();
}

asio::awaitable<void> LineStream::run(asio::ip::tcp::socket socket) {
    const auto self = shared_from_this();
    socket_ = std::move(socket);
    error_code ignored;
    socket_.set_option(asio::ip::tcp::no_delay{true}, ignored);
    asio::co_spawn(shared_.io, notice_end(), asio::detached);
    co_await send();
    cut();
    if (const auto told = std::exchange(on_end, {})) told();
}

asio::awaitable<bool> LineStream::write(std::string bytes) {
    stuck_.expires_after(longest_write);
    stuck_.async_wait([self = shared_from_this()](error_code error) {
        if (!error) self->cut();
    });
    error_code error;
    co_await asio::async_write(socket_, asio::buffer(bytes),
                               asio::redirect_error(asio::use_awaitable, error));
    stuck_.cancel();
    co_return !error;
}

asio::awaitable<void> LineStream::send() {
    const bool begun = co_await write(
        "HTTP/1.1 200 OK\r\nServer: hakam\r\nContent-Type: application/x-ndjson\r\n"
        "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\n"
        "Access-Control-Allow-Origin: *\r\nTransfer-Encoding: chunked\r\n"
        "Connection: close\r\n\r\n");
    while (begun && !over_) {
        std::string bytes;
        for (; !queue_.empty(); queue_.pop_front()) bytes += *queue_.front();
        queued_bytes_ = 0;
        if (!bytes.empty()) {
            ++shared_.metrics.messages_out;
            if (!co_await write(chunk(bytes))) co_return;
            continue;
        }
        if (finishing_ || shared_.stopping) {
            co_await write("0\r\n\r\n");
            co_return;
        }
        wake_.expires_after(sign_of_life);
        error_code woken;
        co_await wake_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
        if (!woken && queue_.empty() && !over_) queue_.push_back(std::make_shared<const std::string>("\n"));
    }
}

/// The other side says nothing more; that it has gone shows when reading ends.
asio::awaitable<void> LineStream::notice_end() {
    const auto self = shared_from_this();
    std::array<char, 512> bytes{};
    error_code error;
    while (!error && !over_)
        co_await socket_.async_read_some(asio::buffer(bytes),
                                         asio::redirect_error(asio::use_awaitable, error));
    cut();
}

}  // namespace hakam::server
