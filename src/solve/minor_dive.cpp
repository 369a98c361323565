#include "minor_dive.hpp"

#include <algorithm>
#include <array>

#include "hakam/core/attacks.hpp"
#include "lots.hpp"

namespace hakam::solve {
namespace {

constexpr std::size_t most_plies = 70;
constexpr int unreachable = 12;

// Steps of a king or knight from each square to a set of squares.
struct Steps {
    std::array<std::uint8_t, 64> to;

    template <typename Attacks>
    Steps(Bitboard goal, Bitboard closed, Attacks attacks) noexcept {
        to.fill(unreachable);
        Bitboard seen = goal | closed, ring = goal;
        for (std::uint8_t d = 0; !ring.empty(); ++d) {
            Bitboard next;
            for (const Square s : ring) {
                to[static_cast<std::size_t>(s)] = d;
                next |= attacks(s);
            }
            ring = next & ~seen;
            seen |= next;
        }
        // Whoever stands on a closed square leaves it.
        for (const Square s : closed & ~goal)
            for (const Square t : attacks(s) & ~closed)
                at(s) = std::min<std::uint8_t>(at(s), static_cast<std::uint8_t>(at(t) + 1));
    }
    std::uint8_t& at(Square s) noexcept { return to[static_cast<std::size_t>(s)]; }
    int operator[](Square s) const noexcept { return to[static_cast<std::size_t>(s)]; }
};

class Game {
public:
    Game(const Position& root, Color winner, const MinorTask& task, int noise)
        : p_{root},
          winner_{winner},
          task_{task},
          hide_{task.corner, (attacks::king(task.hunter) | task.hunter) & ~Bitboard{task.corner},
                [](Square s) { return attacks::king(s); }},
          hunt_{task.hunter, Bitboard{task.corner} | task.blocker,
                [](Square s) { return attacks::king(s); }},
          ride_{task.from, {}, [](Square s) { return attacks::knight(s); }},
          hop_{task.blocker, {}, [](Square s) { return attacks::knight(s); }},
          lots_{static_cast<std::uint64_t>(root.key())},
          noise_{noise} {
        king_first_ = (attacks::king(task.corner) & ~attacks::king(task.hunter) &
                       ~Bitboard{task.blocker} & ~Bitboard{task.hunter})
                          .empty();
        remember(p_.key());
    }

    bool reaches_mate() {
        while (plies_ < most_plies)
            if (!step()) return mated_;
        return false;
    }
    std::vector<Move> line() const { return {line_.begin(), line_.begin() + plies_}; }
    std::uint64_t nodes() const noexcept { return nodes_; }

private:
    static constexpr int taboo = 100000;

    // Moves that an officer of the winner needs at least; the last one mates.
    int ride(Square s) const noexcept {
        // There it keeps the king out of the corner.
        if (task_.from.contains(s) || s == task_.corner) return 2;
        if (task_.officer == PieceType::knight) return ride_[s];
        if (is_light(s) != is_light(task_.corner)) return unreachable;
        return (attacks::bishop(s, p_.occupied()) & task_.from).empty() ? 2 : 1;
    }
    // Moves that a man needs to be the blocker.
    int block(PieceType type, Square s) const noexcept {
        if (type == task_.kind && s == task_.blocker) return 0;
        const Color loser = ~winner_;
        if (type == PieceType::pawn) {
            const int ahead =
                index(relative_rank(loser, task_.blocker)) - index(relative_rank(loser, s));
            if (task_.kind != PieceType::pawn) return 9 - index(relative_rank(loser, s));
            return file_of(s) == file_of(task_.blocker) && ahead > 0 ? ahead : unreachable;
        }
        if (type != task_.kind) return unreachable;
        switch (type) {
            case PieceType::knight:
                return hop_[s];
            case PieceType::bishop:
                if (is_light(s) != is_light(task_.blocker)) return unreachable;
                return attacks::bishop(s, p_.occupied()).contains(task_.blocker) ? 1 : 2;
            case PieceType::rook:
                return attacks::rook(s, p_.occupied()).contains(task_.blocker) ? 1 : 2;
            default:
                return attacks::queen(s, p_.occupied()).contains(task_.blocker) ? 1 : 2;
        }
    }
    int best_block(Square except) const noexcept {
        int best = unreachable;
        for (const PieceType type : {task_.kind, PieceType::pawn})
            for (const Square s : p_.men(~winner_, type))
                if (s != except) best = std::min(best, block(type, s));
        return best;
    }
    int best_ride(Square except) const noexcept {
        int best = unreachable;
        for (const Square s : p_.men(winner_, task_.officer))
            if (s != except) best = std::min(best, ride(s));
        return best;
    }

    // Plays the best move that leads to a new position in play. False at a mate or when stuck.
    bool step() {
        const MoveList moves = p_.legal_moves();
        std::array<int, 664> costs;
        if (p_.turn() == winner_) {
            for (std::size_t i = 0; i < moves.size(); ++i) {
                const Move m = moves[i];
                if (m.mover() == task_.officer && task_.from.contains(m.to()) &&
                    p_.king(~winner_) == task_.corner) {
                    ++nodes_;
                    if (p_.after(m).is_checkmate()) return finish(m);
                }
                costs[i] = cost_to_winner(m) + noise();
            }
        } else {
            for (std::size_t i = 0; i < moves.size(); ++i)
                costs[i] = cost_to_loser(moves[i]) + noise();
        }
        for (std::size_t tries = 0; tries < moves.size(); ++tries) {
            const auto best = static_cast<std::size_t>(
                std::min_element(costs.data(), costs.data() + moves.size()) - costs.data());
            if (costs[best] == taboo) return false;
            const Position next = p_.after(moves[best]);
            ++nodes_;
            costs[best] = taboo;
            if (!remember(next.key()) || !next.has_legal_move()) continue;
            line_[plies_++] = moves[best];
            p_ = next;
            return true;
        }
        return false;
    }
    bool finish(Move move) {
        line_[plies_++] = move;
        mated_ = true;
        return false;
    }

    int noise() noexcept { return noise_ == 0 ? 0 : lots_.below(noise_); }
    int total(int wins, int loses, bool winner_moved) const noexcept {
        // A loser who is ready too early has to move away again, if he has nothing else to move.
        if (loses == 0 && (wins > 1 || !winner_moved) &&
            !p_.men(~winner_).without_first().has_many())
            if (!(wins == 1 && !winner_moved)) loses = 2;
        const int together =
            winner_moved ? 2 * std::max(wins, loses) : 2 * std::max(wins, loses + 1) - 1;
        return together + wins + loses;
    }
    // A blocker that closes the last way to the corner comes too early before the king is there.
    int timely(int blocking, Square hunted) const noexcept {
        return king_first_ && blocking == 0 && hunted != task_.corner ? 2 : blocking;
    }
    int cost_to_winner(Move m) const noexcept {
        const Square hunter = m.mover() == PieceType::king ? m.to() : p_.king(winner_);
        int riding = best_ride(m.from());
        if (m.mover() == task_.officer || m.is_promotion()) riding = std::min(riding, ride(m.to()));
        const Square hunted = p_.king(~winner_);
        const int loses = hide_[hunted] + timely(best_block(m.to()), hunted);
        return 4 * total(hunt_[hunter] + riding, loses, true) - (m.is_capture() ? 1 : 0);
    }
    int cost_to_loser(Move m) const noexcept {
        const Square hunted = m.mover() == PieceType::king ? m.to() : p_.king(~winner_);
        int blocking = best_block(m.from());
        if (m.mover() != PieceType::king)
            blocking = std::min(blocking, block(static_cast<PieceType>(m.landing_code()), m.to()));
        blocking = timely(blocking, hunted);
        const int wins = hunt_[p_.king(winner_)] + best_ride(m.to());
        return 4 * total(wins, hide_[hunted] + blocking, false) + (m.is_capture() ? 1 : 0);
    }

    // Returns whether the key is new, for all that a small filter can tell.
    bool remember(Key key) noexcept {
        const std::uint64_t k = static_cast<std::uint64_t>(key) >> 52;
        std::uint64_t& word = seen_[k >> 6];
        const std::uint64_t bit = std::uint64_t{1} << (k & 63);
        if ((word & bit) != 0) return false;
        word |= bit;
        return true;
    }

    Position p_;
    Color winner_;
    MinorTask task_;
    Steps hide_;
    Steps hunt_;
    Steps ride_;
    Steps hop_;
    Lots lots_;
    int noise_;
    bool king_first_ = false;  // the blocker closes the last way to the corner
    std::array<Move, most_plies + 1> line_;
    std::array<std::uint64_t, 64> seen_{};
    std::size_t plies_ = 0;
    std::uint64_t nodes_ = 0;
    bool mated_ = false;
};

}  // namespace

MinorDive minor_dive(const Position& root, Color winner, MinorPicture picture, int noise) {
    Game game{root, winner, task(picture), noise};
    const bool found = game.reaches_mate();
    MinorDive result;
    result.nodes = game.nodes();
    if (found) result.line = game.line();
    return result;
}

}  // namespace hakam::solve
