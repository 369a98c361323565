#include "server/live_session.hpp"

#include <spdlog/spdlog.h>

#include <array>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>

#include "server/create_game.hpp"
#include "server/hub.hpp"

namespace hakam::server {
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

constexpr std::size_t most_queued = 256;
constexpr std::size_t most_queued_bytes = 1U << 20U;
constexpr std::int64_t most_throttled = 200;
constexpr Millis measure_every = 4000;
constexpr std::string_view protocol = "hakam.v1";
constexpr std::string_view bearer = "bearer.";

/// Calls `use` for each item of a comma separated header.
template <class Use>
void each_item(std::string_view list, Use use) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        std::string_view item = list.substr(0, comma);
        while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
        use(item);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
}

}  // namespace

std::optional<std::string> live_game_in(std::string_view path) {
    constexpr std::string_view before = "/api/games/";
    constexpr std::string_view after = "/live";
    if (!path.starts_with(before) || !path.ends_with(after)) return std::nullopt;
    path.remove_prefix(before.size());
    if (path.size() < after.size()) return std::nullopt;
    path.remove_suffix(after.size());
    if (path.size() != 8 && path.size() != 12) return std::nullopt;
    return std::string{path};
}

LiveSession::LiveSession(Shared& shared, beast::tcp_stream stream)
    : shared_{shared}, socket_{std::move(stream)} {
    ++shared_.metrics.sockets;
}

LiveSession::~LiveSession() { --shared_.metrics.sockets; }

asio::awaitable<void> LiveSession::run(HttpRequest request, std::string client) {
    const auto self = shared_from_this();
    beast::get_lowest_layer(socket_).expires_never();
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = std::chrono::seconds{10};
    // A page asks for a sign of life every five seconds: a line this quiet is broken.
    timeout.idle_timeout = std::chrono::seconds{30};
    timeout.keep_alive_pings = true;
    socket_.set_option(timeout);
    socket_.read_message_max(max_message);
    socket_.auto_fragment(false);
    websocket::permessage_deflate compression;
    compression.server_enable = false;
    socket_.set_option(compression);
    socket_.text(true);
    socket_.control_callback([this](websocket::frame_type type, beast::string_view) {
        if (type != websocket::frame_type::pong || ping_sent_ < 0) return;
        const Millis took = shared_.clock.now() - ping_sent_;
        // The smallest of late is nearest to the line itself; it may creep up again.
        round_trip_ = round_trip_ == 0 ? took : std::min(took, round_trip_ + round_trip_ / 4 + 1);
        ping_sent_ = -1;
    });
    if (co_await enter(request)) {
        request = {};
        try {
            co_await read();
        } catch (const std::exception& fault) {
            spdlog::error("socket of {}: {}", client, fault.what());
        }
    }
    if (game_) game_->leave(this);
    drop();
}

asio::awaitable<bool> LiveSession::enter(const HttpRequest& request) {
    const Asked asked = take_apart(request, {});
    path_id_ = live_game_in(asked.path).value_or("");
    bool offered = false;
    std::string token = asked.token;
    const auto list = request[http::field::sec_websocket_protocol];
    each_item({list.data(), list.size()}, [&](std::string_view item) {
        if (item == protocol) offered = true;
        if (item.starts_with(bearer) && is_token_shaped(item.substr(bearer.size())))
            token = item.substr(bearer.size());
    });
    if (const auto since = asked.parameter("since")) {
        std::int64_t number = 0;
        const auto [end, error] =
            std::from_chars(since->data(), since->data() + since->size(), number);
        if (error == std::errc{} && end == since->data() + since->size()) since_ = number;
    }
    socket_.set_option(
        websocket::stream_base::decorator([offered](websocket::response_type& response) {
            response.set(http::field::server, "hakam");
            if (offered) response.set(http::field::sec_websocket_protocol, "hakam.v1");
        }));
    error_code error;
    co_await socket_.async_accept(request, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return false;
    beast::get_lowest_layer(socket_).socket().set_option(asio::ip::tcp::no_delay{true}, error);
    if (!token.empty()) {
        json::object greeting{{"type", "hello"}, {"token", token}};
        hello(greeting);
    }
    co_return true;
}

asio::awaitable<void> LiveSession::read() {
    beast::flat_buffer buffer{max_message};
    while (!dropped_) {
        buffer.consume(buffer.size());
        if (buffer.capacity() > 4096) buffer.shrink_to_fit();
        error_code error;
        co_await socket_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
        if (error == websocket::error::message_too_big ||
            error == websocket::error::buffer_overflow) {
            // Beast has sent the close frame 1009 by now.
            spdlog::debug("a message of more than {} bytes", max_message);
        }
        if (error) co_return;
        ++shared_.metrics.messages_in;
        if (finishing_) continue;
        if (!socket_.got_text()) {
            say(make_problem("bad_request", "only text frames"));
            finish();
            continue;
        }
        if (shared_.options.rate_limits && !messages_.take()) {
            ++shared_.metrics.rate_limited;
            Problem problem = make_problem("rate_limited", "too many messages");
            problem.retry_after_ms = messages_.wait_ms();
            say(problem);
            if (++throttled_ > most_throttled) finish();
            continue;
        }
        const auto data = buffer.cdata();
        message({static_cast<const char*>(data.data()), data.size()});
    }
}

void LiveSession::message(std::string_view text) {
    error_code error;
    json::parse_options options;
    options.max_depth = 8;
    std::array<unsigned char, 2048> space;  // an ordinary message needs no allocation
    json::monotonic_resource memory{space.data(), space.size()};
    const json::value value = json::parse(text, error, &memory, options);
    if (error || !value.is_object()) return say(make_problem("bad_json", "expected a JSON object"));
    const json::object& object = value.get_object();
    const json::value* type = object.if_contains("type");
    if (type == nullptr || !type->is_string())
        return say(make_problem("bad_request", "type: missing"));
    if (type->get_string() == "ping") {
        json::object pong{{"type", "pong"}, {"server_time", game_ ? game_->play_now() : shared_.clock.now()}};
        if (const json::value* t = object.if_contains("t"); t && t->is_number()) pong["t"] = *t;
        return say(json::serialize(pong));
    }
    if (type->get_string() == "hello") return hello(object);
    const json::value* number = object.if_contains("client_seq");
    const std::int64_t client_seq =
        number != nullptr && number->is_int64() ? number->get_int64() : 0;
    if (!watching_) return say(make_problem("unauthorized", "say hello first"), client_seq);
    if (shared_.clock.now() - measured_ > measure_every) measure();
    game_->command(
        seat_, token_, object, round_trip_,
        [self = shared_from_this()](const Outcome& outcome) { self->say(to_message(outcome)); });
}

void LiveSession::hello(const json::object& object) {
    if (watching_) return say(make_problem("bad_request", "hello was said already"));
    Fields fields{object};
    fields.ignore("type");
    const std::string token = fields.text("token", 64);
    if (const auto since = fields.integer("since", 0, INT64_MAX)) since_ = since;
    const auto wanted = seat_named(fields.choice("seat", "white|black|arbiter|spectator"));
    if (auto fault = fields.finish()) return say(*fault);
    game_ = shared_.hub->find(path_id_);
    if (!game_ || !seat_for(token, wanted)) {
        say(game_ || !token.empty() ? make_problem("unauthorized", "no such seat in this game")
                                    : make_problem("not_found", "no such game"));
        game_ = nullptr;
        return finish();
    }
    watching_ = true;
    game_->watch(shared_from_this(), since_);
    measure();
}

bool LiveSession::seat_for(const std::string& token, std::optional<Seat> wanted) {
    if (token.empty()) return game_->is_listed();
    if (!is_token_shaped(token)) return false;
    const auto seat = seat_in(shared_, *game_, token, wanted);
    if (!seat) return false;
    seat_ = *seat;
    token_ = token;
    return true;
}

void LiveSession::say(const Problem& problem, std::int64_t client_seq) {
    say(to_message(problem, client_seq));
}

void LiveSession::deliver(std::shared_ptr<const std::string> message) {
    if (dropped_ || finishing_) return;
    queued_bytes_ += message->size();
    queue_.push_back(std::move(message));
    if (queue_.size() > most_queued || queued_bytes_ > most_queued_bytes) {
        ++shared_.metrics.slow_clients;
        return drop();
    }
    if (!writing_) write_next();
}

void LiveSession::write_next() {
    writing_ = true;
    ++shared_.metrics.messages_out;
    socket_.async_write(asio::buffer(*queue_.front()),
                        [self = shared_from_this()](error_code error, std::size_t) {
                            self->writing_ = false;
                            if (error) return self->drop();
                            if (self->queue_.empty()) return;
                            self->queued_bytes_ -= self->queue_.front()->size();
                            self->queue_.pop_front();
                            if (!self->queue_.empty())
                                self->write_next();
                            else if (self->finishing_)
                                self->close();
                        });
}

void LiveSession::measure() {
    if (pinging_ || dropped_ || !watching_ || ping_sent_ >= 0) return;
    if (seat_ != Seat::white && seat_ != Seat::black) return;
    pinging_ = true;
    measured_ = shared_.clock.now();
    ping_sent_ = shared_.clock.now();
    socket_.async_ping({}, [self = shared_from_this()](error_code) { self->pinging_ = false; });
}

void LiveSession::finish() {
    if (finishing_ || dropped_) return;
    finishing_ = true;
    if (queue_.empty()) close();
}

void LiveSession::close() {
    socket_.async_close(websocket::close_code::policy_error,
                        [self = shared_from_this()](error_code) { self->drop(); });
}

void LiveSession::drop() {
    if (dropped_) return;
    dropped_ = true;
    beast::get_lowest_layer(socket_).close();
}

}  // namespace hakam::server
