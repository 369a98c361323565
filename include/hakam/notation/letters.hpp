#pragma once

#include <array>
#include <span>
#include <string_view>

#include "hakam/core/piece.hpp"
#include "hakam/core/square.hpp"

namespace hakam {

/// The letters of one language for the men (Appendix C.2: each player may use his own). Shape:
/// UTF-8; a letter may have several characters (Russian Кр, Uzbek Sh).
struct Letters {
    std::string_view language;                ///< "en", "ar", "uz_cyrl", ..., "figurine"
    std::array<std::string_view, 8> white{};  ///< by PieceType; also Black's except in figurines
    std::array<std::string_view, 8> black{};  ///< empty entries: the same as White's
    std::array<std::string_view, 8> files{};  ///< a second name of each file, read but not written

    constexpr std::string_view letter(Piece p) const noexcept {
        const auto i = static_cast<std::size_t>(index(p.type));
        return p.color == Color::black && !black[i].empty() ? black[i] : white[i];
    }
};

/// English: the letters of FEN, PGN and UCI.
extern const Letters english;

/// All languages known, English first.
std::span<const Letters> all_letters() noexcept;

/// The letters of a language by its tag, or null.
const Letters* letters_for(std::string_view language) noexcept;

}  // namespace hakam
