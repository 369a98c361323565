#include "hakam/laws/verdict.hpp"

#include "hakam/laws/law_book.hpp"
#include "reason_table.hpp"

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

std::string_view name(Special special) noexcept {
    switch (special) {
        case Special::none:
            return "none";
        case Special::both_lose:
            return "both-lose";
        case Special::cancelled:
            return "cancelled";
        case Special::referred:
            break;
    }
    return "referred";
}

std::string_view name(Reason reason) noexcept {
    return reason_table[static_cast<std::size_t>(reason)].code;
}

std::string_view scenario_word(Reason reason) noexcept {
    return reason_table[static_cast<std::size_t>(reason)].word;
}

std::optional<Reason> reason_from(std::string_view text) noexcept {
    for (std::size_t i = 0; i < reason_table.size(); ++i)
        if (reason_table[i].code == text || reason_table[i].word == text)
            return static_cast<Reason>(i);
    return std::nullopt;
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
