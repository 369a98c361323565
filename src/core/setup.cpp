#include "hakam/core/setup.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "hakam/core/attacks.hpp"
#include "last_move.hpp"

namespace hakam {

std::string_view name(SetupFaultCode code) noexcept {
    switch (code) {
        case SetupFaultCode::missing_king:
            return "missing-king";
        case SetupFaultCode::extra_king:
            return "extra-king";
        case SetupFaultCode::adjacent_kings:
            return "adjacent-kings";
        case SetupFaultCode::opponent_in_check:
            return "opponent-in-check";
        case SetupFaultCode::pawn_on_back_rank:
            return "pawn-on-back-rank";
        case SetupFaultCode::false_castling_right:
            return "false-castling-right";
        case SetupFaultCode::false_en_passant:
            return "false-en-passant";
        case SetupFaultCode::too_many_men:
            return "too-many-men";
        case SetupFaultCode::too_many_pawns:
            return "too-many-pawns";
        case SetupFaultCode::too_many_promoted:
            return "too-many-promoted";
        case SetupFaultCode::too_many_checkers:
            return "too-many-checkers";
        case SetupFaultCode::impossible_double_check:
            return "impossible-double-check";
        case SetupFaultCode::impossible_check:
            return "impossible-check";
        case SetupFaultCode::check_against_en_passant:
            return "check-against-en-passant";
        case SetupFaultCode::bad_halfmove_clock:
            return "bad-halfmove-clock";
        case SetupFaultCode::bad_fullmove_number:
            return "bad-fullmove-number";
    }
    return "unknown";
}

std::string describe(const SetupFault& f) {
    const std::string side = f.color ? (*f.color == Color::white ? "white" : "black") : "";
    const std::string place = f.square ? to_string(*f.square) : "";
    switch (f.code) {
        case SetupFaultCode::missing_king:
            return "there is no " + side + " king";
        case SetupFaultCode::extra_king:
            return "a further " + side + " king on " + place;
        case SetupFaultCode::adjacent_kings:
            return "the kings stand on neighbouring squares";
        case SetupFaultCode::opponent_in_check:
            return "the " + side + " king on " + place + " is in check but it is not its turn";
        case SetupFaultCode::pawn_on_back_rank:
            return "a " + side + " pawn on the first or last rank (" + place + ")";
        case SetupFaultCode::false_castling_right:
            return "a false " + side + " castling right: king or rook (" + place +
                   ") is not at home";
        case SetupFaultCode::false_en_passant:
            return "no double step can have passed over " + place;
        case SetupFaultCode::too_many_men:
            return "more than 16 " + side + " men";
        case SetupFaultCode::too_many_pawns:
            return "more than 8 " + side + " pawns";
        case SetupFaultCode::too_many_promoted:
            return "more promoted " + side + " men than missing " + side + " pawns";
        case SetupFaultCode::too_many_checkers:
            return "three or more men give check";
        case SetupFaultCode::impossible_double_check:
            return "no single move can have given both checks";
        case SetupFaultCode::impossible_check:
            return "no move can have given this check";
        case SetupFaultCode::check_against_en_passant:
            return "the king was in check before the double step over " + place;
        case SetupFaultCode::bad_halfmove_clock:
            return "the half-move clock is not zero after a double step";
        case SetupFaultCode::bad_fullmove_number:
            return "the move number is zero";
    }
    return {};
}

namespace {

void check_kings(const Setup& setup, SetupFaults& out) {
    for (const Color c : colors) {
        const Bitboard kings = setup.board.men(c, PieceType::king);
        if (kings.empty())
            out.push_back({SetupFaultCode::missing_king, std::nullopt, c});
        else
            for (const Square s : kings.without_first())
                out.push_back({SetupFaultCode::extra_king, s, c});
    }
    const Bitboard white = setup.board.men(Color::white, PieceType::king);
    const Bitboard black = setup.board.men(Color::black, PieceType::king);
    for (const Square s : white)
        if (!(attacks::king(s) & black).empty()) {
            out.push_back({SetupFaultCode::adjacent_kings, s, std::nullopt});
            break;
        }
}

/// One king on its back rank between the rooks; the outermost rook of each wing (X-FEN).
bool right_is_true(const Setup& setup, Square rook, RulesetId rules) noexcept {
    if (rules == RulesetId::no_castling) return false;
    for (const Color c : colors) {
        if (rank_of(rook) != back_rank(c)) continue;
        const auto king = setup.board.men(c, PieceType::king).only();
        if (!king || rank_of(*king) != back_rank(c) || file_of(*king) == File::a ||
            file_of(*king) == File::h || setup.board.at(rook) != Piece{c, PieceType::rook})
            return false;
        for (const Square other : setup.castling.rooks(c) & setup.board.men(c, PieceType::rook))
            if (rook > *king ? other > rook : other < rook) return false;
        return true;
    }
    return false;
}

/// A pawn stands beyond the square, which is empty like the one the pawn came from.
bool en_passant_is_true(const Setup& setup, Square target, RulesetId rules) noexcept {
    const Color mover = ~setup.turn;
    const Rank rank = relative_rank(mover, target);
    if (rules == RulesetId::torpedo ? rank < Rank::r3 || rank > Rank::r6 : rank != Rank::r3)
        return false;
    const int up = mover == Color::white ? 8 : -8;
    return !setup.board.at(target) && !setup.board.at(square(index(target) - up)) &&
           setup.board.at(square(index(target) + up)) == Piece{mover, PieceType::pawn};
}

void check_material(const Board& board, SetupFaults& out) {
    const auto over = [](int count, int start) { return std::max(0, count - start); };
    for (const Color c : colors)
        if (board.men(c).size() > 16)
            out.push_back({SetupFaultCode::too_many_men, std::nullopt, c});
    for (const Color c : colors)
        if (board.men(c, PieceType::pawn).size() > 8)
            out.push_back({SetupFaultCode::too_many_pawns, std::nullopt, c});
    for (const Color c : colors) {
        const Bitboard bishops = board.men(c, PieceType::bishop);
        const int promoted = over(board.men(c, PieceType::queen).size(), 1) +
                             over(board.men(c, PieceType::rook).size(), 2) +
                             over(board.men(c, PieceType::knight).size(), 2) +
                             over((bishops & Bitboard::light()).size(), 1) +
                             over((bishops & Bitboard::dark()).size(), 1);
        if (promoted > over(8, board.men(c, PieceType::pawn).size()))
            out.push_back({SetupFaultCode::too_many_promoted, std::nullopt, c});
    }
}

/// Checks that the last move cannot have given, and a last move that it cannot have been.
void check_last_move(const Setup& setup, Bitboard false_rights, bool en_passant_true,
                     RulesetId rules, SetupFaults& out) {
    const auto king = setup.board.men(setup.turn, PieceType::king).only();
    if (!king || !setup.board.men(~setup.turn, PieceType::king).only()) return;
    const Bitboard checkers =
        attackers_without_king(setup.board, setup.board.occupied(), *king, ~setup.turn);
    if (checkers.size() > 2) {
        out.push_back({SetupFaultCode::too_many_checkers, *king, setup.turn});
        return;
    }
    if (en_passant_true) {
        if (!double_step_led_to(setup, *setup.en_passant))
            out.push_back(
                {SetupFaultCode::check_against_en_passant, *setup.en_passant, setup.turn});
        return;
    }
    const CastlingRights rights{setup.castling.rooks() & ~false_rights};
    if (!checkers.empty() && !some_move_led_to(setup, rights, rules))
        out.push_back({checkers.has_many() ? SetupFaultCode::impossible_double_check
                                           : SetupFaultCode::impossible_check,
                       *king, setup.turn});
}

}  // namespace

SetupFaults faults(const Setup& setup, RulesetId rules) {
    SetupFaults out;
    const Board& board = setup.board;
    check_kings(setup, out);
    const Color them = ~setup.turn;
    if (const auto king = board.men(them, PieceType::king).only())
        if (!attackers_without_king(board, board.occupied(), *king, setup.turn).empty())
            out.push_back({SetupFaultCode::opponent_in_check, *king, them});
    for (const Square s :
         board.men(PieceType::pawn) & (Bitboard::of(Rank::r1) | Bitboard::of(Rank::r8)))
        out.push_back({SetupFaultCode::pawn_on_back_rank, s, board.at(s)->color});
    Bitboard false_rights;
    for (const Square s : setup.castling.rooks())
        if (!right_is_true(setup, s, rules)) {
            out.push_back({SetupFaultCode::false_castling_right, s,
                           rank_of(s) == Rank::r8 ? Color::black : Color::white});
            false_rights |= s;
        }
    const bool en_passant_true =
        setup.en_passant && en_passant_is_true(setup, *setup.en_passant, rules);
    if (setup.en_passant && !en_passant_true)
        out.push_back({SetupFaultCode::false_en_passant, *setup.en_passant, std::nullopt});
    check_material(board, out);
    check_last_move(setup, false_rights, en_passant_true, rules, out);
    if (setup.en_passant && setup.halfmove_clock.value != 0)
        out.push_back({SetupFaultCode::bad_halfmove_clock, std::nullopt, std::nullopt});
    if (setup.fullmove_number.value == 0)
        out.push_back({SetupFaultCode::bad_fullmove_number, std::nullopt, std::nullopt});
    std::sort(out.begin(), out.end(), [](const SetupFault& a, const SetupFault& b) {
        return std::tie(a.code, a.square, a.color) < std::tie(b.code, b.square, b.color);
    });
    return out;
}

}  // namespace hakam
