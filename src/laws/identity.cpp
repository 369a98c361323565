#include "identity.hpp"

#include <algorithm>

#include "hakam/laws/law_book.hpp"

// What makes a position "the same": the Laws have answered differently, edition by edition.

namespace hakam::laws {
namespace {

/// Whether the same moves were played in [from, from + length) and in the `length` plies after it.
bool same_series(const Game& game, std::size_t from, std::size_t length) noexcept {
    for (std::size_t i = 0; i < length; ++i)
        if (game.move(from + i) != game.move(from + length + i)) return false;
    return true;
}

/// Ends of the repetitions of one series of moves, the last at `ply`; of the period that gives
/// most. A series is made by both players: two plies at least, and an even number.
std::vector<std::size_t> series_ends(const Game& game, std::size_t ply) {
    std::vector<std::size_t> best{ply};
    for (std::size_t length = 2; 2 * length <= ply; length += 2) {
        std::vector<std::size_t> ends{ply};
        for (std::size_t from = ply; from >= 2 * length && same_series(game, from - 2 * length, length);
             from -= length)
            ends.push_back(from - length);
        if (ends.size() > best.size()) best = std::move(ends);
    }
    std::reverse(best.begin(), best.end());
    return best;
}

}  // namespace

std::vector<std::size_t> occurrence_plies(const Game& game, std::size_t ply, Identity identity) {
    switch (identity) {
        case Identity::rights:
        case Identity::temporary:  // what hinders castling for a while follows from the men
            return game.occurrence_plies(ply);
        case Identity::series:
            return series_ends(game, ply);
        case Identity::men:
            break;
    }
    std::vector<std::size_t> plies;
    const Position& now = game.position(ply);
    for (std::size_t i = 0; i <= ply; ++i) {
        const Position& earlier = game.position(i);
        if (earlier.turn() == now.turn() && same_board(earlier, now)) plies.push_back(i);
    }
    return plies;
}

int LawBook::occurrences(const Game& game, std::size_t ply) const {
    if (rules_.identity == Identity::rights || rules_.identity == Identity::temporary)
        return game.occurrences(ply);
    return static_cast<int>(occurrence_plies(game, ply, rules_.identity).size());
}

bool LawBook::is_automatic_repetition(const Game& game, std::size_t ply) const {
    const int limit = rules_.automatic_occurrences;
    if (limit == 0 || occurrences(game, ply) < limit) return false;
    if (!rules_.automatic_alternate) return true;
    // Each player has only gone to and fro: the position stood after every second move of each.
    constexpr std::size_t cycle = 4;
    const std::vector<std::size_t> plies = occurrence_plies(game, ply, rules_.identity);
    const std::size_t last = plies.size() - 1;
    for (std::size_t i = 1; i < static_cast<std::size_t>(limit); ++i)
        if (plies[last - i] + cycle * i != ply) return false;
    return true;
}

}  // namespace hakam::laws
