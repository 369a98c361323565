#include "hakam/core/perft.hpp"

#include <algorithm>
#include <atomic>
#include <boost/json/array.hpp>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <sstream>
#include <thread>
#include <vector>

#include "command.hpp"
#include "game_answers.hpp"
#include "hakam/core/perft_table.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "number.hpp"
#include "output.hpp"
#include "position_input.hpp"

namespace hakam::cli {

namespace {

struct PerftOptions : PositionOptions {
    int depth = 0;
    bool divide = false;
    unsigned threads = 1;
    std::size_t hash_megabytes = 0;
};

/// A part of the tree that one thread counts.
struct Part {
    Position position;
    int depth;
    std::size_t root_move;
};

// The tree cut one or two moves deep, so that the parts are many and none is most of the work.
std::vector<Part> parts_of(const Position& position, int depth, unsigned threads) {
    std::vector<Part> parts;
    const MoveList moves = position.legal_moves();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Position next = position.after(moves[i]);
        if (depth < 4 || threads == 1) {
            parts.push_back({next, depth - 1, i});
            continue;
        }
        for (const Move reply : next.legal_moves())
            parts.push_back({next.after(reply), depth - 2, i});
    }
    return parts;
}

/// Shows on a terminal how much is done; says nothing elsewhere.
class Progress {
public:
    explicit Progress(std::size_t total) : total_{total}, shown_{colour_on_errors()} {}
    ~Progress() {
        if (any_) std::cerr << "\r\x1b[K" << std::flush;
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void advance() {
        if (!shown_) return;
        const std::lock_guard lock{mutex_};
        ++done_;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds{200}) return;
        last_ = now;
        any_ = true;
        constexpr std::size_t width = 40;
        const std::size_t filled = done_ * width / total_;
        std::cerr << '\r' << std::string(filled, '#') << std::string(width - filled, '.') << ' '
                  << done_ << " of " << total_ << std::flush;
    }

private:
    std::size_t total_;
    bool shown_;
    bool any_ = false;
    std::size_t done_ = 0;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Counts below each move of the root.
std::vector<std::uint64_t> count(const Position& position, const PerftOptions& options,
                                 PerftTable* table) {
    const std::vector<Part> parts = parts_of(position, options.depth, options.threads);
    std::vector<std::uint64_t> nodes(parts.size());
    std::atomic<std::size_t> next{0};
    Progress progress{parts.size()};
    const auto work = [&] {
        for (std::size_t i = next++; i < parts.size(); i = next++) {
            nodes[i] = table ? perft(parts[i].position, parts[i].depth, *table)
                             : perft(parts[i].position, parts[i].depth);
            progress.advance();
        }
    };
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min<std::size_t>(options.threads, parts.size());
    for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(work);
    work();
    helpers.clear();
    std::vector<std::uint64_t> sums(position.legal_moves().size());
    for (std::size_t i = 0; i < parts.size(); ++i) sums[parts[i].root_move] += nodes[i];
    return sums;
}

Answer answer(const Position& position, const PerftOptions& options, PerftTable* table) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::uint64_t> below;
    std::uint64_t nodes = 1;
    if (options.depth > 0) {
        below = count(position, options, table);
        nodes = 0;
        for (const std::uint64_t n : below) nodes += n;
    }
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double rate = static_cast<double>(nodes) / std::max(seconds, 1e-9);

    Answer result;
    result.fields = {{"fen", fen::format(position)},
                     {"depth", options.depth},
                     {"nodes", nodes},
                     {"seconds", seconds},
                     {"nps", static_cast<std::uint64_t>(rate)}};
    std::ostringstream text;
    if (options.divide && options.depth > 0) {
        const auto castling = options.chess960 ? uci::Castling::chess960 : uci::Castling::automatic;
        std::vector<std::pair<std::string, std::uint64_t>> rows;
        const MoveList moves = position.legal_moves();
        for (std::size_t i = 0; i < moves.size(); ++i)
            rows.emplace_back(uci::format(moves[i], castling), below[i]);
        std::sort(rows.begin(), rows.end());
        boost::json::array divide;
        for (const auto& [move, n] : rows) {
            divide.push_back({{"move", move}, {"nodes", n}});
            text << move << ": " << n << '\n';
        }
        result.fields["divide"] = std::move(divide);
    }
    text << std::fixed << std::setprecision(3) << "depth " << options.depth << ", " << seconds
         << " s, " << std::setprecision(1) << rate / 1e6 << " million nodes/s\n"
         << "nodes " << nodes;
    result.text = text.str();
    return result;
}

int run(const PerftOptions& options) {
    std::optional<PerftTable> table;
    if (options.hash_megabytes != 0) {
        try {
            table.emplace(options.hash_megabytes << 20);
        } catch (const std::bad_alloc&) {
            print_complaint("there is not so much memory for --hash");
            return bad_input;
        }
    }
    return answer_positions(options, [&](const Position& position) {
        return answer(position, options, table ? &*table : nullptr);
    });
}

}  // namespace

void add_perft(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("perft", "Count the legal move sequences of a length");
    const auto options = std::make_shared<PerftOptions>();
    command->add_option("DEPTH", options->depth, "Length of the sequences in plies")
        ->required()
        ->transform(whole_number(0, 30));
    add_position_options(*command, *options, FenArgument::optional);
    add_movement_option(*command, *options);
    command->add_flag("--divide", options->divide, "Also count below each move");
    command->add_option("--threads", options->threads, "Threads that count")
        ->transform(whole_number(1, 1024))
        ->capture_default_str();
    command
        ->add_option("--hash", options->hash_megabytes,
                     "Megabytes of memory for positions already counted; 0: none")
        ->transform(whole_number(0, 1 << 20))
        ->capture_default_str();
    command->footer(
        "Example: hakam perft 5\n"
        "         hakam perft 4 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --divide\n"
        "         hakam perft 5 --game shatranj\n"
        "         hakam perft 8 startpos --threads 2 --hash 512");
    command->callback([options, &status] {
        if (!options->game) {
            status = run(*options);
        } else if (options->hash_megabytes != 0) {
            print_complaint("--hash is for chess");
            status = bad_input;
        } else {
            status = variant_perft(*options, options->depth, options->divide, options->threads);
        }
    });
}

}  // namespace hakam::cli
