#include <atomic>
#include <csignal>
#include <memory>
#include <mutex>
#include <thread>

#include "job.hpp"

namespace hakam::cli {
namespace {

volatile std::sig_atomic_t interrupts = 0;

void on_interrupt(int) {
    interrupts = 1;
    std::signal(SIGINT, SIG_DFL);
}

}  // namespace

void catch_interrupts() { std::signal(SIGINT, on_interrupt); }
bool interrupted() { return interrupts != 0; }

problem::Executor make_executor(unsigned threads) {
    if (threads <= 1) return problem::Executor::sequential();
    problem::Executor executor;
    executor.workers = threads;
    executor.for_each = [threads](std::size_t count,
                                  const std::function<void(std::size_t, std::size_t)>& work) {
        std::atomic<std::size_t> next{0};
        const auto run = [&](std::size_t worker) {
            for (std::size_t i = next++; i < count; i = next++) work(i, worker);
        };
        std::vector<std::thread> others;
        for (unsigned w = 1; w < threads && w < count; ++w) others.emplace_back(run, w);
        run(0);
        for (std::thread& t : others) t.join();
    };
    const auto mutex = std::make_shared<std::mutex>();
    executor.exclusively = [mutex](const std::function<void()>& f) {
        const std::lock_guard lock{*mutex};
        f();
    };
    return executor;
}

}  // namespace hakam::cli
