#include <algorithm>
#include <array>
#include <cstdlib>

#include "apply.hpp"
#include "hakam/core/attacks.hpp"

namespace hakam::match::detail {
namespace {

/// Whether after(move) puts the men exactly so; looks at few squares before the whole board.
bool leads_to(const Position& position, Move move, const Board& physical) {
    if (!move.is_castling() && physical.at(move.from())) return false;
    return position.after(move).board() == physical;
}

}  // namespace

std::optional<Move> move_to(const Position& position, const Board& physical) {
    const Bitboard left = position.board().occupied() & ~physical.occupied();
    if (left.empty() && physical == position.board()) return std::nullopt;
    for (const Move move : position.legal_moves())
        if (leads_to(position, move, physical)) return move;
    return std::nullopt;
}

std::optional<Square> king_of(const Board& board, Color c) {
    const Bitboard kings = board.men(c, PieceType::king);
    if (kings.empty()) return std::nullopt;
    return kings.first();
}

bool is_attacked(const Board& board, Square s, Color by) {
    const Bitboard all = board.occupied();
    const Bitboard men = board.men(by);
    const Bitboard straight = board.straight_sliders() & men;
    const Bitboard diagonal = board.diagonal_sliders() & men;
    return !(attacks::rook(s, all) & straight).empty() ||
           !(attacks::bishop(s, all) & diagonal).empty() ||
           !(attacks::knight(s) & board.men(by, PieceType::knight)).empty() ||
           !(attacks::king(s) & board.men(by, PieceType::king)).empty() ||
           !(attacks::pawn(~by, s) & board.men(by, PieceType::pawn)).empty();
}

bool moves_so(const Board& board, Piece man, Square from, Square to) {
    if (from == to) return false;
    const auto target = board.at(to);
    if (target && target->color == man.color) return false;
    const Bitboard all = board.occupied();
    switch (man.type) {
        case PieceType::knight:
            return attacks::knight(from).contains(to);
        case PieceType::bishop:
            return attacks::bishop(from, all).contains(to);
        case PieceType::rook:
            return attacks::rook(from, all).contains(to);
        case PieceType::queen:
            return attacks::bishop(from, all).contains(to) || attacks::rook(from, all).contains(to);
        case PieceType::king:
            return attacks::king(from).contains(to);
        case PieceType::pawn:
            break;
    }
    if (target) return attacks::pawn(man.color, from).contains(to);
    if (file_of(from) != file_of(to)) return false;
    const int step = man.color == Color::white ? 8 : -8;
    const int distance = index(to) - index(from);
    if (distance == step) return true;
    return distance == 2 * step && relative_rank(man.color, from) == Rank::r2 &&
           !all.contains(square(index(from) + step));
}

std::optional<CastlingAttempt> castling_attempt(const LiveGame& game, const Board& board, Piece man,
                                                Square from, Square to) {
    if (man.type != PieceType::king || rank_of(from) != rank_of(to)) return std::nullopt;
    const Piece rook{man.color, PieceType::rook};
    const Wing wing = to > from ? Wing::king : Wing::queen;
    // In Chess960 the king is put onto his rook; a screen takes that for castling in any game.
    const bool onto_rook = game.rules().chess960 || game.rules().mode == Mode::online;
    if (board.at(to) == rook && onto_rook)
        return CastlingAttempt{from, to, castled_king(man.color, wing),
                               castled_rook(man.color, wing)};
    if (board.at(to) == rook || std::abs(index(to) - index(from)) != 2) return std::nullopt;
    const int step = to > from ? 1 : -1;
    for (int f = index(file_of(from)) + step; f >= 0 && f < 8; f += step) {
        const Square s = square(static_cast<File>(f), rank_of(from));
        if (board.at(s) == rook && s != square(index(from) + step))
            return CastlingAttempt{from, s, to, square(index(from) + step)};
        if (board.at(s) == rook) return CastlingAttempt{from, s, to, s};
    }
    return std::nullopt;
}

namespace {

/// The board with the pawns of `owner` on their last rank turned into `type`.
Board exchanged(Board board, Color owner, PieceType type) {
    for (const Square s : board.men(owner, PieceType::pawn) & Bitboard::of(back_rank(~owner)))
        board.put(s, {owner, type});
    return board;
}

/// The position, at need without castling rights that the men no longer bear out.
std::optional<Position> tolerant_position(Setup setup, RulesetId rules) {
    auto position = Position::from(setup, rules, Tolerance::unreachable());
    if (!position) {
        setup.castling = CastlingRights{};
        position = Position::from(setup, rules, Tolerance::unreachable());
    }
    if (!position) return std::nullopt;
    return *position;
}

}  // namespace

std::optional<Position> reply_to_irregular(const Board& before, Color replier, const Board& after,
                                           const Position& official) {
    std::optional<Square> from;
    std::optional<Square> to;
    for (int i = 0; i < 64; ++i) {
        const Square s = square(i);
        const auto old_man = before.at(s);
        const auto new_man = after.at(s);
        if (old_man == new_man) continue;
        if (new_man && new_man->color == replier) {
            if (to) return std::nullopt;
            to = s;
        } else if (!new_man && old_man->color == replier) {
            if (from) return std::nullopt;
            from = s;
        } else {
            return std::nullopt;
        }
    }
    if (!from || !to) return std::nullopt;
    const Piece man = *before.at(*from);
    if (!moves_so(before, man, *from, *to)) return std::nullopt;
    const Piece arrived = *after.at(*to);
    const bool promoted = man.type == PieceType::pawn && relative_rank(replier, *to) == Rank::r8;
    if (promoted ? arrived.type == PieceType::pawn || arrived.type == PieceType::king
                 : arrived != man)
        return std::nullopt;
    Setup setup = official.setup();
    setup.turn = ~replier;
    setup.en_passant.reset();
    setup.halfmove_clock = HalfmoveClock{0};
    if (replier == Color::black) ++setup.fullmove_number.value;
    // A pawn that was not exchanged stands for a queen (7.5.2); where a queen would give check to
    // a king that has just moved, for less.
    for (const PieceType type :
         {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight}) {
        setup.board = exchanged(after, ~replier, type);
        if (const auto position = tolerant_position(setup, official.rules())) return position;
        if (setup.board == after) break;
    }
    return std::nullopt;
}

Bitboard unexchanged_pawns(const LiveGame& game) {
    Bitboard pawns;
    if (game.state.irregular) return pawns;
    const Board& official = game.position().board();
    for (const Color c : colors)
        for (const Square s :
             game.state.physical.men(c, PieceType::pawn) & Bitboard::of(back_rank(~c)))
            if (official.at(s) && official.at(s)->color == c) pawns |= s;
    return pawns;
}

Board men_in_play(const LiveGame& game) {
    Board board = game.state.physical;
    for (const Square s : unexchanged_pawns(game)) board.put(s, *game.position().board().at(s));
    return board;
}

std::optional<Position> playing_position(const LiveGame& game) {
    if (!game.state.irregular) return game.position();
    Setup setup = game.position().setup();
    setup.board = game.state.irregular_board;
    setup.turn = game.turn();
    setup.en_passant.reset();
    setup.halfmove_clock = HalfmoveClock{0};
    setup.fullmove_number.value += (game.state.acts_in_a_row +
                                    (game.position().turn() == Color::black ? 1U : 0U)) / 2U;
    return tolerant_position(setup, game.position().rules());
}

namespace {

/// Both restrictions, if some legal move satisfies both; else the first alone.
Obligation narrowed(const Position& position, const Obligation& first, const Obligation& second) {
    using Kind = Obligation::Kind;
    if (first.kind == Kind::none || first.kind == Kind::free)
        return second.kind == Kind::none ? first : second;
    if (second.kind == Kind::none || second.kind == Kind::free) return first;
    if (first.decided()) {
        // The squares are fixed, the new piece may still have been chosen.
        Obligation both = first;
        if (!both.promotion && second.kind == first.kind && second.square == first.square &&
            second.to == first.to)
            both.promotion = second.promotion;
        return both;
    }
    const MoveList moves = position.legal_moves();
    const bool common = std::any_of(moves.begin(), moves.end(),
                                    [&](Move m) { return first.permits(m) && second.permits(m); });
    return common ? second : first;
}

Obligation by_touch(const LiveGame& game) {
    const auto position = playing_position(game);
    if (!position || !game.rules().touch_move) return {};
    return obligation(*position, game.state.in_hand.touches, game.rules().rook_first_castles);
}

}  // namespace

Obligation present_obligation(const LiveGame& game) {
    using Kind = Obligation::Kind;
    const InHand& hand = game.state.in_hand;
    if (!game.rules().touch_move && game.state.owed.kind == Kind::none) return {};
    const auto position = playing_position(game);
    if (!position) return {};
    Obligation result = by_touch(game);
    if (hand.fixed.kind != Kind::none) result = narrowed(*position, result, hand.fixed);
    // What a ruling obliged to may have become impossible: the arbiter has set up other men since.
    const Obligation& owed = game.state.owed;
    if (owed.kind == Kind::none) return result;
    const MoveList moves = position->legal_moves();
    if (owed.kind != Kind::free &&
        std::none_of(moves.begin(), moves.end(), [&](Move m) { return owed.permits(m); }))
        return result;
    return narrowed(*position, owed, result);
}

Obligation replacement(const LiveGame& game) {
    Obligation result = by_touch(game);
    // A man released as part of a legal move, or a new piece chosen by touch, still binds (4.7).
    const InHand& hand = game.state.in_hand;
    if (hand.fixed.kind != Obligation::Kind::none && !hand.wrong) result = present_obligation(game);
    return result;
}

}  // namespace hakam::match::detail
