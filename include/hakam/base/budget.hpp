#pragma once

#include <cstdint>
#include <functional>

namespace hakam {

/// How much work a search may do. The library has no clock: a deadline is a question that the
/// caller answers, asked now and then (every few thousand nodes).
struct Budget {
    std::uint64_t nodes = UINT64_MAX;          ///< positions that may be visited
    std::uint64_t memory_bytes = UINT64_MAX;   ///< bytes of tables that may be held at once
    std::function<bool()> expired;             ///< empty: never expires
};

/// An answer that may be unknown. `unknown` means the budget was spent; it is never rounded.
enum class Decision : std::uint8_t { no, yes, unknown };

}  // namespace hakam
