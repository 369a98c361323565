#include "articles.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "apply.hpp"
#include "hakam/core/attacks.hpp"
#include "text.hpp"

namespace hakam::match::detail {
namespace {

constexpr std::array<std::string_view, 24> cause_articles = {
    "",          "3.1",       "3.10.2",  "3.2",       "3.3",         "3.4",
    "3.6",       "3.7",       "3.8.1",   "3.5",       "3.7.3.2",     "3.7.3.3",
    "3.9.2",     "3.9.2",     "1.4.1",   "3.8.2",     "3.8.2.1.1",   "3.8.2.1.2",
    "3.8.2.2.1", "3.8.2.2.2", "VAR-NC1", "GII.3.2.7", "GII.3; 3.8.2.2.1", "GII.3; 3.9.2"};

Cause kind_of(PieceType type) {
    switch (type) {
        case PieceType::pawn:
            return Cause::pawn;
        case PieceType::knight:
            return Cause::knight;
        case PieceType::bishop:
            return Cause::bishop;
        case PieceType::rook:
            return Cause::rook;
        case PieceType::queen:
            return Cause::queen;
        case PieceType::king:
            return Cause::king;
    }
    return Cause::moves_otherwise;
}

/// The changes from the official to the physical board, by colour of the mover.
struct Changes {
    StaticVector<Square, 8> left;     // squares that own men have left
    StaticVector<Square, 8> arrived;  // squares with an own man that was not there
};
Changes changes(const Board& before, const Board& now, Color us) {
    Changes result;
    for (int i = 0; i < 64; ++i) {
        const Square s = square(i);
        const auto a = before.at(s);
        const auto b = now.at(s);
        if (a == b) continue;
        if (a && a->color == us && result.left.size() < 8) result.left.push_back(s);
        if (b && b->color == us && result.arrived.size() < 8) result.arrived.push_back(s);
    }
    return result;
}

bool moved_before(const LiveGame& game, Square home) {
    for (std::size_t i = 1; i < game.history.size(); ++i) {
        const Move move = game.history[i].move;
        if (move.from() == home || move.to() == home) return true;
    }
    return false;
}

Cause why_no_castling(const LiveGame& game, Square king, Square rook) {
    const Position& p = game.position();
    const Color us = p.turn();
    if (p.rules() == RulesetId::no_castling) return Cause::no_castling;
    const bool shuffled = game.rules().chess960;
    const Wing wing = rook > king ? Wing::king : Wing::queen;
    if (!p.castling().rooks().contains(rook)) {
        if (!shuffled && king != square(File::e, back_rank(us))) return Cause::castling;
        if (!shuffled && file_of(rook) != File::a && file_of(rook) != File::h)
            return Cause::castling;
        if (moved_before(game, king)) return Cause::king_has_moved;
        if (moved_before(game, rook)) return Cause::rook_has_moved;
        return p.castling().rooks(us).empty() ? Cause::king_has_moved : Cause::rook_has_moved;
    }
    const Square king_to = castled_king(us, wing);
    const Square rook_to = castled_rook(us, wing);
    const Bitboard path = attacks::between(king, king_to) | attacks::between(rook, rook_to) |
                          attacks::between(king, rook) | king_to | rook_to;
    const Bitboard others = p.occupied() & ~Bitboard{king} & ~Bitboard{rook};
    if (shuffled) {
        const Bitboard needed =
            attacks::between(king, king_to) | attacks::between(rook, rook_to) | king_to | rook_to;
        if (!(needed & others).empty()) return Cause::castling_960;
        for (const Square s : attacks::between(king, king_to) | king | king_to)
            if (is_attacked(p.board(), s, ~us)) return Cause::castling_960_attack;
        return Cause::castling_960_check;
    }
    if (!((path & ~Bitboard{king} & ~Bitboard{rook}) & others).empty()) return Cause::men_between;
    return Cause::through_attack;
}

}  // namespace

std::string_view articles_of(Cause cause) noexcept {
    if (cause == Cause::not_exchanged) return "4.7.3";
    return cause_articles[static_cast<std::size_t>(cause)];
}

std::string duty_articles(const LiveGame& game, const Position& position,
                          const Obligation& must) {
    const InHand& hand = game.state.in_hand;
    std::string touched = obligation_articles(position, hand.touches, must);
    if (must.decided() && hand.fixed.decided() && hand.fixed.to == must.to &&
        hand.fixed.square == must.square) {
        Cites cites{touched};
        return cites.add(must.kind == Obligation::Kind::castle ? "4.7.2" : "4.7").text();
    }
    return touched;
}

bool is_castling(Cause cause) noexcept {
    return cause >= Cause::castling && cause <= Cause::castling_960_check;
}

Cause cause_of(const LiveGame& game) {
    const auto base = playing_position(game);
    const Board& before = base ? base->board() : game.state.irregular_board;
    const Color us = game.turn();
    const Board& now = game.state.physical;
    if (!king_of(now, ~us) && king_of(before, ~us)) return Cause::king_captured;
    const Changes change = changes(before, now, us);
    if (now.men(us, PieceType::king).has_many()) return Cause::promotion;
    const bool king_left = std::any_of(change.left.begin(), change.left.end(), [&](Square s) {
        return before.at(s) == Piece{us, PieceType::king};
    });
    if (king_left && change.left.size() >= 2 && base) {
        for (const Square s : change.left)
            if (before.at(s) == Piece{us, PieceType::rook}) {
                const Square king = *king_of(before, us);
                const auto arrived = king_of(now, us);
                if (arrived && rank_of(*arrived) != rank_of(king)) return Cause::castling;
                if (rank_of(s) != rank_of(king)) return Cause::castling;
                return why_no_castling(game, king, s);
            }
    }
    if (king_left && change.left.size() == 1 && base) {  // the king alone, two squares
        const Square king = change.left.front();
        const auto arrived = king_of(now, us);
        if (arrived)
            if (const auto attempt =
                    castling_attempt(game, before, {us, PieceType::king}, king, *arrived))
                return why_no_castling(game, king, attempt->rook);
        // Farther along its rank, or onto its rook: a castling that this game does not have.
        const Square home = square(file_of(king), back_rank(us));
        if (arrived && king == home && rank_of(*arrived) == rank_of(king) &&
            std::abs(index(*arrived) - index(king)) > 1)
            return Cause::castling;
    }
    // Two men at once are moved in castling only: two pieces along the first rank are meant so.
    if (change.left.size() == 2 && change.arrived.size() == 2) {
        const auto at_home = [&](Square s) { return rank_of(s) == back_rank(us); };
        const bool pieces = std::all_of(change.left.begin(), change.left.end(), at_home) &&
                            std::all_of(change.arrived.begin(), change.arrived.end(), at_home);
        return pieces ? Cause::castling : Cause::moves_otherwise;
    }
    if (change.left.empty() && change.arrived.size() == 1) return Cause::not_exchanged;
    if (change.left.empty() || change.arrived.empty()) return Cause::moves_otherwise;
    const Square from = change.left.front();
    const Square to = change.arrived.front();
    const Piece man = *before.at(from);
    if (change.left.size() == 2 && change.arrived.size() == 1) return Cause::own_man;
    if (man.type == PieceType::pawn) {
        if (relative_rank(us, to) == Rank::r8 && now.at(to)->type == PieceType::king)
            return Cause::promotion;
        if (relative_rank(us, to) == Rank::r8 && now.at(to)->type == PieceType::pawn)
            return Cause::promotion;
        const auto beside = before.at(square(file_of(to), rank_of(from)));
        if (file_of(from) != file_of(to) && !before.at(to) &&
            attacks::pawn(us, from).contains(to) && beside == Piece{~us, PieceType::pawn} &&
            !now.at(square(file_of(to), rank_of(from)))) {
            // A capture in passing: too late, or the king would stand in check.
            const bool in_time = base && base->double_step_square() == to;
            return in_time ? Cause::ep_left_in_check : Cause::late_en_passant;
        }
    }
    if (before.at(to) && before.at(to)->color == us) return Cause::own_man;
    if (moves_so(before, man, from, to)) {
        if (man.type == PieceType::king) return Cause::king;
        return Cause::left_in_check;
    }
    const Bitboard none;
    if (man.type == PieceType::bishop && attacks::bishop(from, none).contains(to))
        return Cause::jumped;
    if (man.type == PieceType::rook && attacks::rook(from, none).contains(to)) return Cause::jumped;
    if (man.type == PieceType::queen && attacks::queen(from, none).contains(to))
        return Cause::jumped;
    return kind_of(man.type);
}

bool Cites::has(std::string_view one) const noexcept {
    for (const std::string_view known : split(text_, ";"))
        if (trimmed(known) == one) return true;
    return false;
}

Cites& Cites::add(const laws::Citations& citations) {
    for (const laws::Citation citation : citations) add(citation.label());
    return *this;
}

Cites& Cites::add(std::string_view list) {
    for (std::string_view one : split(list, ";")) {
        one = trimmed(one);
        if (one.empty() || has(one)) continue;
        if (!text_.empty()) text_ += "; ";
        text_ += one;
    }
    return *this;
}

}  // namespace hakam::match::detail
