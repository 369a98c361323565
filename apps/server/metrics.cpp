#include "server/metrics.hpp"

#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace hakam::server {
namespace {

std::string seconds(std::uint64_t us) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.6f", static_cast<double>(us) / 1e6);
    return text.data();
}

void header(std::string& out, const std::string& name, const char* type, const std::string& help) {
    out += "# HELP " + name + ' ' + help + "\n# TYPE " + name + ' ' + type + '\n';
}

template <class Number>
void value(std::string& out, const std::string& name, const char* type, const std::string& help,
           Number number) {
    header(out, name, type, help);
    out += name + ' ' + std::to_string(number) + '\n';
}

std::int64_t resident_bytes() {
    std::ifstream statm{"/proc/self/statm"};
    std::int64_t size = 0;
    std::int64_t resident = 0;
    statm >> size >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace

void Histogram::write(std::string& out, const std::string& name, const std::string& help) const {
    header(out, name, "histogram", help);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        total += counts_[i].load(std::memory_order_relaxed);
        const std::string bound =
            i + 1 == counts_.size() ? "+Inf" : seconds(std::uint64_t{64} << i);
        out += name + "_bucket{le=\"" + bound + "\"} " + std::to_string(total) + '\n';
    }
    out += name + "_sum " + seconds(sum_us_.load(std::memory_order_relaxed)) + '\n';
    out += name + "_count " + std::to_string(total) + '\n';
}

std::string Metrics::text() const {
    std::string out;
    constexpr const char* counter = "counter";
    constexpr const char* gauge = "gauge";
    value(out, "hakam_http_requests_total", counter, "HTTP requests.", requests.load());
    value(out, "hakam_commands_total", counter, "Commands received.", commands.load());
    value(out, "hakam_commands_refused_total", counter, "Commands refused.", refused.load());
    value(out, "hakam_commands_repeated_total", counter, "Commands that had been done before.",
          duplicates.load());
    value(out, "hakam_events_total", counter, "Events stored.", events.load());
    value(out, "hakam_moves_total", counter, "Moves made.", moves.load());
    value(out, "hakam_games_created_total", counter, "Games made.", games_created.load());
    value(out, "hakam_games_ended_total", counter, "Games ended.", games_ended.load());
    value(out, "hakam_rate_limited_total", counter, "Requests and messages refused as too many.",
          rate_limited.load());
    value(out, "hakam_slow_clients_total", counter, "Sockets dropped because they did not read.",
          slow_clients.load());
    value(out, "hakam_storage_failures_total", counter, "Writes that the storage refused.",
          storage_failures.load());
    value(out, "hakam_engine_trouble_total", counter, "Engines that hung, crashed or erred.",
          engine_trouble.load());
    value(out, "hakam_messages_in_total", counter, "Socket messages received.", messages_in.load());
    value(out, "hakam_messages_out_total", counter, "Socket messages sent.", messages_out.load());
    value(out, "hakam_connections", gauge, "Open TCP connections.", connections.load());
    value(out, "hakam_sockets", gauge, "Open WebSockets.", sockets.load());
    value(out, "hakam_games_live", gauge, "Games that have not ended.", games_live.load());
    value(out, "hakam_games_loaded", gauge, "Games in memory.", games_loaded.load());
    value(out, "hakam_shards", gauge, "Shards of the games that this server has.", shards.load());
    value(out, "hakam_shards_gained_total", counter, "Shards taken.", shards_gained.load());
    value(out, "hakam_shards_lost_total", counter, "Shards taken away by another server.",
          shards_lost.load());
    value(out, "process_resident_memory_bytes", gauge, "Resident memory.", resident_bytes());
    commit.write(out, "hakam_commit_seconds", "One group commit.");
    command.write(out, "hakam_command_seconds", "From a command to its acknowledgement.");
    return out;
}

}  // namespace hakam::server
