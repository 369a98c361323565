#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hakam/laws/law_book.hpp"
#include "king_defence.hpp"

// "No forced win" (US Chess 14E). The question is asked of a side with one or two minor pieces, so
// the graph of positions is small. It is built forward from the position and solved backward.
//
// Whole graphs still grow large when the defender has pawns that may promote. Taking moves away
// from the defender can only help the attacker, so "no" is proved by a graph in which the defender
// has just one reply to everything: take the attacker's piece, else walk to the middle. Only if
// the attacker wins against that is a fuller graph built.
//
// Against one minor piece the king alone holds nearly every position (KingDefence). A graph with
// all moves that stops where he does is small, and its answer final. In classes of four men the
// longest forced mates are known from complete tables, so that a search of that depth is final.

namespace hakam::laws {
namespace {

constexpr std::uint64_t default_positions = 500'000;

enum class DefenderMoves { one, without_pawns, all };

struct SameRights {
    bool operator()(const Position& a, const Position& b) const noexcept { return repeats(a, b); }
};
struct ByKey {
    std::size_t operator()(const Position& p) const noexcept {
        return static_cast<std::size_t>(p.key());
    }
};

/// The positions in which the defender's king escapes for ever, by the men beside him.
class Defences {
public:
    explicit Defences(Color attacker) noexcept : attacker_{attacker} {}

    /// Whether the defender surely escapes, the attacker to move.
    bool hold(const Position& position) {
        if (!KingDefence::is_about(position, attacker_)) return false;
        const bool knight = !position.men(attacker_, PieceType::knight).empty();
        const Bitboard squares = position.men(~attacker_) & ~Bitboard{position.king(~attacker_)};
        const auto key = std::pair{knight, squares.bits()};
        auto known = made_.find(key);
        if (known == made_.end()) {
            if (made_.size() == most) return false;
            known = made_.try_emplace(key, knight ? PieceType::knight : PieceType::bishop, squares)
                        .first;
        }
        return known->second.holds(position, attacker_);
    }

    /// The same with the defender to move: a move of the king is enough.
    bool answer(const Position& position, const MoveList& moves) {
        return std::any_of(moves.begin(), moves.end(), [&](Move move) {
            return move.mover() == PieceType::king && !move.is_castling() &&
                   hold(position.after(move));
        });
    }

private:
    static constexpr std::size_t most = 200;  // each costs some milliseconds

    Color attacker_;
    std::map<std::pair<bool, std::uint64_t>, KingDefence> made_;
};

class Graph {
public:
    Graph(Color attacker, DefenderMoves moves, std::uint64_t limit, Defences& defences)
        : attacker_{attacker}, moves_{moves}, limit_{limit}, defences_{defences} {}

    /// Whether the attacker forces mate from `root`; unknown if the graph outgrows the limit.
    Decision solve(const Position& root, const Budget& budget) {
        number(root, no_parent);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            if (positions_.size() > limit_) return Decision::unknown;
            if ((i & 1023U) == 0 && budget.expired && budget.expired()) return Decision::unknown;
            expand(static_cast<std::uint32_t>(i));
        }
        propagate();
        return won_[0] ? Decision::yes : Decision::no;
    }

private:
    static constexpr std::uint32_t no_parent = UINT32_MAX;

    void number(const Position& position, std::uint32_t parent) {
        const auto [at, is_new] =
            numbers_.try_emplace(position, static_cast<std::uint32_t>(positions_.size()));
        if (is_new) {
            positions_.push_back(position);
            parents_.emplace_back();
            open_moves_.push_back(0);
            won_.push_back(false);
        }
        if (parent != no_parent) {
            parents_[at->second].push_back(parent);
            ++open_moves_[parent];
        }
    }

    void expand(std::uint32_t i) {
        const Position position = positions_[i];
        const MoveList moves = position.legal_moves();
        if (moves.empty()) {
            if (position.turn() != attacker_ && position.is_check()) {
                won_[i] = true;
                mates_.push_back(i);
            }
            return;
        }
        if (never_mates(position)) return;
        if (position.turn() == attacker_ ? defences_.hold(position)
                                         : defences_.answer(position, moves))
            return;
        if (position.turn() != attacker_ && moves_ == DefenderMoves::one) {
            number(reply(position, moves), i);
            return;
        }
        bool has_quiet = false;
        if (position.turn() != attacker_ && moves_ == DefenderMoves::without_pawns)
            for (const Move move : moves) has_quiet |= move.mover() != PieceType::pawn;
        for (const Move move : moves)
            if (!has_quiet || move.mover() != PieceType::pawn) number(position.after(move), i);
    }

    /// A bare king, or one minor piece against a bare king.
    bool never_mates(const Position& position) const {
        const Bitboard own = position.men(attacker_);
        if (!own.has_many()) return true;
        const Bitboard minor =
            position.men(attacker_, PieceType::bishop) | position.men(attacker_, PieceType::knight);
        return position.occupied().size() == 3 && (own & minor).size() == 1;
    }

    /// The defender's plan: take what can be taken; walk the king to the middle, best where the
    /// graph already knows how to go on; else move the strongest man.
    Position reply(const Position& position, const MoveList& moves) const {
        const auto worth = [&](Move move) {
            if (move.is_capture()) return 1000;
            if (move.mover() != PieceType::king || move.is_castling())
                return move.mover() == PieceType::pawn ? 0 : 10;
            const int file = static_cast<int>(file_of(move.to()));
            const int rank = static_cast<int>(rank_of(move.to()));
            const int middle = 100 - std::abs(2 * file - 7) - std::abs(2 * rank - 7);
            const bool edge = file == 0 || file == 7 || rank == 0 || rank == 7;
            return middle + (!edge && numbers_.contains(position.after(move)) ? 50 : 0);
        };
        Move best = moves.front();
        int most = worth(best);
        for (const Move move : moves)
            if (const int value = worth(move); value > most) {
                best = move;
                most = value;
            }
        return position.after(best);
    }

    /// Backward from the mates: an attacker's position is won if one move wins, a defender's if
    /// all do.
    void propagate() {
        while (!mates_.empty()) {
            const std::uint32_t i = mates_.back();
            mates_.pop_back();
            for (const std::uint32_t parent : parents_[i]) {
                if (won_[parent]) continue;
                --open_moves_[parent];
                if (positions_[parent].turn() == attacker_ || open_moves_[parent] == 0) {
                    won_[parent] = true;
                    mates_.push_back(parent);
                }
            }
        }
    }

    Color attacker_;
    DefenderMoves moves_;
    std::uint64_t limit_;
    Defences& defences_;
    std::unordered_map<Position, std::uint32_t, ByKey, SameRights> numbers_;
    std::vector<Position> positions_;
    std::vector<std::vector<std::uint32_t>> parents_;
    std::vector<std::uint32_t> open_moves_;
    std::vector<bool> won_;
    std::vector<std::uint32_t> mates_;
};

/// Depth-limited search that only proves "yes": finds the short mates of large graphs.
class ShortMate {
public:
    ShortMate(Color attacker, std::uint64_t nodes) : attacker_{attacker}, nodes_{nodes} {}

    bool forces(const Position& position, int plies) {
        if (nodes_ == 0) return false;
        --nodes_;
        const MoveList moves = position.legal_moves();
        if (moves.empty()) return position.turn() != attacker_ && position.is_check();
        if (plies == 0) return false;
        const bool attacks = position.turn() == attacker_;
        for (const Move move : moves)
            if (forces(position.after(move), plies - 1) == attacks) return attacks;
        return !attacks;
    }
    bool spent() const noexcept { return nodes_ == 0; }

private:
    Color attacker_;
    std::uint64_t nodes_;
};

/// Moves of the longest forced mate that one minor piece has against a king and one man, or two
/// knights against a bare king. Complete tables of these classes show it:
/// tests/solve/retrograde_test.cpp.
constexpr int longest_without_pawns = 1;
constexpr int longest_against_pawn = 7;

/// Searches to a fixed number of moves, remembering what it has seen.
class MateWithin {
public:
    MateWithin(Color attacker, Defences& defences, std::uint64_t nodes)
        : attacker_{attacker}, defences_{defences}, nodes_{nodes} {}

    /// Whether the attacker mates in at most so many moves of his, from a position of either side.
    bool forces(const Position& position, int moves) {
        const bool attacks = position.turn() == attacker_;
        if (attacks && (moves == 0 || defences_.hold(position))) return false;
        if (attacks) {
            const auto [known, is_new] = failed_.try_emplace(position, 0);
            if (!is_new && known->second >= moves) return false;
        }
        if (nodes_ == 0) return false;
        --nodes_;
        const MoveList legal = position.legal_moves();
        if (legal.empty()) return !attacks && position.is_check();
        if (!attacks && defences_.answer(position, legal)) return false;
        for (const Move move : legal)
            if (forces(position.after(move), attacks ? moves - 1 : moves) == attacks)
                return attacks;
        if (!attacks) return true;
        failed_[position] = moves;
        return false;
    }
    bool spent() const noexcept { return nodes_ == 0; }

private:
    Color attacker_;
    Defences& defences_;
    std::uint64_t nodes_;
    std::unordered_map<Position, int, ByKey, SameRights> failed_;
};

}  // namespace

Decision forced_mate(const Position& position, Color attacker, const Budget& budget) {
    if (certainly_unwinnable(position, attacker) && position.has_legal_move()) return Decision::no;
    const std::uint64_t limit = std::min(budget.nodes, default_positions);

    Defences defences{attacker};
    const Bitboard pawns =
        position.men(Color::white, PieceType::pawn) | position.men(Color::black, PieceType::pawn);
    const Bitboard knights = position.men(attacker, PieceType::knight);
    const bool one_minor = KingDefence::is_about(position, attacker);
    if (position.occupied().size() == 4 &&
        (one_minor || (knights.size() == 2 && position.men(attacker).size() == 3))) {
        const int longest = pawns.empty() ? longest_without_pawns : longest_against_pawn;
        MateWithin search{attacker, defences, limit};
        for (int moves = 0; moves <= longest && !search.spent(); ++moves)
            if (search.forces(position, moves)) return Decision::yes;
        if (!search.spent()) return Decision::no;
    }

    if (one_minor) {
        // Where the king does not hold, the mates are few moves away and few positions are new.
        constexpr int deepest = 12;
        MateWithin search{attacker, defences, limit / 2};
        for (int moves = 0; moves <= deepest && !search.spent(); ++moves)
            if (search.forces(position, moves)) return Decision::yes;
    } else {
        ShortMate short_mate{attacker, limit / 8};
        for (int plies = 0; plies <= 12 && !short_mate.spent(); ++plies)
            if (short_mate.forces(position, plies)) return Decision::yes;
    }
    if (one_minor)
        return Graph{attacker, DefenderMoves::all, limit / 4, defences}.solve(position, budget);
    for (const DefenderMoves moves :
         {DefenderMoves::one, DefenderMoves::without_pawns, DefenderMoves::all}) {
        const Decision answer = Graph{attacker, moves, limit, defences}.solve(position, budget);
        if (answer == Decision::no) return Decision::no;
        if (answer == Decision::yes && moves == DefenderMoves::all) return Decision::yes;
        if (answer == Decision::unknown) break;  // the next graph is no smaller
    }
    return Decision::unknown;
}

}  // namespace hakam::laws
