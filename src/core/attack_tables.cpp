#include "sliders.hpp"

#if defined(HAKAM_PEXT)

namespace hakam::sliders {
namespace {

constexpr std::array<Bitboard, pext_table_size> make_pext_table() noexcept {
    std::array<Bitboard, pext_table_size> table{};
    for (std::size_t kind = 0; kind < 2; ++kind)
        for (int s = 0; s < 64; ++s) {
            const PextEntry& e = pext_entries[kind][static_cast<std::size_t>(s)];
            // Subsets of the mask in the order in which PEXT numbers them.
            std::uint64_t subset = 0;
            std::size_t at = e.offset;
            do {
                table[at++] = kind == 0 ? portable::bishop(square(s), Bitboard{subset})
                                        : portable::rook(square(s), Bitboard{subset});
                subset = (subset - e.mask) & e.mask;
            } while (subset != 0);
        }
    return table;
}

}  // namespace

constexpr std::array<Bitboard, pext_table_size> pext_table = make_pext_table();

}  // namespace hakam::sliders

#endif
