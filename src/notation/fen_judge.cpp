#include "fen_reader.hpp"

namespace hakam::fen {
namespace {

std::string expectation(SetupFaultCode code) {
    switch (code) {
        case SetupFaultCode::missing_king:
        case SetupFaultCode::extra_king:
            return "one king a side";
        case SetupFaultCode::adjacent_kings:
            return "kings that do not touch";
        case SetupFaultCode::opponent_in_check:
            return "a king not in check";
        case SetupFaultCode::pawn_on_back_rank:
            return "pawns on ranks 2 to 7";
        case SetupFaultCode::false_castling_right:
            return "a true castling right";
        case SetupFaultCode::false_en_passant:
            return "a true en passant square";
        case SetupFaultCode::too_many_men:
        case SetupFaultCode::too_many_pawns:
        case SetupFaultCode::too_many_promoted:
            return "men that a game can have";
        case SetupFaultCode::too_many_checkers:
        case SetupFaultCode::impossible_check:
        case SetupFaultCode::impossible_double_check:
        case SetupFaultCode::check_against_en_passant:
            return "a check that a game can have";
        case SetupFaultCode::bad_halfmove_clock:
            return "half-move clock 0";
        case SetupFaultCode::bad_fullmove_number:
            return "a move number from 1";
    }
    return "a possible position";
}

/// Position::from refuses the others whatever the caller tolerates.
constexpr bool may_be_tolerated(SetupFaultCode code) noexcept {
    return code != SetupFaultCode::missing_king && code != SetupFaultCode::extra_king &&
           code != SetupFaultCode::adjacent_kings && code != SetupFaultCode::opponent_in_check;
}

}  // namespace

Setup Reader::playable() const {
    Setup result = setup_;
    result.castling = CastlingRights{true_rooks_};
    return result;
}

void Reader::judge() {
    for (const std::uint16_t at : false_letters_) judge_false_letter(at);
    for (const SetupFault& f : hakam::faults(playable(), options_.rules)) {
        const auto [offset, length] = place(f);
        judge_one(f.code, offset, length, describe(f));
    }
    text::sort_by_place(faults_);
}

void Reader::judge_what_was_read() {
    if (!was_read(0)) return judge_kings();
    for (const std::uint16_t at : false_letters_) judge_false_letter(at);
    for (const SetupFault& f : hakam::faults(playable(), options_.rules)) {
        if (!stands_without_unread(f.code)) continue;
        const auto [offset, length] = place(f);
        judge_one(f.code, offset, length, describe(f));
    }
    text::sort_by_place(faults_);
}

bool Reader::stands_without_unread(SetupFaultCode code) const {
    switch (code) {
        case SetupFaultCode::opponent_in_check:
        case SetupFaultCode::too_many_checkers:
            return was_read(1);
        case SetupFaultCode::false_en_passant:
            return was_read(1) && was_read(3);
        case SetupFaultCode::impossible_double_check:
        case SetupFaultCode::impossible_check:
        case SetupFaultCode::check_against_en_passant:
            return was_read(1) && was_read(3);
        case SetupFaultCode::bad_halfmove_clock:
            return was_read(1) && was_read(3) && was_read(4);
        case SetupFaultCode::bad_fullmove_number:
            return was_read(5);
        default:
            return true;
    }
}

void Reader::judge_false_letter(std::uint16_t at) {
    const Claim claim = *claim_from(text_[at]);
    judge_one(SetupFaultCode::false_castling_right, at, 1,
              std::string{"a false "} + (claim.color == Color::white ? "white" : "black") +
                  " castling right '" + text_[at] + "': king or rook is not at home");
}

void Reader::judge_kings() {
    for (const Color color : colors) {
        const Bitboard kings = setup_.board.men(color, PieceType::king);
        if (kings.empty()) continue;
        for (const Square s : kings.without_first()) {
            const SetupFault f{SetupFaultCode::extra_king, s, color};
            judge_one(f.code, offset_of(s), 1, describe(f));
        }
    }
    text::sort_by_place(faults_);
}

void Reader::judge_one(SetupFaultCode code, std::size_t offset, std::size_t length,
                       std::string words) {
    if (may_be_tolerated(code) && options_.tolerated.contains(code)) {
        const bool dropped = code == SetupFaultCode::false_castling_right ||
                             code == SetupFaultCode::false_en_passant;
        note(dropped ? NoteCode::claim_dropped : NoteCode::fault_tolerated, offset, length,
             std::move(words));
        return;
    }
    Error error{ErrorCode::bad_position, span_in(text_, offset, length), expectation(code), words};
    faults_.push_back({hakam::name(code), error.where, std::move(words), error});
}

std::size_t Reader::offset_of(Square wanted) const {
    int rank = 7;
    int file = 0;
    for (std::size_t i = board_offset_; i < end_ && !separates(text_[i]); ++i) {
        const unsigned meaning = character_meanings[static_cast<unsigned char>(text_[i])];
        if (text_[i] == '/') {
            --rank;
            file = 0;
        } else if (meaning <= 8) {
            file += static_cast<int>(meaning);
        } else if (rank * 8 + file++ == index(wanted)) {
            return i;
        }
    }
    return board_offset_;
}

std::pair<std::size_t, std::size_t> Reader::place(const SetupFault& f) const {
    switch (f.code) {
        case SetupFaultCode::false_castling_right:
            for (const Letter& letter : letters_)
                if (f.square == letter.rook) return {letter.offset, 1};
            break;
        case SetupFaultCode::false_en_passant:
        case SetupFaultCode::check_against_en_passant:
            return {en_passant_.offset, en_passant_.text.size()};
        case SetupFaultCode::bad_halfmove_clock:
            return {halfmove_.offset, halfmove_.text.size()};
        case SetupFaultCode::bad_fullmove_number:
            return {fullmove_.offset, fullmove_.text.size()};
        default:
            break;
    }
    if (f.square) return {offset_of(*f.square), 1};
    return {board_offset_, 0};
}

}  // namespace hakam::fen
