#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "server/corked_stream.hpp"
#include "server/game.hpp"
#include "server/http_types.hpp"

namespace hakam::server {

/// The id in /api/games/{id}/live; nothing for any other path.
std::optional<std::string> live_game_in(std::string_view path);

/// One WebSocket at a game.
class LiveSession : public Watcher, public std::enable_shared_from_this<LiveSession> {
public:
    LiveSession(Shared& shared, beast::tcp_stream stream);
    ~LiveSession() override;
    LiveSession(const LiveSession&) = delete;
    LiveSession& operator=(const LiveSession&) = delete;

    /// Upgrades and serves until the socket closes.
    asio::awaitable<void> run(HttpRequest request, std::string client);

    Seat seat() const override { return seat_; }
    void deliver(std::shared_ptr<const std::string> message) override;
    Millis round_trip() const override { return round_trip_; }
    const std::string& token() const override { return token_; }
    /// Measures the delay of a player's line. Called now and then.
    void measure();
    /// Ends the connection after what is queued has been sent.
    void finish() override;

private:
    using Socket = beast::websocket::stream<CorkedStream>;

    asio::awaitable<bool> enter(const HttpRequest& request);
    asio::awaitable<void> read();
    void message(std::string_view text);
    void hello(const json::object& object);
    bool seat_for(const std::string& token, std::optional<Seat> wanted);
    void say(const Problem& problem, std::int64_t client_seq = 0);
    void say(std::string text) { deliver(std::make_shared<const std::string>(std::move(text))); }
    void write_next();
    void close();
    void drop();

    Shared& shared_;
    Socket socket_;
    std::string path_id_;
    std::optional<std::int64_t> since_;
    std::shared_ptr<Game> game_;
    Seat seat_ = Seat::spectator;
    std::string token_;
    std::deque<std::shared_ptr<const std::string>> queue_;
    std::size_t queued_bytes_ = 0;
    bool writing_ = false;
    bool watching_ = false;
    bool dropped_ = false;
    bool finishing_ = false;
    bool pinging_ = false;
    Millis round_trip_ = 0;
    Millis ping_sent_ = -1;
    Millis measured_ = 0;
    std::int64_t throttled_ = 0;
    Bucket messages_{60, 20};
};

}  // namespace hakam::server
