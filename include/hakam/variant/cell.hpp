#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakam/base/assert.hpp"

/// Other men, other boards, other rules: all of it data for one general generator
/// (docs/design/variant.md). Nothing here knows time or players.
namespace hakam::variant {

/// A square of a board of any size. Shape: rank * files + file, a1 = 0, below max_cells.
enum class Cell : std::uint8_t {};

inline constexpr int max_files = 16;
inline constexpr int max_ranks = 16;
/// Squares that a board may have: 12 x 12, 16 x 9 and everything smaller.
inline constexpr int max_cells = 144;
/// Stands in packed fields where there is no cell; never given out as a Cell of a board.
inline constexpr Cell no_cell{255};

constexpr int index(Cell c) noexcept { return static_cast<int>(c); }
constexpr Cell cell(int i) noexcept {
    HAKAM_ASSERT(i >= 0 && i < max_cells);
    return static_cast<Cell>(i);
}

/// The shape of a board.
struct BoardSize {
    int files = 8;
    int ranks = 8;

    constexpr int cells() const noexcept { return files * ranks; }
    constexpr bool fits() const noexcept {
        return files >= 1 && ranks >= 1 && files <= max_files && ranks <= max_ranks &&
               cells() <= max_cells;
    }
    constexpr bool contains(int file, int rank) const noexcept {
        return file >= 0 && rank >= 0 && file < files && rank < ranks;
    }
    constexpr Cell at(int file, int rank) const noexcept { return cell(rank * files + file); }
    constexpr int file(Cell c) const noexcept { return index(c) % files; }
    constexpr int rank(Cell c) const noexcept { return index(c) / files; }
    /// h1 of the usual board is light, and so on.
    constexpr bool is_light(Cell c) const noexcept { return ((file(c) + rank(c)) & 1) != 0; }

    friend constexpr bool operator==(BoardSize, BoardSize) = default;
};

/// "e4", "l8", "a10".
std::string to_string(Cell c, BoardSize size);
/// Reads a cell at the start of `text`; `used` is how many bytes it took.
struct ReadCell {
    Cell cell{};
    std::size_t used = 0;
};
std::optional<ReadCell> cell_from(std::string_view text, BoardSize size) noexcept;

/// A set of cells. Shape: 192 bits, of which max_cells are used.
class CellSet {
public:
    static constexpr int words = 3;

    constexpr bool contains(Cell c) const noexcept {
        return ((bits_[word(c)] >> bit(c)) & 1U) != 0;
    }
    constexpr void insert(Cell c) noexcept { bits_[word(c)] |= std::uint64_t{1} << bit(c); }
    constexpr void erase(Cell c) noexcept { bits_[word(c)] &= ~(std::uint64_t{1} << bit(c)); }
    constexpr bool empty() const noexcept { return (bits_[0] | bits_[1] | bits_[2]) == 0; }
    constexpr int count() const noexcept {
        return std::popcount(bits_[0]) + std::popcount(bits_[1]) + std::popcount(bits_[2]);
    }
    constexpr std::uint64_t word_at(int i) const noexcept {
        return bits_[static_cast<std::size_t>(i)];
    }

    friend constexpr CellSet operator&(CellSet a, const CellSet& b) noexcept {
        for (std::size_t i = 0; i < words; ++i) a.bits_[i] &= b.bits_[i];
        return a;
    }
    friend constexpr CellSet operator|(CellSet a, const CellSet& b) noexcept {
        for (std::size_t i = 0; i < words; ++i) a.bits_[i] |= b.bits_[i];
        return a;
    }
    friend constexpr bool operator==(const CellSet&, const CellSet&) noexcept = default;

    /// Walks the cells in rising order.
    class iterator {
    public:
        constexpr iterator(const CellSet* set, int word) noexcept : set_{set}, word_{word} {
            if (word_ < words) left_ = set_->bits_[static_cast<std::size_t>(word_)];
            settle();
        }
        constexpr Cell operator*() const noexcept {
            return static_cast<Cell>(word_ * 64 + std::countr_zero(left_));
        }
        constexpr iterator& operator++() noexcept {
            left_ &= left_ - 1;
            settle();
            return *this;
        }
        friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.word_ == b.word_ && a.left_ == b.left_;
        }

    private:
        constexpr void settle() noexcept {
            while (left_ == 0 && word_ < words)
                left_ = ++word_ < words ? set_->bits_[static_cast<std::size_t>(word_)] : 0;
        }
        const CellSet* set_;
        int word_;
        std::uint64_t left_ = 0;
    };
    constexpr iterator begin() const noexcept { return {this, 0}; }
    constexpr iterator end() const noexcept { return {this, words}; }

private:
    static constexpr std::size_t word(Cell c) noexcept {
        return static_cast<std::size_t>(index(c)) / 64;
    }
    static constexpr int bit(Cell c) noexcept { return index(c) % 64; }

    std::array<std::uint64_t, words> bits_{};
};

}  // namespace hakam::variant
