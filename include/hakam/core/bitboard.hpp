#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>

#include "hakam/core/square.hpp"

namespace hakam {

/// A set of squares. Shape: 64 bits, bit index(square).
class Bitboard {
public:
    constexpr Bitboard() noexcept = default;
    constexpr explicit Bitboard(std::uint64_t bits) noexcept : bits_{bits} {}
    constexpr Bitboard(Square s) noexcept : bits_{std::uint64_t{1} << index(s)} {}
    constexpr Bitboard(std::initializer_list<Square> squares) noexcept {
        for (const Square s : squares) bits_ |= std::uint64_t{1} << index(s);
    }
    static constexpr Bitboard of(File f) noexcept {
        return Bitboard{0x0101010101010101ULL << index(f)};
    }
    static constexpr Bitboard of(Rank r) noexcept { return Bitboard{0xFFULL << (8 * index(r))}; }
    static constexpr Bitboard all() noexcept { return Bitboard{~std::uint64_t{0}}; }
    static constexpr Bitboard dark() noexcept { return Bitboard{0xAA55AA55AA55AA55ULL}; }
    static constexpr Bitboard light() noexcept { return ~dark(); }

    constexpr std::uint64_t bits() const noexcept { return bits_; }
    constexpr bool empty() const noexcept { return bits_ == 0; }
    constexpr explicit operator bool() const noexcept { return bits_ != 0; }
    constexpr int size() const noexcept { return std::popcount(bits_); }
    constexpr bool has_many() const noexcept { return (bits_ & (bits_ - 1)) != 0; }
    constexpr bool contains(Square s) const noexcept { return ((bits_ >> index(s)) & 1) != 0; }

    /// Pre: !empty(). The lowest (a1 first) and highest square.
    constexpr Square first() const noexcept {
        HAKAM_ASSERT(bits_ != 0);
        return static_cast<Square>(std::countr_zero(bits_));
    }
    constexpr Square last() const noexcept {
        HAKAM_ASSERT(bits_ != 0);
        return static_cast<Square>(63 - std::countl_zero(bits_));
    }
    constexpr std::optional<Square> only() const noexcept {
        if (bits_ == 0 || has_many()) return std::nullopt;
        return first();
    }
    constexpr Bitboard without_first() const noexcept { return Bitboard{bits_ & (bits_ - 1)}; }

    friend constexpr bool operator==(Bitboard, Bitboard) noexcept = default;
    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) noexcept {
        return Bitboard{a.bits_ | b.bits_};
    }
    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) noexcept {
        return Bitboard{a.bits_ & b.bits_};
    }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) noexcept {
        return Bitboard{a.bits_ ^ b.bits_};
    }
    friend constexpr Bitboard operator~(Bitboard a) noexcept { return Bitboard{~a.bits_}; }
    constexpr Bitboard& operator|=(Bitboard b) noexcept { return *this = *this | b; }
    constexpr Bitboard& operator&=(Bitboard b) noexcept { return *this = *this & b; }
    constexpr Bitboard& operator^=(Bitboard b) noexcept { return *this = *this ^ b; }

    /// Iterates the squares from a1 to h8.
    class Iterator {
    public:
        using value_type = Square;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        constexpr Iterator() noexcept = default;
        constexpr explicit Iterator(std::uint64_t bits) noexcept : bits_{bits} {}
        constexpr Square operator*() const noexcept {
            return static_cast<Square>(std::countr_zero(bits_));
        }
        constexpr Iterator& operator++() noexcept {
            bits_ &= bits_ - 1;
            return *this;
        }
        constexpr Iterator operator++(int) noexcept {
            Iterator old = *this;
            ++*this;
            return old;
        }
        friend constexpr bool operator==(Iterator, Iterator) noexcept = default;

    private:
        std::uint64_t bits_ = 0;
    };
    constexpr Iterator begin() const noexcept { return Iterator{bits_}; }
    constexpr Iterator end() const noexcept { return Iterator{}; }

private:
    std::uint64_t bits_ = 0;
};

/// All squares one step away; steps over the edge vanish. Positive ranks lead to rank 8.
template <int Files, int Ranks>
constexpr Bitboard shifted(Bitboard b) noexcept {
    static_assert(Files >= -2 && Files <= 2);
    std::uint64_t bits = b.bits();
    if constexpr (Files > 0)
        bits &= ~std::uint64_t{0} / 255 * (0xFFU >> Files);
    else if constexpr (Files < 0)
        bits &= ~std::uint64_t{0} / 255 * ((0xFFU << -Files) & 0xFFU);
    constexpr int distance = Files + 8 * Ranks;
    if constexpr (distance >= 0)
        return Bitboard{bits << distance};
    else
        return Bitboard{bits >> -distance};
}

}  // namespace hakam
