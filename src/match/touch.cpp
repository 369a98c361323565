#include "hakam/match/touch.hpp"

#include <algorithm>

namespace hakam::match {
namespace {

/// The square a capture takes from: behind to() for en passant.
Square captured_on(Move move) noexcept {
    if (!move.is_en_passant()) return move.to();
    return square(file_of(move.to()), rank_of(move.from()));
}

struct Chances {
    const MoveList& moves;
    std::optional<Square> barred;  // rook with which castling is forbidden now

    bool allowed(Move m) const { return !(m.is_castling() && barred && m.to() == *barred); }
    bool can_move(Square s) const {
        return std::any_of(moves.begin(), moves.end(),
                           [&](Move m) { return m.from() == s && allowed(m); });
    }
    bool can_be_captured(Square s) const {
        return std::any_of(moves.begin(), moves.end(),
                           [&](Move m) { return m.is_capture() && captured_on(m) == s; });
    }
    const Move* capture_with(Square from, Square victim) const {
        const auto found = std::find_if(moves.begin(), moves.end(), [&](Move m) {
            return m.from() == from && m.is_capture() && captured_on(m) == victim;
        });
        return found == moves.end() ? nullptr : &*found;
    }
    const Move* castling_with(Square rook) const {
        const auto found = std::find_if(moves.begin(), moves.end(),
                                        [&](Move m) { return m.is_castling() && m.to() == rook; });
        return found == moves.end() ? nullptr : &*found;
    }
};

/// 4.3.3, last sentence: if the order is unclear the own man counts as touched first.
Touches in_order(const Touches& touches, Color us) {
    Touches result = touches;
    for (std::size_t i = 1; i < result.size(); ++i)
        if (result[i].unclear && result[i].man.color == us && result[i - 1].man.color != us)
            std::swap(result[i], result[i - 1]);
    // King and rook touched together: castling is meant (4.4.1).
    for (std::size_t i = 1; i < result.size(); ++i)
        if (result[i].unclear && result[i].man == Piece{us, PieceType::king} &&
            result[i - 1].man == Piece{us, PieceType::rook})
            std::swap(result[i], result[i - 1]);
    return result;
}

enum class CastlingTouch { none, king_first, rook_first };

struct Reading {
    Touches touches;
    CastlingTouch castling = CastlingTouch::none;
    Square king{};
    Square rook{};
    std::optional<std::size_t> own;    // first own man
    std::optional<std::size_t> enemy;  // first enemy man
};

Reading read(const Position& position, const Touches& all, bool rook_first_castles) {
    Reading r;
    const Color us = position.turn();
    r.touches = in_order(all, us);
    for (std::size_t i = 0; i < r.touches.size(); ++i) {
        auto& first = r.touches[i].man.color == us ? r.own : r.enemy;
        if (!first) first = i;
    }
    if (r.touches.size() < 2 || r.enemy == std::optional<std::size_t>{0}) return r;
    const Piece a = r.touches[0].man;
    const Piece b = r.touches[1].man;
    const Piece king{us, PieceType::king};
    const Piece rook{us, PieceType::rook};
    if (a == king && b == rook) {
        r.castling = CastlingTouch::king_first;
        r.king = r.touches[0].square;
        r.rook = r.touches[1].square;
    } else if (a == rook && b == king) {
        r.king = r.touches[1].square;
        r.rook = r.touches[0].square;
        r.castling = CastlingTouch::rook_first;
        if (rook_first_castles) r.castling = CastlingTouch::king_first;
    }
    return r;
}

Obligation castle(const Move& move) {
    Obligation o;
    o.kind = Obligation::Kind::castle;
    o.square = move.from();
    o.to = move.to();
    o.wing = move.wing();
    return o;
}

}  // namespace

bool Obligation::permits(Move move) const noexcept {
    if (barred_rook && move.is_castling() && move.to() == *barred_rook) return false;
    if (promotion && move.is_promotion() && move.promotion() != promotion) return false;
    switch (kind) {
        case Kind::none:
        case Kind::free:
            return true;
        case Kind::move:
            return move.from() == square;
        case Kind::capture:
            return move.is_capture() && captured_on(move) == square;
        case Kind::exact:
            return move.from() == square && !move.is_castling() && move.to() == to;
        case Kind::castle:
            return move.is_castling() && move.to() == to;
    }
    return true;
}

Obligation obligation(const Position& position, const Touches& touches, bool rook_first_castles) {
    using Kind = Obligation::Kind;
    Obligation result;
    if (touches.empty()) return result;
    const Reading r = read(position, touches, rook_first_castles);
    const MoveList moves = position.legal_moves();
    Chances chances{moves, std::nullopt};
    result.kind = Kind::free;

    if (r.castling == CastlingTouch::king_first) {
        if (const Move* move = chances.castling_with(r.rook)) return castle(*move);  // 4.4.1
        if (chances.can_move(r.king)) {  // 4.4.3: the rook touched second does not bind
            result.kind = Kind::move;
            result.square = r.king;
        }
        if (result.kind == Kind::move ||
            position.castling().rooks(position.turn()).contains(r.rook))
            return result;
        // Not an attempt to castle: the rook has no right at all and the king no move. Touching
        // two own men in that order still binds nobody (4.4.3).
        return result;
    }
    if (r.castling == CastlingTouch::rook_first) {  // 4.4.2
        chances.barred = r.rook;
        if (chances.castling_with(r.rook) != nullptr) result.barred_rook = r.rook;
    }
    if (r.own && r.enemy) {  // 4.3.3
        const Square from = r.touches[*r.own].square;
        const Square victim = r.touches[*r.enemy].square;
        if (const Move* move = chances.capture_with(from, victim)) {
            result.kind = Kind::exact;
            result.square = from;
            result.to = move->to();
            return result;
        }
    }
    for (const Touch& touch : r.touches) {  // 4.3.1, 4.3.2, 4.3.3
        const bool own = touch.man.color == position.turn();
        if (own ? chances.can_move(touch.square) : chances.can_be_captured(touch.square)) {
            result.kind = own ? Kind::move : Kind::capture;
            result.square = touch.square;
            return result;
        }
    }
    return result;  // 4.5
}

std::string obligation_articles(const Position& position, const Touches& touches,
                                const Obligation& result) {
    using Kind = Obligation::Kind;
    if (touches.empty()) return {};
    const Reading r = read(position, touches, false);
    if (r.castling == CastlingTouch::king_first) {
        if (result.kind == Kind::castle) return "4.4.1";
        return result.kind == Kind::free ? "4.4.3; 4.5" : "4.4.3";
    }
    if (r.castling == CastlingTouch::rook_first) return "4.4.2; 4.3.1";
    std::string text = r.own && r.enemy ? "4.3.3" : r.own ? "4.3.1" : "4.3.2";
    if (result.kind == Kind::free) text = "4.5";
    return text;
}

std::string format(const Obligation& o) {
    using Kind = Obligation::Kind;
    std::string text;
    switch (o.kind) {
        case Kind::none:
            break;
        case Kind::free:
            text = "free";
            break;
        case Kind::move:
            text = "move:" + to_string(o.square);
            break;
        case Kind::capture:
            text = "capture:" + to_string(o.square);
            break;
        case Kind::exact:
            text = "exact:" + to_string(o.square) + to_string(o.to);
            break;
        case Kind::castle:
            text = o.wing == Wing::king ? "castle:K" : "castle:Q";
            break;
    }
    if (o.promotion) {
        const char letter = static_cast<char>(to_char(*o.promotion) + ('a' - 'A'));
        text = std::string{"promo:"} + letter + "@" + to_string(o.to);
    }
    return text;
}

}  // namespace hakam::match
