#pragma once

#include <bit>

#include "generator.hpp"

namespace hakam::variant {

/// A set of cells in W words: as many as the board needs, known when compiling.
template <int W>
struct Bits {
    std::uint64_t word[W] = {};

    static Bits of(const CellSet& set) noexcept {
        Bits bits;
        for (int i = 0; i < W; ++i) bits.word[i] = set.word_at(i);
        return bits;
    }
    static Bits of(Cell c) noexcept {
        Bits bits;
        bits.word[index(c) / 64] = std::uint64_t{1} << (index(c) % 64);
        return bits;
    }
    static Bits all() noexcept {
        Bits bits;
        for (std::uint64_t& w : bits.word) w = ~std::uint64_t{0};
        return bits;
    }
    bool has(Cell c) const noexcept { return ((word[index(c) / 64] >> (index(c) % 64)) & 1U) != 0; }
    bool empty() const noexcept {
        std::uint64_t any = 0;
        for (const std::uint64_t w : word) any |= w;
        return any == 0;
    }
    int count() const noexcept {
        int n = 0;
        for (const std::uint64_t w : word) n += std::popcount(w);
        return n;
    }
    Cell lowest() const noexcept {
        for (int i = 0; i < W; ++i)
            if (word[i] != 0) return static_cast<Cell>(i * 64 + std::countr_zero(word[i]));
        return no_cell;
    }
    Cell highest() const noexcept {
        for (int i = W - 1; i >= 0; --i)
            if (word[i] != 0) return static_cast<Cell>(i * 64 + 63 - std::countl_zero(word[i]));
        return no_cell;
    }
    template <class F>
    void each(F&& f) const noexcept {
        for (int i = 0; i < W; ++i)
            for (std::uint64_t w = word[i]; w != 0; w &= w - 1)
                f(static_cast<Cell>(i * 64 + std::countr_zero(w)));
    }
    friend Bits operator&(Bits a, const Bits& b) noexcept {
        for (int i = 0; i < W; ++i) a.word[i] &= b.word[i];
        return a;
    }
    friend Bits operator|(Bits a, const Bits& b) noexcept {
        for (int i = 0; i < W; ++i) a.word[i] |= b.word[i];
        return a;
    }
    friend Bits operator~(Bits a) noexcept {
        for (std::uint64_t& w : a.word) w = ~w;
        return a;
    }
};

/// The quick generator, for rules without conditions whose men leap and ride and whose king only
/// leaps. One look at the enemy men finds what they attack, who gives check and who is pinned; then
/// every own man's moves are a set. Castling and taking in passing are left to the plain generator.
/// Pre: variant.fast(); `king` is the one royal man of the side to move.
template <int W>
class FastGenerator {
public:
    using Set = Bits<W>;

    FastGenerator(const Variant& variant, const Position& position, Cell king) noexcept
        : v_{variant},
          p_{position},
          us_{position.turn()},
          own_{Set::of(position.men(us_))},
          enemy_{Set::of(position.men(~us_))},
          occupied_{own_ | enemy_},
          king_{king} {}

    /// Calls moves(from, code, targets) for the men in turn, promotions and double steps included;
    /// doubles(from, to) for each double step. Castling and en passant are not among them.
    template <class Moves, class Doubles>
    void run(Moves&& moves, Doubles&& doubles) noexcept {
        look_at_enemy();
        const Set free = ~own_;
        moves(king_, p_.at(king_), (captures(king_) | leaps(king_)) & free & ~danger_);
        if (checkers_ > 1) return;
        const Set empty = ~occupied_;
        own_.each([&](Cell from) {
            if (from == king_) return;
            const Code code = p_.at(from);
            Set allowed = mask_;
            for (int i = 0; i < pins_; ++i)
                if (pinned_[i] == from) allowed = allowed & lines_[i];
            Set targets = (captures(from) & enemy_) | (leaps(from) & empty);
            for (const Variant::Slide& slide : v_.slides(code)) {
                const Set attacked = slid(slide, from, occupied_);
                targets = targets | (attacked & (slide.mode == Step::both    ? free
                                                 : slide.mode == Step::moves ? empty
                                                                             : enemy_));
            }
            targets = targets & allowed;
            if (!targets.empty()) moves(from, code, targets);
            if (!v_.is_pawn(code)) return;
            for (const auto& [middle, to] : v_.doubles(code, from)) {
                if (to == no_cell) break;
                if (empty.has(middle) && empty.has(to) && allowed.has(to)) doubles(from, to);
            }
        });
    }

private:
    Set captures(Cell from) const noexcept {
        return Set::of(v_.leap_captures_[Variant::slot(p_.at(from), from)]);
    }
    Set leaps(Cell from) const noexcept {
        return Set::of(v_.leap_moves_[Variant::slot(p_.at(from), from)]);
    }
    Set ray(std::uint8_t direction, Cell from) const noexcept {
        return Set::of(v_.direction_rays_[std::size_t{direction} * max_cells +
                                          static_cast<std::size_t>(index(from))]);
    }
    Set slid(const Variant::Slide& slide, Cell from, const Set& occupied) const noexcept {
        const Set whole = ray(slide.direction, from);
        const Set met = whole & occupied;
        if (met.empty()) return whole;
        const Cell first = slide.rising ? met.lowest() : met.highest();
        return whole & ~ray(slide.direction, first);
    }

    void look_at_enemy() noexcept {
        const Set royal = Set::of(king_);
        const Set without_king = occupied_ & ~royal;
        mask_ = Set::all();
        enemy_.each([&](Cell from) {
            const Set leaps = captures(from);
            danger_ = danger_ | leaps;
            if (leaps.has(king_)) check(Set::of(from));
            for (const Variant::Slide& slide : v_.slides(p_.at(from))) {
                if (slide.mode == Step::moves) continue;
                danger_ = danger_ | slid(slide, from, without_king);
                const Set whole = ray(slide.direction, from);
                if (!whole.has(king_)) continue;
                const Set line = (whole & ~ray(slide.direction, king_) & ~royal) | Set::of(from);
                const Set between = line & occupied_ & ~Set::of(from);
                const int men = between.count();
                if (men == 0) check(line);
                if (men != 1 || (between & own_).empty() || pins_ == max_pins) continue;
                pinned_[pins_] = between.lowest();
                lines_[pins_++] = line;
            }
        });
    }
    void check(const Set& answers) noexcept {
        ++checkers_;
        mask_ = answers;
    }

    static constexpr int max_pins = 32;

    const Variant& v_;
    const Position& p_;
    Color us_;
    Set own_, enemy_, occupied_;
    Cell king_;
    Set danger_{};
    Set mask_{};
    int checkers_ = 0;
    int pins_ = 0;
    Cell pinned_[max_pins];
    Set lines_[max_pins];
};

}  // namespace hakam::variant
