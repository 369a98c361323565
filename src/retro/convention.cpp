#include "hakam/retro/convention.hpp"

#include <algorithm>

namespace hakam::retro {
namespace {

/// The squares that a double step of the side not to move can just have passed over, with an enemy
/// pawn beside.
std::vector<Square> capture_squares(const Diagram& diagram) {
    std::vector<Square> squares;
    const Color mover = ~diagram.turn;
    for (int f = 0; f < 8; ++f) {
        const Square passed =
            square(static_cast<File>(f), mover == Color::white ? Rank::r3 : Rank::r6);
        Diagram claimed = diagram;
        claimed.en_passant = passed;
        const auto position = position_of(claimed);
        if (position && position->en_passant_square() == passed) squares.push_back(passed);
    }
    return squares;
}

}  // namespace

Conventions conventions(const Diagram& diagram, const Budget& budget) {
    Conventions result;
    RightsFound found = rights(diagram, budget);
    for (const CastlingRights set : found.maximal) {
        const CastlingRights granted{set.rooks() & diagram.rights.rooks()};
        const bool inside =
            std::any_of(result.parts.begin(), result.parts.end(), [&](CastlingRights other) {
                return (granted.rooks() & ~other.rooks()).empty();
            });
        if (inside) continue;
        std::erase_if(result.parts, [&](CastlingRights other) {
            return (other.rooks() & ~granted.rooks()).empty();
        });
        result.parts.push_back(granted);
        result.castling = CastlingRights{result.castling.rooks() | granted.rooks()};
    }
    for (auto& [set, why] : found.refuted)
        if ((set.rooks() & ~diagram.rights.rooks()).empty())
            result.refuted.push_back({set, std::move(why)});
    Diagram bare = diagram;
    bare.rights = {};
    for (const Square passed : capture_squares(diagram)) {
        if (last_was_double_step(bare, passed, budget) == Decision::yes) {
            result.en_passant.push_back(passed);
            continue;
        }
        // The rights whose truth would leave only this last move.
        for (const CastlingRights part : result.parts)
            for (const Square rook : part.rooks()) {
                Diagram with = diagram;
                with.rights = CastlingRights{rook};
                if (last_was_double_step(with, passed, budget) == Decision::yes)
                    result.posterior.push_back({passed, CastlingRights{rook}});
            }
    }
    return result;
}

std::vector<CastlingRights> parts_after(const std::vector<CastlingRights>& parts, Square rook) {
    std::vector<CastlingRights> left;
    for (const CastlingRights part : parts)
        if (part.rooks().contains(rook)) left.push_back(part);
    return left;
}

std::vector<std::pair<Square, Square>> exclusive_castlings(const Setup& setup,
                                                           const Budget& budget) {
    std::vector<std::pair<Square, Square>> result;
    const Bitboard rooks = setup.castling.rooks();
    for (const Square rook : rooks)
        if (rook != Square::a1 && rook != Square::h1 && rook != Square::a8 && rook != Square::h8)
            return result;
    if (setup.board.at(Square::e1) != Piece{Color::white, PieceType::king} ||
        setup.board.at(Square::e8) != Piece{Color::black, PieceType::king})
        return result;
    std::optional<Conventions> found;
    for (const Square white : rooks)
        for (const Square black : rooks) {
            if (rank_of(white) != Rank::r1 || rank_of(black) != Rank::r8) continue;
            if (!found) found = conventions(diagram_of(setup), budget);
            const auto has = [&](Square rook) { return found->castling.rooks().contains(rook); };
            const bool together =
                std::any_of(found->parts.begin(), found->parts.end(), [&](CastlingRights part) {
                    return part.rooks().contains(white) && part.rooks().contains(black);
                });
            if (!together && has(white) && has(black)) result.emplace_back(white, black);
        }
    return result;
}

}  // namespace hakam::retro
