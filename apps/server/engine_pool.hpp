#pragma once

#include <boost/asio/io_context.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/game_host.hpp"
#include "server/metrics.hpp"

namespace hakam::server {

/// UCI engines as child processes, a bounded number at once, shared by all games. A task names the
/// whole game, so any idle process can take it. One that hangs or dies is replaced and the task is
/// tried once more.
class EnginePool {
public:
    using Found = std::function<void(const EngineAnswer& answer)>;

    EnginePool(boost::asio::io_context& io, Metrics& metrics, std::vector<std::string> paths,
               int processes);
    ~EnginePool();

    const std::vector<std::string>& paths() const noexcept { return paths_; }
    /// The engine that a player asked for: a path or its last part; empty: the first. Only those
    /// of the configuration are ever started.
    std::optional<std::string> resolve(std::string_view wanted) const;

    /// `found` is called once, later, on the network thread.
    void think(EngineTask task, Found found);
    void stop();

    class Process;

private:
    struct Job {
        EngineTask task;
        Found found;
        int tries = 0;
        std::string trouble;
    };
    void next();
    void done(Process* process, bool usable);

    boost::asio::io_context& io_;
    Metrics& metrics_;
    std::vector<std::string> paths_;
    std::size_t most_;
    std::deque<Job> waiting_;
    std::vector<std::shared_ptr<Process>> processes_;
    bool stopping_ = false;
    friend class Process;
};

/// Engines on this machine when none are named: stockfish, if it is installed.
std::vector<std::string> installed_engines();

}  // namespace hakam::server
