#include "sliders.hpp"

#if defined(HAKAM_PEXT)

namespace hakam::sliders {
namespace {

constexpr int step(int from, int to) noexcept { return (to > from) - (to < from); }

// Plain numbers in a plain array: the compiler evaluates each operator of a class as a call, and
// there are a hundred thousand entries.
constexpr PextTable make_pext_table() noexcept {
    PextTable table{};
    for (std::size_t kind = 0; kind < 2; ++kind)
        for (int s = 0; s < 64; ++s) {
            const PextEntry& e = pext_entries[kind][static_cast<std::size_t>(s)];
            std::uint64_t* const entries = table.attacks + e.offset;
            entries[0] =
                (kind == 0 ? portable::bishop(square(s), {}) : portable::rook(square(s), {})).bits();
            // PEXT numbers the sets of men by the squares of the mask in order. One man more takes
            // away what lies behind it, so each entry follows from one that is there.
            std::size_t known = 1;
            for (const Square man : Bitboard{e.mask}) {
                const int at = index(man);
                const std::uint64_t seen =
                    ~attacks::detail::ray(at, step(s & 7, at & 7), step(s >> 3, at >> 3)).bits();
                for (std::size_t i = 0; i < known; ++i) entries[known + i] = entries[i] & seen;
                known *= 2;
            }
        }
    return table;
}

}  // namespace

constexpr PextTable pext_table = make_pext_table();

}  // namespace hakam::sliders

#endif
