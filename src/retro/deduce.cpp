#include "hakam/retro/deduce.hpp"

#include <algorithm>
#include <bit>

#include "structure.hpp"

namespace hakam::retro {
namespace {

Bitboard thinkable_rights(const Board& board) noexcept {
    Bitboard rooks;
    for (const Color c : colors) {
        if (board.men(c, PieceType::king) != Bitboard{square(File::e, back_rank(c))}) continue;
        for (const File f : {File::a, File::h})
            if (board.at(square(f, back_rank(c))) == Piece{c, PieceType::rook})
                rooks |= square(f, back_rank(c));
    }
    return rooks;
}

}  // namespace

RightsFound rights(const Diagram& diagram, const Budget& budget) {
    RightsFound found;
    std::vector<std::uint64_t> sets;
    const std::uint64_t all = thinkable_rights(diagram.board).bits();
    for (std::uint64_t some = all;; some = (some - 1) & all) {
        sets.push_back(some);
        if (some == 0) break;
    }
    std::sort(sets.begin(), sets.end(), [](std::uint64_t a, std::uint64_t b) {
        const int more = std::popcount(a) - std::popcount(b);
        return more != 0 ? more > 0 : a < b;
    });
    for (const std::uint64_t some : sets) {
        if (std::any_of(found.maximal.begin(), found.maximal.end(), [&](CastlingRights larger) {
                return (some & ~larger.rooks().bits()) == 0;
            }))
            continue;
        Diagram granted = diagram;
        granted.rights = CastlingRights{Bitboard{some}};
        Refutation refutation = refute(granted, budget);
        found.nodes += refutation.nodes;
        if (refutation.reason)
            found.refuted.push_back({granted.rights, std::move(*refutation.reason)});
        else
            found.maximal.push_back(granted.rights);
    }
    return found;
}

LastMoves last_moves(const Diagram& diagram, const Budget& budget) {
    LastMoves found;
    for (const Unmove& one : unmoves(diagram)) {
        Refutation refutation = refute(one.before, budget);
        found.nodes += refutation.nodes;
        if (refutation.reason)
            found.refuted.push_back({one.move, one.before, std::move(*refutation.reason)});
        else
            found.possible.push_back(one);
    }
    return found;
}

namespace {

void extend(const Diagram& diagram, int plies, std::size_t limit, const Budget& budget,
            std::vector<Move>& line, std::vector<std::vector<Move>>& lines) {
    if (lines.size() >= limit) return;
    if (plies == 0) {
        lines.push_back(line);
        return;
    }
    for (const Unmove& one : last_moves(diagram, budget).possible) {
        line.push_back(one.move);
        extend(one.before, plies - 1, limit, budget, line, lines);
        line.pop_back();
    }
}

}  // namespace

std::vector<std::vector<Move>> last_lines(const Diagram& diagram, int plies, std::size_t limit,
                                          const Budget& budget) {
    std::vector<std::vector<Move>> lines;
    std::vector<Move> line;
    extend(diagram, plies, limit, budget, line, lines);
    return lines;
}

Decision last_was_double_step(const Diagram& diagram, Square passed, const Budget& budget) {
    bool this_one = false;
    bool another = false;
    for (const Unmove& one : unmoves(diagram)) {
        const Square between = square((index(one.move.from()) + index(one.move.to())) / 2);
        const bool same = one.move.kind() == MoveKind::double_step && between == passed;
        if (same ? this_one : another) continue;
        if (refute(one.before, budget).reason) continue;
        (same ? this_one : another) = true;
    }
    if (!this_one) return Decision::no;
    return another ? Decision::unknown : Decision::yes;
}

std::vector<Color> possible_turns(const Diagram& diagram, const Budget& budget) {
    std::vector<Color> turns;
    for (const Color c : colors) {
        Diagram one = diagram;
        one.turn = c;
        if (!refute(one, budget).reason) turns.push_back(c);
    }
    return turns;
}

int fewest_pawn_captures(const Diagram& diagram, Color side) {
    const Structure structure = structure_of(diagram);
    return assign(structure.origins[static_cast<std::size_t>(index(side))]).captures;
}

bool certainly_promoted(const Diagram& diagram, Square man) {
    const auto piece = diagram.board.at(man);
    if (!piece || piece->type == PieceType::pawn || piece->type == PieceType::king) return false;
    const Structure structure = structure_of(diagram);
    Origins origins = structure.origins[static_cast<std::size_t>(index(piece->color))];
    for (std::size_t i = 0; i < origins.men.size(); ++i)
        if (origins.men[i] == man)
            for (std::size_t home = 8; home < 16; ++home) origins.captures[home][i] = impossible;
    return assign(origins).captures >
           structure.can_be_taken[static_cast<std::size_t>(index(~piece->color))];
}

}  // namespace hakam::retro
