#include "hakam/laws/illegality.hpp"

#include "hakam/laws/article_id.hpp"

namespace hakam::laws {
namespace {

/// What a man does to move, by its kind (Laws 3.2 to 3.8.1).
auto movement(std::optional<PieceType> man) noexcept {
    switch (man.value_or(PieceType::pawn)) {
        case PieceType::bishop:
            return art::bishop_move;
        case PieceType::rook:
            return art::rook_move;
        case PieceType::queen:
            return art::queen_move;
        case PieceType::knight:
            return art::knight_move;
        case PieceType::king:
            return art::king_move;
        default:
            return art::pawn_moves;
    }
}

Words words_of(IllegalReason reason) noexcept {
    switch (reason) {
        case IllegalReason::no_such_man:
            return Words::why_no_such_man;
        case IllegalReason::empty_square:
            return Words::why_empty_square;
        case IllegalReason::wrong_turn:
            return Words::why_wrong_turn;
        case IllegalReason::own_man_on_target:
            return Words::why_own_man;
        case IllegalReason::cannot_reach:
            return Words::why_cannot_reach;
        case IllegalReason::blocked:
            return Words::why_blocked;
        case IllegalReason::pawn_takes_nothing:
            return Words::why_pawn_takes_nothing;
        case IllegalReason::no_en_passant:
            return Words::why_no_en_passant;
        case IllegalReason::promotion_missing:
            return Words::why_promotion_missing;
        case IllegalReason::promotion_false:
            return Words::why_promotion_false;
        case IllegalReason::left_in_check:
            return Words::why_left_in_check;
        case IllegalReason::pinned:
            return Words::why_pinned;
        case IllegalReason::king_into_check:
        case IllegalReason::castling_into_check:
            return Words::why_king_into_check;
        case IllegalReason::castling_right_lost:
            return Words::why_castling_right_lost;
        case IllegalReason::castling_in_check:
            return Words::why_castling_in_check;
        case IllegalReason::castling_blocked:
            return Words::why_castling_blocked;
        case IllegalReason::castling_through_attack:
            return Words::why_castling_through_attack;
        case IllegalReason::checkmated:
            return Words::why_checkmated;
        case IllegalReason::stalemated:
            break;
    }
    return Words::why_stalemated;
}

std::string text_of(Square s) { return {to_char(file_of(s)), to_char(rank_of(s))}; }

}  // namespace

Citation citation(const Illegality& why) noexcept {
    switch (why.reason) {
        case IllegalReason::no_such_man:
        case IllegalReason::empty_square:
            return {art::moves_of_the_men};
        case IllegalReason::wrong_turn:
            return {art::has_the_move};
        case IllegalReason::own_man_on_target:
            return {art::own_man_blocks};
        case IllegalReason::cannot_reach:
            return {movement(why.man)};
        case IllegalReason::blocked:
            return {why.man == PieceType::pawn ? art::pawn_step : art::no_jumping};
        case IllegalReason::pawn_takes_nothing:
            return {art::pawn_capture};
        case IllegalReason::no_en_passant:
            return {art::en_passant_at_once};
        case IllegalReason::promotion_missing:
        case IllegalReason::promotion_false:
            return {art::promotion};
        case IllegalReason::left_in_check:
        case IllegalReason::pinned:
        case IllegalReason::king_into_check:
            return {art::leaves_king_in_check};
        case IllegalReason::castling_right_lost:
            return {art::castling_right_lost};
        case IllegalReason::castling_in_check:
        case IllegalReason::castling_through_attack:
        case IllegalReason::castling_into_check:
            return {art::castling_attacked};
        case IllegalReason::castling_blocked:
            return {art::castling_blocked};
        case IllegalReason::checkmated:
            return {art::checkmate};
        case IllegalReason::stalemated:
            break;
    }
    return {art::stalemate};
}

std::string sentence(const Illegality& why, Color turn, std::string_view man, std::string_view by,
                     Language language) {
    const bool is_en_passant = why.reason == IllegalReason::no_en_passant;
    const auto square = why.crossing                                ? why.crossing
                        : is_en_passant                             ? why.by
                        : why.reason == IllegalReason::empty_square ? why.from
                                                                    : why.to;
    return fill(words_of(why.reason), language,
                {{"man", std::string{man}},
                 {"square", square ? text_of(*square) : std::string{}},
                 {"by", std::string{by}},
                 {"player", std::string{player(turn, language)}}});
}

}  // namespace hakam::laws
