#include "hakam/laws/verdict.hpp"

#include "hakam/laws/law_book.hpp"

namespace hakam::laws {

std::string_view name(Standing standing) noexcept {
    switch (standing) {
        case Standing::ongoing:
            return "ongoing";
        case Standing::claimable:
            return "claimable";
        case Standing::over:
            break;
    }
    return "over";
}

std::string_view name(Reason reason) noexcept {
    switch (reason) {
        case Reason::none:
            return "none";
        case Reason::checkmate:
            return "checkmate";
        case Reason::stalemate:
            return "stalemate";
        case Reason::dead_position:
            return "dead-position";
        case Reason::fivefold_repetition:
            return "fivefold-repetition";
        case Reason::seventyfive_moves:
            return "seventyfive-moves";
        case Reason::threefold_repetition:
            return "threefold-repetition";
        case Reason::fifty_moves:
            return "fifty-moves";
        case Reason::agreement:
            return "agreement";
        case Reason::resignation:
            return "resignation";
        case Reason::resignation_cannot_mate:
            return "resignation-cannot-mate";
        case Reason::flag_fall:
            return "flag-fall";
        case Reason::flag_fall_cannot_mate:
            return "flag-fall-cannot-mate";
        case Reason::flag_fall_insufficient:
            return "flag-fall-insufficient-material";
        case Reason::illegal_move:
            return "illegal-move";
        case Reason::illegal_moves:
            return "illegal-moves";
        case Reason::illegal_moves_cannot_mate:
            return "illegal-moves-cannot-mate";
        case Reason::disconnection:
            return "disconnection";
        case Reason::disconnection_cannot_mate:
            break;
    }
    return "disconnection-cannot-mate";
}

std::string_view name(Difference difference) noexcept {
    switch (difference) {
        case Difference::turn:
            return "turn";
        case Difference::castling:
            return "castling";
        case Difference::en_passant:
            return "en-passant";
        case Difference::men:
            break;
    }
    return "men";
}

std::string_view name(ClaimKind kind) noexcept {
    return kind == ClaimKind::threefold ? "threefold-repetition" : "fifty-moves";
}

}  // namespace hakam::laws
