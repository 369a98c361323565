// Load for a play server on this machine: games drawn from real PGN, moves at a fixed rate whatever
// the server does (open loop), latency from the scheduled time to the acknowledgement, and what
// both clients of a game saw compared at the end.
//
//   hakam_load PORT [--games N] [--rate MOVES_PER_SECOND] [--seconds T] [--pgn FILE]
//
// The frames are made and taken apart by hand, so that the load costs as little as possible of the
// two cores that it shares with the server.

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/notation/uci_move.hpp"
#include "hakam/pgn/reader.hpp"

namespace asio = boost::asio;
namespace json = boost::json;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

namespace {

struct Options {
    std::uint16_t port = 0;
    int games = 1000;
    double rate = 1000;
    double seconds = 10;
    std::string pgn = HAKAM_DATA_DIR "/pgn/real-sample.pgn";
};

/// Main lines from the usual start position, as UCI.
class Lines : public hakam::pgn::Visitor {
public:
    hakam::pgn::Descend moves_begin(const hakam::pgn::MovesStart& start) override {
        good_ = start.playable && start.fen.empty();
        line_.clear();
        return hakam::pgn::Descend::yes;
    }
    void move(const hakam::pgn::MoveToken& token) override {
        line_.push_back(hakam::uci::format(token.move, hakam::uci::Castling::standard));
    }
    hakam::pgn::Descend variation_begin() override { return hakam::pgn::Descend::no; }
    void game_end(const hakam::pgn::GameEnd&) override {
        if (good_ && line_.size() >= 30) lines.push_back(std::move(line_));
        line_ = {};
    }
    std::vector<std::vector<std::string>> lines;

private:
    bool good_ = false;
    std::vector<std::string> line_;
};

struct Load;

/// One socket of one seat.
struct Client {
    explicit Client(asio::io_context& io) : socket{io} {}
    tcp::socket socket;
    std::string token;
    std::string in;  ///< received, not taken apart
    std::array<char, 2048> piece{};
    std::string out;      ///< being sent
    std::string waiting;  ///< to be sent next
    bool sending = false;
    std::int64_t client_seq = 0;
    std::size_t plies_seen = 0;
    std::string last_seen;
};

struct Game {
    std::string id;
    const std::vector<std::string>* line = nullptr;
    std::array<std::unique_ptr<Client>, 2> seats;
    std::size_t asked = 0;
    std::size_t acked = 0;
    bool over = false;
    std::deque<Clock::time_point> due;  ///< scheduled moves that are not asked yet
    Clock::time_point asked_due;        ///< scheduled time of the one on its way
    bool waiting = false;
};

struct Load {
    asio::io_context io{1};
    Options options;
    std::vector<Game> games;
    std::vector<double> latencies_ms;
    std::size_t scheduled = 0;
    std::size_t errors = 0;
    std::string first_error;
    Clock::time_point begin;
    bool running = false;
};

asio::awaitable<std::string> post(tcp::socket& socket, std::string path, std::string body) {
    std::string request = "POST " + path +
                          " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                          "Content-Length: " +
                          std::to_string(body.size()) + "\r\n\r\n" + body;
    co_await asio::async_write(socket, asio::buffer(request), asio::use_awaitable);
    std::string answer;
    const std::size_t head = co_await asio::async_read_until(socket, asio::dynamic_buffer(answer),
                                                             "\r\n\r\n", asio::use_awaitable);
    const std::size_t at = answer.find("Content-Length: ");
    const std::size_t size = std::strtoul(answer.c_str() + at + 16, nullptr, 10);
    if (answer.size() < head + size)
        co_await asio::async_read(socket, asio::dynamic_buffer(answer),
                                  asio::transfer_exactly(head + size - answer.size()),
                                  asio::use_awaitable);
    co_return answer.substr(head, size);
}

std::string token_of(const json::value& seat) { return std::string{seat.at("token").as_string()}; }

/// Makes the games begin, begin + step ...
asio::awaitable<void> make_games(Load& load, std::size_t first, std::size_t step) {
    tcp::socket socket{load.io};
    co_await socket.async_connect({asio::ip::address_v4::loopback(), load.options.port},
                                  asio::use_awaitable);
    for (std::size_t i = first; i < load.games.size(); i += step) {
        Game& game = load.games[i];
        const json::value made = json::parse(co_await post(
            socket, "/api/games", R"({"time_control":"90+30","rules":"fide-online"})"));
        game.id = std::string{made.at("id").as_string()};
        const json::value joined =
            json::parse(co_await post(socket, "/api/games/" + game.id + "/join",
                                      R"({"invite":")" + token_of(made.at("invite")) + "\"}"));
        game.seats[0]->token = token_of(made.at("seats").at(0));
        game.seats[1]->token = token_of(joined.at("seats").at(0));
    }
}

void send(const std::shared_ptr<Load>& load, Client& client, std::string_view text);

void flush(const std::shared_ptr<Load>& load, Client& client) {
    client.sending = true;
    client.out.swap(client.waiting);
    client.waiting.clear();
    asio::async_write(client.socket, asio::buffer(client.out),
                      [load, &client](error_code error, std::size_t) {
                          client.sending = false;
                          if (!error && !client.waiting.empty()) flush(load, client);
                      });
}

/// A masked text frame with the mask zero, which changes nothing.
void send(const std::shared_ptr<Load>& load, Client& client, std::string_view text) {
    client.waiting += static_cast<char>(0x81);
    if (text.size() < 126) {
        client.waiting += static_cast<char>(0x80 | text.size());
    } else {
        client.waiting += static_cast<char>(0x80 | 126);
        client.waiting += static_cast<char>(text.size() >> 8U);
        client.waiting += static_cast<char>(text.size() & 255U);
    }
    client.waiting.append(4, '\0');
    client.waiting += text;
    if (!client.sending) flush(load, client);
}

void ask_next(const std::shared_ptr<Load>& load, Game& game) {
    if (game.waiting || game.due.empty() || game.over || game.asked >= game.line->size()) return;
    game.asked_due = game.due.front();
    game.due.pop_front();
    game.waiting = true;
    Client& mover = *game.seats[game.asked % 2];
    send(load, mover,
         R"({"type":"move","client_seq":)" + std::to_string(++mover.client_seq) + R"(,"move":")" +
             (*game.line)[game.asked] + "\"}");
    ++game.asked;
}

void message(const std::shared_ptr<Load>& load, Game& game, Client& client, std::string_view text) {
    if (text.starts_with(R"({"type":"ack")")) {
        const double ms =
            std::chrono::duration<double, std::milli>(Clock::now() - game.asked_due).count();
        load->latencies_ms.push_back(ms);
        ++game.acked;
        game.waiting = false;
        ask_next(load, game);
    } else if (text.starts_with(R"({"type":"events")")) {
        const std::size_t at = text.find("\"ply\":", text.rfind("\"state\":"));
        if (at != std::string_view::npos)
            client.plies_seen = std::strtoul(text.data() + at + 6, nullptr, 10);
        const std::size_t last = text.rfind("\"last_move\":\"");
        if (last != std::string_view::npos) client.last_seen = text.substr(last + 13, 4);
        if (text.find("\"result\":{") != std::string_view::npos) game.over = true;
    } else if (text.starts_with(R"({"code")") || text.find(R"("type":"error")") != text.npos) {
        if (load->first_error.empty()) load->first_error = text;
        ++load->errors;
        game.waiting = false;
        game.over = true;
    }
}

void receive(const std::shared_ptr<Load>& load, Game& game, Client& client) {
    client.socket.async_read_some(
        asio::buffer(client.piece), [load, &game, &client](error_code error, std::size_t size) {
            if (error) return;
            client.in.append(client.piece.data(), size);
            std::size_t at = 0;
            for (;;) {
                const std::size_t left = client.in.size() - at;
                if (left < 2) break;
                const auto byte = [&](std::size_t i) {
                    return static_cast<std::size_t>(static_cast<unsigned char>(client.in[at + i]));
                };
                std::size_t head = 2;
                std::size_t length = byte(1) & 127U;
                if (length == 126) {
                    if (left < 4) break;
                    length = byte(2) << 8U | byte(3);
                    head = 4;
                } else if (length == 127) {
                    if (left < 10) break;
                    length = 0;
                    for (std::size_t i = 2; i < 10; ++i) length = length << 8U | byte(i);
                    head = 10;
                }
                if (left < head + length) break;
                const std::size_t opcode = byte(0) & 15U;
                if (opcode == 1)
                    message(load, game, client,
                            std::string_view{client.in}.substr(at + head, length));
                if (opcode == 9) {  // ping: the same as a pong
                    client.waiting += static_cast<char>(0x8a);
                    client.waiting += static_cast<char>(0x80 | length);
                    client.waiting.append(4, '\0');
                    client.waiting += client.in.substr(at + head, length);
                    if (!client.sending) flush(load, client);
                }
                at += head + length;
            }
            client.in.erase(0, at);
            if (client.in.empty() && client.in.capacity() > 4096) client.in.shrink_to_fit();
            receive(load, game, client);
        });
}

asio::awaitable<void> connect(std::shared_ptr<Load> load, std::size_t first, std::size_t step) {
    for (std::size_t i = first; i < load->games.size(); i += step) {
        Game& game = load->games[i];
        for (const auto& client : game.seats) {
            co_await client->socket.async_connect(
                {asio::ip::address_v4::loopback(), load->options.port}, asio::use_awaitable);
            client->socket.set_option(tcp::no_delay{true});
            const std::string upgrade =
                "GET /api/games/" + game.id +
                "/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Protocol: hakam.v1, bearer." +
                client->token + "\r\n\r\n";
            co_await asio::async_write(client->socket, asio::buffer(upgrade), asio::use_awaitable);
            const std::size_t head = co_await asio::async_read_until(
                client->socket, asio::dynamic_buffer(client->in), "\r\n\r\n", asio::use_awaitable);
            if (!client->in.starts_with("HTTP/1.1 101")) {
                std::fprintf(stderr, "%s\n", client->in.substr(0, 200).c_str());
                std::exit(1);
            }
            client->in.erase(0, head);
            receive(load, game, *client);
        }
    }
}

/// Every move has its time; late ones are not forgotten.
asio::awaitable<void> schedule(std::shared_ptr<Load> load) {
    asio::steady_timer timer{load->io};
    const auto total = static_cast<std::size_t>(load->options.rate * load->options.seconds);
    load->begin = Clock::now();
    while (load->scheduled < total) {
        const double seconds = std::chrono::duration<double>(Clock::now() - load->begin).count();
        const auto now_due =
            std::min(total, static_cast<std::size_t>(seconds * load->options.rate));
        for (; load->scheduled < now_due; ++load->scheduled) {
            Game& game = load->games[load->scheduled % load->games.size()];
            game.due.push_back(load->begin + std::chrono::microseconds{static_cast<std::int64_t>(
                                                 static_cast<double>(load->scheduled) * 1e6 /
                                                 load->options.rate)});
            ask_next(load, game);
        }
        timer.expires_after(std::chrono::milliseconds{1});
        co_await timer.async_wait(asio::use_awaitable);
    }
    // A moment for the last answers.
    for (int i = 0; i < 100; ++i) {
        timer.expires_after(std::chrono::milliseconds{50});
        co_await timer.async_wait(asio::use_awaitable);
        if (std::none_of(load->games.begin(), load->games.end(),
                         [](const Game& game) { return game.waiting; }))
            break;
    }
    timer.expires_after(std::chrono::milliseconds{300});
    co_await timer.async_wait(asio::use_awaitable);
    load->io.stop();
}

long server_kilobytes(std::uint16_t port) {
    tcp::iostream stream;
    stream.expires_after(std::chrono::seconds{10});
    stream.connect("127.0.0.1", std::to_string(port));
    stream << "GET /metrics HTTP/1.0\r\n\r\n" << std::flush;
    const std::string text{std::istreambuf_iterator<char>{stream},
                           std::istreambuf_iterator<char>{}};
    const std::size_t at = text.find("\nprocess_resident_memory_bytes ");
    return at == std::string::npos ? 0 : std::strtol(text.c_str() + at + 31, nullptr, 10) / 1024;
}

void run_all(Load& load) {
    load.io.restart();
    load.io.run();
}

int report(const Load& load, double took) {
    std::vector<double> sorted = load.latencies_ms;
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](double share) {
        return sorted.empty()
                   ? 0.0
                   : sorted[std::min(
                         sorted.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
    };
    std::size_t different = 0;
    for (const Game& game : load.games) {
        for (const auto& client : game.seats)
            if (client->plies_seen != game.acked) ++different;
        if (game.acked > 0 && game.seats[0]->last_seen != (*game.line)[game.acked - 1].substr(0, 4))
            ++different;
        if (game.seats[0]->last_seen != game.seats[1]->last_seen) ++different;
    }
    std::printf(
        "%zu moves acknowledged in %.1f s (%.0f/s), %zu scheduled, %zu errors, %zu clients saw "
        "something else\nlatency from the scheduled time, ms: p50 %.2f, p90 %.2f, p99 %.2f, p99.9 "
        "%.2f, max %.2f\nserver memory %.0f MB\n",
        sorted.size(), took, static_cast<double>(sorted.size()) / took, load.scheduled, load.errors,
        different, at(0.5), at(0.9), at(0.99), at(0.999), sorted.empty() ? 0.0 : sorted.back(),
        static_cast<double>(server_kilobytes(load.options.port)) / 1024);
    if (!load.first_error.empty()) std::printf("first error: %s\n", load.first_error.c_str());
    return load.errors == 0 && different == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        const char* value = i + 1 < argc ? argv[i + 1] : "";
        if (name == "--games")
            options.games = std::atoi(value), ++i;
        else if (name == "--rate")
            options.rate = std::atof(value), ++i;
        else if (name == "--seconds")
            options.seconds = std::atof(value), ++i;
        else if (name == "--pgn")
            options.pgn = value, ++i;
        else
            options.port = static_cast<std::uint16_t>(std::atoi(argv[i]));
    }
    if (options.port == 0 || options.games < 1 || options.games > 50'000 || options.seconds > 600) {
        std::fprintf(stderr, "hakam_load PORT [--games N] [--rate R] [--seconds T] [--pgn FILE]\n");
        return 2;
    }
    struct rlimit limit {};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max = std::max<rlim_t>(limit.rlim_max, 120'000);
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
        ::getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    std::ifstream file{options.pgn, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
    Lines lines;
    hakam::pgn::read(text, lines);
    if (lines.lines.empty()) {
        std::fprintf(stderr, "no games in %s\n", options.pgn.c_str());
        return 2;
    }

    auto load = std::make_shared<Load>();
    load->options = options;
    load->games.resize(static_cast<std::size_t>(options.games));
    for (std::size_t i = 0; i < load->games.size(); ++i) {
        load->games[i].line = &lines.lines[i % lines.lines.size()];
        for (auto& client : load->games[i].seats) client = std::make_unique<Client>(load->io);
    }
    const auto began = Clock::now();
    constexpr std::size_t lanes = 32;
    for (std::size_t i = 0; i < lanes; ++i)
        asio::co_spawn(load->io, make_games(*load, i, lanes), asio::detached);
    run_all(*load);
    const auto made = Clock::now();
    for (std::size_t i = 0; i < lanes; ++i)
        asio::co_spawn(load->io, connect(load, i, lanes), asio::detached);
    load->io.restart();
    while (Clock::now() - made < std::chrono::seconds{120}) {
        load->io.run_for(std::chrono::milliseconds{50});
        if (std::all_of(load->games.begin(), load->games.end(), [](const Game& game) {
                return game.seats[1]->socket.is_open() && game.seats[1]->in.empty();
            }))
            break;
    }
    load->io.run_for(std::chrono::milliseconds{500});
    std::printf(
        "%d games made in %.1f s, %d sockets open after %.1f s more; server memory %.0f MB\n",
        options.games, std::chrono::duration<double>(made - began).count(), options.games * 2,
        std::chrono::duration<double>(Clock::now() - made).count(),
        static_cast<double>(server_kilobytes(options.port)) / 1024);
    std::fflush(stdout);
    load->io.restart();
    asio::co_spawn(load->io, schedule(load), asio::detached);
    load->io.run();
    const double took = std::chrono::duration<double>(Clock::now() - load->begin).count() - 0.35;
    return report(*load, took);
}
