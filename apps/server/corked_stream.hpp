#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace hakam::server {

/// A stream that sends what is written within one turn of the network thread by one system call.
/// A mover's events and his acknowledgement, which come right after each other, go out together. A
/// write is done when it is in the buffer, unless much waits there already: then when it is sent.
/// It has one owner, the network thread.
class CorkedStream {
public:
    using next_layer_type = boost::beast::tcp_stream;
    using executor_type = next_layer_type::executor_type;
    using error_code = boost::system::error_code;

    explicit CorkedStream(next_layer_type next)
        : state_{std::make_shared<State>(std::move(next))} {}

    executor_type get_executor() noexcept { return state_->next.get_executor(); }
    next_layer_type& next_layer() noexcept { return state_->next; }
    const next_layer_type& next_layer() const noexcept { return state_->next; }

    template <class Buffers, class Handler>
    auto async_read_some(const Buffers& buffers, Handler&& handler) {
        return state_->next.async_read_some(buffers, std::forward<Handler>(handler));
    }

    template <class Buffers, class Handler>
    auto async_write_some(const Buffers& buffers, Handler&& handler) {
        return boost::asio::async_initiate<Handler, void(error_code, std::size_t)>(
            [state = state_](auto done, const Buffers& bytes) {
                const std::size_t size = boost::asio::buffer_size(bytes);
                for (auto at = boost::asio::buffer_sequence_begin(bytes);
                     at != boost::asio::buffer_sequence_end(bytes); ++at) {
                    const boost::asio::const_buffer piece{*at};
                    state->waiting.append(static_cast<const char*>(piece.data()), piece.size());
                }
                const auto executor =
                    boost::asio::get_associated_executor(done, state->next.get_executor());
                auto finish = [state, done = std::move(done), size]() mutable {
                    std::move(done)(state->fault, state->fault ? 0 : size);
                };
                if (state->waiting.size() + state->sending.size() < much) {
                    boost::asio::post(executor, std::move(finish));
                } else {  // at most one write is on its way
                    auto kept = std::make_shared<decltype(finish)>(std::move(finish));
                    state->when_sent = [executor, kept] {
                        boost::asio::post(executor, [kept] { (*kept)(); });
                    };
                }
                flush_soon(state);
            },
            handler, buffers);
    }

    /// Sends what is left, as far as the socket takes it at once.
    void flush_now() {
        State& s = *state_;
        if (s.is_sending || s.waiting.empty()) return;
        error_code error;
        s.next.socket().non_blocking(true, error);
        s.next.socket().write_some(boost::asio::buffer(s.waiting), error);
        s.waiting.clear();
    }

private:
    static constexpr std::size_t much = 64 * 1024;

    struct State {
        explicit State(next_layer_type stream) : next{std::move(stream)} {}
        next_layer_type next;
        std::string waiting;
        std::string sending;
        bool is_sending = false;
        bool is_posted = false;
        error_code fault;
        std::function<void()> when_sent;
    };

    static void flush_soon(const std::shared_ptr<State>& state) {
        if (state->is_posted || state->is_sending) return;
        state->is_posted = true;
        boost::asio::post(state->next.get_executor(), [state] {
            state->is_posted = false;
            flush(state);
        });
    }

    static void flush(const std::shared_ptr<State>& state) {
        if (state->is_sending || state->waiting.empty()) return;
        state->is_sending = true;
        state->sending.swap(state->waiting);
        boost::asio::async_write(state->next, boost::asio::buffer(state->sending),
                                 [state](error_code error, std::size_t) {
                                     state->is_sending = false;
                                     if (state->sending.capacity() > 4096)
                                         std::string{}.swap(state->sending);
                                     else
                                         state->sending.clear();
                                     if (error) {
                                         state->fault = error;
                                         state->waiting.clear();
                                     }
                                     if (auto done = std::exchange(state->when_sent, nullptr))
                                         done();
                                     flush(state);
                                 });
    }

    std::shared_ptr<State> state_;
};

/// For the closing of a WebSocket on it.
template <class Handler>
void async_teardown(boost::beast::role_type role, CorkedStream& stream, Handler&& handler) {
    stream.flush_now();
    using boost::beast::websocket::async_teardown;
    async_teardown(role, stream.next_layer(), std::forward<Handler>(handler));
}
inline void teardown(boost::beast::role_type role, CorkedStream& stream,
                     boost::system::error_code& error) {
    stream.flush_now();
    using boost::beast::websocket::teardown;
    teardown(role, stream.next_layer(), error);
}
inline void beast_close_socket(CorkedStream& stream) { stream.next_layer().close(); }

}  // namespace hakam::server
