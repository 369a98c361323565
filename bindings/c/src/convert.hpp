#pragma once

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>

#include "hakam.h"
#include "hakam/base/budget.hpp"
#include "hakam/base/error.hpp"
#include "hakam/core/position.hpp"

// Between the types of the C header and those of the rooms.
namespace hakam::c {

static_assert(sizeof(hakam_position) == sizeof(Position) && sizeof(hakam_move) == sizeof(Move));

inline const Position& in(const hakam_position* position) noexcept {
    return *reinterpret_cast<const Position*>(position);
}
/// All 64 bytes are written, those that Position does not use as zeros.
inline hakam_position out(const Position& position) noexcept {
    hakam_position result;
    // The last member is the ruleset; what follows is padding.
    std::memset(&result, 0, sizeof result);
    std::memcpy(&result, static_cast<const void*>(&position), 60);
    return result;
}
inline Move in(hakam_move move) noexcept {
    Move result;
    std::memcpy(static_cast<void*>(&result), &move, sizeof result);
    return result;
}
inline std::string_view text(const char* bytes, std::size_t length) noexcept {
    return bytes == nullptr ? std::string_view{} : std::string_view{bytes, length};
}
/// As snprintf does.
inline std::size_t put(std::string_view text, char* buffer, std::size_t size) noexcept {
    if (buffer != nullptr && size > 0) {
        const std::size_t fits = std::min(text.size(), size - 1);
        std::memcpy(buffer, text.data(), fits);
        buffer[fits] = '\0';
    }
    return text.size();
}
inline hakam_code code(ErrorCode error) noexcept { return static_cast<hakam_code>(error) + 1; }
static_assert(static_cast<int>(ErrorCode::unexpected_text) + 1 == HAKAM_UNEXPECTED_TEXT &&
              static_cast<int>(ErrorCode::bad_position) + 1 == HAKAM_BAD_POSITION &&
              static_cast<int>(ErrorCode::illegal_move) + 1 == HAKAM_ILLEGAL_MOVE &&
              static_cast<int>(ErrorCode::unsupported) + 1 == HAKAM_UNSUPPORTED);

hakam_code tell(const Error& error, hakam_error* into) noexcept;
hakam_code tell(hakam_code code, std::string_view expected, hakam_error* into) noexcept;
/// Null is HAKAM_BUDGET_INIT. Returns: false if the struct is none.
bool budget(const hakam_budget* from, Budget& into);

/// No exception leaves the library.
template <class F>
hakam_code guarded(F&& f) noexcept {
    try {
        return f();
    } catch (const std::bad_alloc&) {
        return HAKAM_NO_MEMORY;
    } catch (...) {
        return HAKAM_INTERNAL;
    }
}
template <class T, class F>
T guarded_or(T otherwise, F&& f) noexcept {
    try {
        return f();
    } catch (...) {
        return otherwise;
    }
}

}  // namespace hakam::c
