#pragma once

// Closed sets of positions in which some of the loser's men are left out. A man left out may stand
// anywhere, block any line, take any man and move at any time; so what is found impossible without
// knowing where it stands is impossible. The men that hold a king in a cage are followed square by
// square, and the others, which would make millions of positions of it, are not followed at all.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam::solve {

/// What one partial position takes at most while the set is built.
inline constexpr std::uint64_t bytes_per_partial = 100;

/// Tries several ways to leave men out, a little at a time.
class PartialProver {
public:
    PartialProver(const Position& position, Color winner);
    PartialProver(PartialProver&&) noexcept;
    PartialProver& operator=(PartialProver&&) noexcept;
    ~PartialProver();

    /// Goes on until a way proves that `winner` can never mate, or every way knows `limit` partial
    /// positions or has failed, or `expired` says that it must end. Returns: whether it is proved.
    /// Cost: less than a microsecond for each partial position.
    bool proves(std::size_t limit, const std::function<bool()>& expired = {});
    /// Pre: proved.
    Argument argument() const;
    /// Partial positions that all ways have seen.
    std::size_t visited() const noexcept;
    /// Those that are still held.
    std::size_t known() const noexcept;
    /// Whether no way is left.
    bool failed() const noexcept;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// All in one go. Returns: the proof, if at most `limit` partial positions of each way show it.
std::optional<Argument> prove_partial(const Position& position, Color winner, std::size_t limit);

}  // namespace hakam::solve
