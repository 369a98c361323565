#include "hakam/core/perft.hpp"

#include "lanes.hpp"
#include "two_plies.hpp"

namespace hakam {

#if !defined(HAKAM_DISPATCH)  // else by the copy that dispatch.cpp has chosen
std::uint64_t perft(const Position& position, int depth) noexcept {
    if (depth <= 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(position.legal_move_count());
    if (lanes::in_one_register && depth == 2 && position.rules() != RulesetId::torpedo)
        return count_two_plies(position);
    std::uint64_t nodes = 0;
    for (const Move move : position.legal_moves()) nodes += perft(position.after(move), depth - 1);
    return nodes;
}
#endif

std::uint64_t perft_plain(const Position& position, int depth) noexcept {
    if (depth <= 0) return 1;
    std::uint64_t nodes = 0;
    for (const Move move : position.legal_moves())
        nodes += perft_plain(position.after(move), depth - 1);
    return nodes;
}

}  // namespace hakam
