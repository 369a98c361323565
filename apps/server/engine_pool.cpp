#include "server/engine_pool.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cstring>

#include "hakam/notation/uci_protocol.hpp"

extern char** environ;

namespace hakam::server {
namespace asio = boost::asio;
using boost::system::error_code;

namespace {
constexpr int mate_score = 30'000;
constexpr std::size_t longest_output = 64 * 1024;
constexpr auto start_time = std::chrono::seconds{10};
constexpr auto idle_time = std::chrono::seconds{60};

bool is_program(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

std::string base_name(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return std::string{slash == std::string_view::npos ? path : path.substr(slash + 1)};
}

/// "go ..." and how long to wait for the answer.
struct Search {
    std::string go;
    std::chrono::milliseconds patience;
};
Search search_for(const EngineTask& task) {
    const auto patient = [](Millis ms) {
        return std::chrono::milliseconds{std::clamp<Millis>(ms, 1000, 600'000)};
    };
    const int level = std::clamp(task.engine.level, 1, 20);
    const Millis weak_ms = 30 + 30 * level;  // what a weakened engine takes at most
    if (task.engine.move_ms > 0) {
        const Millis ms = task.timed ? std::clamp<Millis>(task.mover_ms / 4, 1, task.engine.move_ms)
                                     : task.engine.move_ms;
        return {"go movetime " + std::to_string(ms), patient(ms + 5000)};
    }
    if (!task.timed || level < 20 || task.mover_ms < 500) {
        const Millis ms =
            task.timed ? std::clamp<Millis>(task.mover_ms / 25, 5, level < 20 ? weak_ms : 1000)
                       : (level < 20 ? weak_ms : 500);
        return {"go movetime " + std::to_string(ms), patient(ms + 5000)};
    }
    const std::string increment = std::to_string(task.increment_ms);
    return {"go wtime " + std::to_string(std::max<Millis>(task.white_ms - 50, 1)) + " btime " +
                std::to_string(std::max<Millis>(task.black_ms - 50, 1)) + " winc " + increment +
                " binc " + increment,
            patient(task.mover_ms + 2000)};
}

}  // namespace

std::vector<std::string> installed_engines() {
    for (const char* path : {"/usr/games/stockfish", "/usr/bin/stockfish",
                             "/usr/local/bin/stockfish", "/opt/homebrew/bin/stockfish"})
        if (is_program(path)) return {path};
    return {};
}

/// One child process: idle, or at work on one task.
class EnginePool::Process : public std::enable_shared_from_this<EnginePool::Process> {
public:
    Process(EnginePool& pool, std::string path)
        : pool_{pool}, path_{std::move(path)}, in_{pool.io_}, out_{pool.io_}, timer_{pool.io_} {}
    ~Process() { kill(); }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    const std::string& path() const noexcept { return path_; }
    bool is_idle() const noexcept { return idle_; }

    void start(Job job) {
        idle_ = false;
        timer_.cancel();
        asio::co_spawn(pool_.io_, work(shared_from_this(), std::move(job)), asio::detached);
    }
    void kill() {
        idle_ = false;
        timer_.cancel();
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
            pid_ = 0;
        }
        error_code ignored;
        in_.close(ignored);
        out_.close(ignored);
    }

private:
    /// The parameter keeps the process alive while it works.
    asio::awaitable<void> work(std::shared_ptr<Process> self, Job job) {
        std::optional<std::string> move;
        std::string trouble = std::move(job.trouble);
        const bool ready = co_await prepare(job.task);
        score_.reset();
        if (ready) move = co_await ask(job.task);
        const bool usable = move.has_value();
        if (!usable) {
            kill();
            job.trouble = base_name(path_) + ": " + fault_;
            ++pool_.metrics_.engine_trouble;
            if (++job.tries < 2 && !pool_.stopping_) {
                pool_.waiting_.push_front(std::move(job));
                pool_.done(self.get(), false);
                co_return;
            }
            trouble = job.trouble + ", twice";
        }
        pool_.done(self.get(), usable);
        if (!pool_.stopping_) job.found({move, score_, trouble});
    }

    asio::awaitable<bool> prepare(const EngineTask& task) {
        watch(start_time, "did not start");
        if (pid_ == 0) {
            if (!spawn()) co_return false;
            if (!co_await send("uci\n")) co_return false;
            if (!co_await wait_for(uci::Command::uciok)) co_return false;
        }
        const int level = std::clamp(task.engine.level, 1, 20);
        std::string text = "setoption name Hash value 16\n";
        if (has_chess960_)
            text += std::string{"setoption name UCI_Chess960 value "} +
                    (task.chess960 ? "true\n" : "false\n");
        if (has_skill_)
            text += "setoption name Skill Level value " +
                    std::to_string(level == 20 ? 20 : level - 1) + '\n';
        else if (has_elo_)
            text += level == 20 ? "setoption name UCI_LimitStrength value false\n"
                                : "setoption name UCI_LimitStrength value true\nsetoption name "
                                  "UCI_Elo value " +
                                      std::to_string(1320 + level * 80) + '\n';
        text += "ucinewgame\nisready\n";
        if (!co_await send(text)) co_return false;
        co_return (co_await wait_for(uci::Command::readyok)).has_value();
    }

    asio::awaitable<std::optional<std::string>> ask(const EngineTask& task) {
        const Search search = search_for(task);
        watch(search.patience,
              "did not answer in " + std::to_string(search.patience.count()) + " ms");
        std::string text = "position fen " + task.start_fen;
        if (!task.moves.empty()) text += " moves " + task.moves;
        text += '\n' + search.go + '\n';
        if (!co_await send(text)) co_return std::nullopt;
        const auto line = co_await wait_for(uci::Command::bestmove);
        timer_.cancel();
        if (!line) co_return std::nullopt;
        const auto best = uci::parse_best_move(*line);
        const std::string move = best ? best->move : "";
        if (move.size() < 4 || move.size() > 5) {
            fault_ = "answered '" + excerpt(move) + "' instead of a move";
            co_return std::nullopt;
        }
        co_return move;
    }

    /// Kills the process when the time is over, which ends whatever waits for it.
    void watch(std::chrono::milliseconds time, std::string fault) {
        fault_ = "ended unexpectedly";
        timer_.expires_after(time);
        timer_.async_wait([weak = weak_from_this(), fault = std::move(fault)](error_code error) {
            const auto self = weak.lock();
            if (error || !self || self->pid_ == 0) return;
            self->fault_ = fault;
            ::kill(self->pid_, SIGKILL);
        });
    }

    asio::awaitable<bool> send(std::string text) {
        error_code error;
        co_await asio::async_write(in_, asio::buffer(text),
                                   asio::redirect_error(asio::use_awaitable, error));
        co_return !error;
    }

    /// The next line with this command.
    asio::awaitable<std::optional<std::string>> wait_for(uci::Command wanted) {
        for (;;) {
            error_code error;
            const std::size_t size = co_await asio::async_read_until(
                out_, asio::dynamic_buffer(read_, longest_output), '\n',
                asio::redirect_error(asio::use_awaitable, error));
            if (error) co_return std::nullopt;
            std::string line = read_.substr(0, size);
            read_.erase(0, size);
            if (const auto option = uci::parse_option(line)) {
                has_skill_ = has_skill_ || option->name == "Skill Level";
                has_elo_ = has_elo_ || option->name == "UCI_Elo";
                has_chess960_ = has_chess960_ || option->name == "UCI_Chess960";
            }
            if (const auto info = uci::parse_info(line); info && info->score)
                score_ = info->score->is_mate ? (info->score->value > 0 ? mate_score : -mate_score)
                                              : info->score->value;
            const auto command = uci::line_from(line);
            if (command && command->command == wanted) co_return line;
        }
    }

    bool spawn() {
        int to_child[2];
        int from_child[2];
        if (::pipe2(to_child, O_CLOEXEC) != 0) return failed_to_start(errno);
        if (::pipe2(from_child, O_CLOEXEC) != 0) {
            const int error = errno;
            ::close(to_child[0]);
            ::close(to_child[1]);
            return failed_to_start(error);
        }
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, to_child[0], 0);
        posix_spawn_file_actions_adddup2(&actions, from_child[1], 1);
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addclosefrom_np(&actions, 3);
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        sigset_t none;
        sigemptyset(&none);
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        // A group of its own, so that Ctrl-C in the terminal reaches the server alone.
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
        char* arguments[] = {path_.data(), nullptr};
        const int error =
            ::posix_spawn(&pid_, path_.c_str(), &actions, &attributes, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        ::close(to_child[0]);
        ::close(from_child[1]);
        if (error != 0) {
            pid_ = 0;
            ::close(to_child[1]);
            ::close(from_child[0]);
            return failed_to_start(error);
        }
        in_.assign(to_child[1]);
        out_.assign(from_child[0]);
        read_.clear();
        return true;
    }
    bool failed_to_start(int error) {
        fault_ = std::string{"cannot be started: "} + std::strerror(error);
        return false;
    }

    EnginePool& pool_;
    std::string path_;
    asio::posix::stream_descriptor in_;
    asio::posix::stream_descriptor out_;
    asio::steady_timer timer_;
    pid_t pid_ = 0;
    bool idle_ = true;
    std::string read_;
    std::string fault_;
    std::optional<int> score_;  ///< the last that it told while it thought
    bool has_skill_ = false;
    bool has_elo_ = false;
    bool has_chess960_ = false;
    friend class EnginePool;
};

EnginePool::EnginePool(asio::io_context& io, Metrics& metrics, std::vector<std::string> paths,
                       int processes)
    : io_{io},
      metrics_{metrics},
      paths_{std::move(paths)},
      most_{static_cast<std::size_t>(std::max(1, processes))} {}

EnginePool::~EnginePool() { stop(); }

void EnginePool::stop() {
    stopping_ = true;
    waiting_.clear();
    for (const auto& process : processes_) process->kill();
    processes_.clear();
}

std::optional<std::string> EnginePool::resolve(std::string_view wanted) const {
    for (const std::string& path : paths_)
        if (wanted.empty() || path == wanted || base_name(path) == wanted) return path;
    return std::nullopt;
}

void EnginePool::think(EngineTask task, Found found) {
    waiting_.push_back({std::move(task), std::move(found), 0, {}});
    asio::post(io_, [this] { next(); });
}

void EnginePool::next() {
    while (!waiting_.empty() && !stopping_) {
        const std::string path =
            resolve(waiting_.front().task.engine.path).value_or(waiting_.front().task.engine.path);
        if (!resolve(path)) {  // made when the server had another configuration
            Job job = std::move(waiting_.front());
            waiting_.pop_front();
            job.found({std::nullopt, std::nullopt,
                       "the engine " + base_name(path) + " is not offered any more"});
            continue;
        }
        const auto idle = std::find_if(processes_.begin(), processes_.end(), [&](const auto& p) {
            return p->is_idle() && p->path() == path;
        });
        std::shared_ptr<Process> process = idle != processes_.end() ? *idle : nullptr;
        if (!process && processes_.size() >= most_) {
            const auto spare = std::find_if(processes_.begin(), processes_.end(),
                                            [](const auto& p) { return p->is_idle(); });
            if (spare == processes_.end()) return;  // all are at work; done() comes back here
            (*spare)->kill();
            processes_.erase(spare);
        }
        if (!process) {
            process = std::make_shared<Process>(*this, path);
            processes_.push_back(process);
        }
        Job job = std::move(waiting_.front());
        waiting_.pop_front();
        process->start(std::move(job));
    }
}

void EnginePool::done(Process* process, bool usable) {
    const auto found = std::find_if(processes_.begin(), processes_.end(),
                                    [process](const auto& p) { return p.get() == process; });
    if (found == processes_.end()) return;
    if (usable && !stopping_) {
        process->idle_ = true;
        process->timer_.expires_after(idle_time);
        process->timer_.async_wait([this, weak = process->weak_from_this()](error_code error) {
            const auto self = weak.lock();
            if (error || !self || !self->is_idle()) return;
            self->kill();
            std::erase(processes_, self);
        });
    } else {
        processes_.erase(found);
    }
    asio::post(io_, [this] { next(); });
}

}  // namespace hakam::server
