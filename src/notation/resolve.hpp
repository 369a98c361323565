#pragma once

// Finds the legal move that a few facts describe without listing all legal moves: look from the
// target square for own men of that kind, then see whether the king is safe afterwards. Equal to a
// search through Position::legal_moves() (tests compare the two); rulesets whose pawns or castling
// differ go that plain way.

#include <array>
#include <optional>

#include "hakam/core/attacks.hpp"
#include "hakam/core/position.hpp"

namespace hakam::notation {

/// What a slider on an empty board could reach; a look-up is only worth its while if a slider
/// stands there.
struct Rays {
    Bitboard straight;
    Bitboard diagonal;
};
constexpr std::array<Rays, 64> make_rays() noexcept {
    std::array<Rays, 64> table{};
    for (int a = 0; a < 64; ++a)
        for (int b = 0; b < 64; ++b) {
            const int files = b % 8 - a % 8;
            const int ranks = b / 8 - a / 8;
            if (a == b) continue;
            auto& rays = table[static_cast<std::size_t>(a)];
            if (files == 0 || ranks == 0) rays.straight |= square(b);
            if (files == ranks || files == -ranks) rays.diagonal |= square(b);
        }
    return table;
}
inline constexpr auto rays = make_rays();

/// Whether one of these sliders attacks `target`.
inline bool slides_to(Square target, Bitboard occupied, Bitboard straight,
                      Bitboard diagonal) noexcept {
    const Rays& from = rays[static_cast<std::size_t>(index(target))];
    straight &= from.straight;
    diagonal &= from.diagonal;
    return (!straight.empty() && !(attacks::rook(target, occupied) & straight).empty()) ||
           (!diagonal.empty() && !(attacks::bishop(target, occupied) & diagonal).empty());
}

/// Whether none of `enemy` attacks `king` when `occupied` blocks lines.
inline bool is_safe(const Board& b, Color us, Square king, Bitboard occupied,
                    Bitboard enemy) noexcept {
    const Bitboard leapers = (attacks::knight(king) & b.men(PieceType::knight)) |
                             (attacks::pawn(us, king) & b.men(PieceType::pawn)) |
                             (attacks::king(king) & b.men(PieceType::king));
    return (leapers & enemy).empty() &&
           !slides_to(king, occupied, b.straight_sliders() & enemy, b.diagonal_sliders() & enemy);
}

/// Whether a man other than the king may go from `from` to `to` as far as his own king is
/// concerned. `taken` is the square of the captured man, to() but for en passant.
inline bool leaves_king_safe(const Position& p, Square from, Square to, Square taken) noexcept {
    const Color us = p.turn();
    const Bitboard occupied = (p.occupied() & ~(Bitboard{from} | taken)) | to;
    return is_safe(p.board(), us, p.king(us), occupied, p.men(~us) & ~Bitboard{taken});
}

/// Own men of `type` (not pawns) with a legal move to `to`, castling left out.
inline Bitboard legal_origins(const Position& p, PieceType type, Square to,
                              Bitboard among) noexcept {
    const Board& b = p.board();
    const Color us = p.turn();
    const Bitboard occupied = b.occupied();
    const Bitboard own = b.men(us);
    if (own.contains(to)) return {};
    if (type == PieceType::king) {
        const Square king = p.king(us);
        if (!attacks::king(king).contains(to) || !among.contains(king)) return {};
        const Bitboard after = (occupied & ~Bitboard{king}) | to;
        return is_safe(b, us, to, after, b.men(~us) & ~Bitboard{to}) ? Bitboard{king} : Bitboard{};
    }
    Bitboard reach;
    switch (type) {
        case PieceType::knight:
            reach = attacks::knight(to);
            break;
        case PieceType::bishop:
            reach = attacks::bishop(to, occupied);
            break;
        case PieceType::rook:
            reach = attacks::rook(to, occupied);
            break;
        default:
            reach = attacks::queen(to, occupied);
            break;
    }
    Bitboard legal;
    for (const Square from : reach& own& b.men(type) & among)
        if (leaves_king_safe(p, from, to, to)) legal |= from;
    return legal;
}

/// Whether the rules move pawns as the Laws do, so that legal_pawn_move holds.
inline bool has_usual_pawns(const Position& p) noexcept {
    return p.rules() == RulesetId::standard || p.rules() == RulesetId::no_castling;
}

/// The legal pawn move to `to`: a capture from file `from`, or a step if there is none.
/// Pre: has_usual_pawns(p). `promotion` is 0 or a PieceType's index; it must fit the rank.
inline std::optional<Move> legal_pawn_move(const Position& p, Square to, std::optional<File> from,
                                           int promotion) noexcept {
    const Board& b = p.board();
    const Color us = p.turn();
    const Rank rank = relative_rank(us, to);
    if ((rank == Rank::r8) != (promotion != 0) || rank == Rank::r1) return std::nullopt;
    const int down = us == Color::white ? -8 : 8;
    const Bitboard pawns = b.men(us, PieceType::pawn);
    const MoveKind kind = promotion != 0 ? MoveKind::promotion : MoveKind::normal;
    if (from && *from != file_of(to)) {
        const int distance = index(*from) - index(file_of(to));
        if (distance != 1 && distance != -1) return std::nullopt;
        const Square origin = square(index(to) + down + distance);
        if (!pawns.contains(origin)) return std::nullopt;
        if (p.en_passant_square() == to) {
            if (!leaves_king_safe(p, origin, to, square(file_of(to), rank_of(origin))))
                return std::nullopt;
            return Move::make(origin, to, MoveKind::en_passant, PieceType::pawn,
                              index(PieceType::pawn));
        }
        if (!b.men(~us).contains(to) || !leaves_king_safe(p, origin, to, to)) return std::nullopt;
        return Move::make(origin, to, kind, PieceType::pawn, b.code_at(to), promotion);
    }
    if (b.occupied().contains(to)) return std::nullopt;
    const Square single = square(index(to) + down);
    if (pawns.contains(single)) {
        if (!leaves_king_safe(p, single, to, to)) return std::nullopt;
        return Move::make(single, to, kind, PieceType::pawn, 0, promotion);
    }
    if (rank != Rank::r4 || b.occupied().contains(single)) return std::nullopt;
    const Square origin = square(index(single) + down);
    if (!pawns.contains(origin) || !leaves_king_safe(p, origin, to, to)) return std::nullopt;
    return Move::make(origin, to, MoveKind::double_step, PieceType::pawn);
}

/// The legal castling move to that wing.
inline std::optional<Move> legal_castling(const Position& p, Wing wing) noexcept {
    if (!p.castling().rook(p.king(p.turn()), wing)) return std::nullopt;
    for (const Move move : p.legal_moves())
        if (move.is_castling() && move.wing() == wing) return move;
    return std::nullopt;
}

/// Whether a legal move gives check, without making it but for castling and en passant.
inline bool gives_check(const Position& p, Move move) noexcept {
    if (move.is_castling() || move.is_en_passant()) return p.after(move).is_check();
    const Board& b = p.board();
    const Color us = p.turn();
    const Square king = p.king(~us);
    const Bitboard origin{move.from()};
    const Bitboard target{move.to()};
    const Bitboard occupied = (b.occupied() & ~origin) | target;
    const Bitboard own = b.men(us) & ~origin;
    const PieceType type =
        move.is_promotion() ? static_cast<PieceType>(move.promotion_code()) : move.mover();
    const bool diagonal = (index(type) & 3) == 3;
    const bool straight = (index(type) & 5) == 5;
    const Bitboard diagonals = (b.diagonal_sliders() & own) | (diagonal ? target : Bitboard{});
    const Bitboard straights = (b.straight_sliders() & own) | (straight ? target : Bitboard{});
    if (slides_to(king, occupied, straights, diagonals)) return true;
    if (type == PieceType::knight) return attacks::knight(king).contains(move.to());
    if (type == PieceType::pawn) return attacks::pawn(~us, king).contains(move.to());
    return false;
}

}  // namespace hakam::notation
