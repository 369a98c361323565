#include "server/server.hpp"

#include <malloc.h>
#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "server/engine_pool.hpp"
#include "server/http_session.hpp"
#include "server/hub.hpp"
#include "server/lobby.hpp"
#include "server/static_files.hpp"

namespace hakam::server {
namespace {

namespace fs = std::filesystem;
using asio::ip::tcp;
using boost::system::error_code;

constexpr auto pulse_every = std::chrono::milliseconds{25};
constexpr auto farewell_time = std::chrono::milliseconds{400};

int cannot(const std::string& why) {
    std::fprintf(stderr, "hakam serve: %s\n", why.c_str());
    return 2;
}

/// As many open files as the system lets us have.
void raise_file_limit() {
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    const struct rlimit more { 65536, std::max<rlim_t>(limit.rlim_max, 65536) };
    if (limit.rlim_max < 65536 && ::setrlimit(RLIMIT_NOFILE, &more) == 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

bool is_everywhere(const asio::ip::address& address) { return address.is_unspecified(); }

std::string url_of(const tcp::endpoint& endpoint) {
    const asio::ip::address address = endpoint.address();
    std::string host = is_everywhere(address) ? "localhost" : address.to_string();
    if (address.is_v6() && !is_everywhere(address)) host = '[' + host + ']';
    return "http://" + host + ':' + std::to_string(endpoint.port()) + '/';
}

/// Everything of one run, in the order in which it has to be taken down.
class Run {
public:
    explicit Run(Options options) : options_{std::move(options)} {}
    int operator()();

private:
    std::string open();
    std::string listen();
    asio::awaitable<void> accept();
    void pulse();
    void stop(const char* why);
    void wait_for_others(std::chrono::steady_clock::time_point until);
    void finish();

    Options options_;
    asio::io_context io_{1};
    asio::thread_pool slow_{2};
    Metrics metrics_;
    std::unique_ptr<Storage> storage_;
    std::optional<PlayClock> clock_;
    std::optional<StaticFiles> files_;
    std::optional<EnginePool> engines_;
    std::optional<Shared> shared_;
    std::optional<Hub> hub_;
    std::optional<Lobby> lobby_;
    tcp::acceptor acceptor_{io_};
    asio::steady_timer pulse_{io_};
    asio::steady_timer farewell_{io_};
    asio::signal_set signals_{io_};
    bool draining_ = false;
    bool waiting_ = false;
    std::string url_;
    std::string file_;
};

std::string Run::open() {
    std::string storage = options_.storage;
    if (storage.empty()) {
        const auto usual = default_storage();
        if (!usual) return "no folder for the database: set HOME or XDG_DATA_HOME, or give --db";
        storage = *usual;
        std::error_code error;
        const fs::path folder = fs::path{storage.substr(storage.find(':') + 1)}.parent_path();
        fs::create_directories(folder, error);
        if (error) return "cannot make " + folder.string() + ": " + error.message();
    }
    file_ = storage;
    StorageOptions how;
    how.wall = PlayClock::wall();
    how.window = std::chrono::microseconds{options_.commit_window_us};
    how.post = [this](std::function<void()> function) { asio::post(io_, std::move(function)); };
    how.observe = [this](std::size_t, std::chrono::microseconds took) {
        metrics_.commit.add(took);
    };
    how.node = options_.node;
    how.url = options_.advertise;
    how.lease = std::chrono::milliseconds{options_.lease_ms};
    how.on_leases = [this](LeaseNews news) {
        if (hub_) hub_->leases(news);
    };
    auto opened = open_storage(storage, std::move(how));
    if (!opened) return opened.error();
    storage_ = *std::move(opened);
    return {};
}

std::string Run::listen() {
    error_code error;
    const auto address = asio::ip::make_address(
        options_.address == "localhost" ? "127.0.0.1" : options_.address, error);
    if (error) return "'" + options_.address + "' is not an address of this machine";
    const tcp::endpoint endpoint{address, options_.port};
    const std::string where = options_.address + ':' + std::to_string(options_.port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address{true}, error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(4096, error);
    if (error == asio::error::address_in_use)
        return where + " is in use by another program; choose another port with --listen " +
               options_.address + ":PORT";
    if (error) return "cannot listen on " + where + ": " + error.message();
    url_ = url_of(acceptor_.local_endpoint());
    if (options_.advertise.empty()) options_.advertise = url_.substr(0, url_.size() - 1);
    if (options_.node.empty())
        options_.node = options_.advertise.substr(options_.advertise.find("//") + 2);
    return {};
}

asio::awaitable<void> Run::accept() {
    for (;;) {
        error_code error;
        tcp::socket socket =
            co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
        if (shared_->stopping || error == asio::error::operation_aborted) co_return;
        if (error) {  // out of file descriptors: wait for some to come back
            spdlog::warn("cannot accept a connection: {}", error.message());
            asio::steady_timer pause{io_, std::chrono::milliseconds{100}};
            co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
            continue;
        }
        if (metrics_.connections >= static_cast<std::int64_t>(options_.max_connections)) continue;
        asio::co_spawn(io_, serve_connection(*shared_, std::move(socket)), asio::detached);
    }
}

void Run::pulse() {
    clock_->pulse(storage_->is_stalled());
    storage_->heartbeat(clock_->now(), PlayClock::wall());
    pulse_.expires_after(pulse_every);
    pulse_.async_wait([this](error_code error) {
        if (!error) pulse();
    });
}

void Run::stop(const char* why) {
    if (shared_->stopping) return;
    if (storage_->is_shared() && hub_->shards() > 0 && !draining_) {
        // The games go to the other servers first, while this one still answers.
        draining_ = true;
        spdlog::info("giving the games to the other servers ({})", why);
        storage_->drain();
        wait_for_others(std::chrono::steady_clock::now() + std::chrono::seconds{5});
        return;
    }
    if (waiting_) return;
    shared_->stopping = true;
    spdlog::info("stopping ({})", why);
    error_code ignored;
    acceptor_.close(ignored);
    hub_->each([](Game& game) { game.farewell("the server is stopping", 2000); });
    hub_->stop();
    lobby_->stop();
    engines_->stop();
    farewell_.expires_after(farewell_time);
    farewell_.async_wait([this](error_code) { finish(); });
}

void Run::wait_for_others(std::chrono::steady_clock::time_point until) {
    waiting_ = true;
    farewell_.expires_after(std::chrono::milliseconds{50});
    farewell_.async_wait([this, until](error_code error) {
        if (error) return;
        const auto& nodes = hub_->nodes();
        const bool alone = std::count_if(nodes.begin(), nodes.end(), [](const NodeRow& n) {
                               return n.alive && !n.draining;
                           }) == 0;
        if (hub_->shards() > 0 && !alone && std::chrono::steady_clock::now() < until)
            return wait_for_others(until);
        waiting_ = false;
        stop("all given away");
    });
}

void Run::finish() {
    pulse_.cancel();
    signals_.cancel();
    io_.stop();
}

int Run::operator()() {
    if (!start_secrets()) return cannot("the system's random numbers are not available");
    ::umask(077);  // the games are the user's own
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGXFSZ, SIG_IGN);
    ::mallopt(M_ARENA_MAX, 2);
    raise_file_limit();
    if (const std::string fault = listen(); !fault.empty()) return cannot(fault);
    if (const std::string fault = open(); !fault.empty()) return cannot(fault);

    std::vector<std::string> engines = options_.engines;
    if (engines.empty() && !options_.no_engines) engines = installed_engines();
    clock_.emplace(storage_->resumed().play);
    files_.emplace(find_web(options_.web, options_.program));
    engines_.emplace(io_, metrics_, std::move(engines), options_.engine_processes);
    shared_.emplace(Shared{.options = options_,
                           .io = io_,
                           .slow = slow_,
                           .clock = *clock_,
                           .metrics = metrics_,
                           .scratch = {}});
    shared_->storage = storage_.get();
    shared_->files = &*files_;
    shared_->engines = &*engines_;
    shared_->next_account = storage_->resumed().next_account;
    hub_.emplace(*shared_);
    shared_->hub = &*hub_;
    lobby_.emplace(*shared_);
    shared_->lobby = &*lobby_;

    pulse();
    hub_->start();
    signals_.add(SIGTERM);
    signals_.add(SIGINT);
    signals_.async_wait([this](error_code error, int signal) {
        if (!error) stop(signal == SIGINT ? "SIGINT" : "SIGTERM");
    });
    asio::co_spawn(io_, accept(), asio::detached);

    std::printf("Hakam keeps its games in %s (%lld live)\n", file_.c_str(),
                static_cast<long long>(metrics_.games_live.load()));
    if (!files_->is_there())
        std::printf("The web app is not built; %s tells how, programs can use the API\n",
                    url_.c_str());
    if (engines_->paths().empty())
        std::printf("No computer opponent: stockfish is not installed\n");
    std::printf("Open %s\n", url_.c_str());
    std::fflush(stdout);

    for (bool ended = false; !ended;) {
        try {
            io_.run();
            ended = true;
        } catch (const Unreachable& fault) {
            // Of something that nobody waits for any more; who waits has caught it before.
            spdlog::warn("{}", fault.what());
        }
    }
    slow_.stop();  // a long search need not end first
    storage_->close(clock_->now(), PlayClock::wall());
    std::printf("Stopped; everything is stored\n");
    std::fflush(stdout);
    // Games, sockets and timers refer to each other; the process ends here and takes all of it.
    std::_Exit(0);
}

}  // namespace

std::optional<std::string> default_storage() {
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    if (data != nullptr && data[0] == '/') return std::string{"sqlite:"} + data + "/hakam/games.db";
    if (home != nullptr && home[0] == '/')
        return std::string{"sqlite:"} + home + "/.local/share/hakam/games.db";
    return std::nullopt;
}

int serve(const Options& options) { return Run{options}(); }

}  // namespace hakam::server
