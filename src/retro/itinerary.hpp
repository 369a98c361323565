#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hakam/core/attacks.hpp"
#include "hakam/core/castling.hpp"
#include "homes.hpp"

namespace hakam::retro {

/// A man of the position where a game starts.
struct Traveller {
    Color color{};
    PieceType type{};
    Square home{};
};

inline constexpr std::size_t most_visits = 5;

/// What a man has to do in the game.
struct Errand {
    enum class End : std::uint8_t {
        stays,         ///< stands on `goal` as `becomes` at the end
        taken,         ///< is taken on `goal`, whatever it is then
        taken_passed,  ///< is taken en passant on `goal`, right after its double step
        taken_anywhere,
    };
    End end = End::taken_anywhere;
    Square goal{};
    PieceType becomes{};
    std::optional<Wing> castles;            ///< of kings and rooks
    StaticVector<Square, most_visits> visits;  ///< where it arrives by captures, each once
    Bitboard free_takes;  ///< squares where it may capture besides

    bool is_taken() const noexcept { return end != End::stays; }
};

/// Fewest moves that a man has still to make, from every square and in every state of its errand.
/// A state is what it is now (a pawn, a promoted man, castled or not) and which visits are done.
class Itinerary {
public:
    static constexpr std::uint8_t never = 255;

    Itinerary() = default;
    /// Only `walls` stand in its way; on `shunned` (by type) it may not stand between its home and
    /// its goal. Longer ways than `longest` are left out.
    Itinerary(const Traveller& man, const Errand& errand, Bitboard walls,
              const std::array<Bitboard, 8>& shunned, int longest);

    std::uint8_t moves(std::size_t state, Square s) const noexcept {
        return moves_[state][static_cast<std::size_t>(index(s))];
    }
    /// Squares from which at most `n` moves are left.
    Bitboard within(std::size_t state, int n) const noexcept {
        const auto& sets = within_[state];
        if (n < 0 || sets.empty()) return {};
        return sets[std::min(static_cast<std::size_t>(n), sets.size() - 1)];
    }
    std::uint8_t at_home(const Traveller& man) const noexcept { return moves(0, man.home); }

    std::size_t kinds() const noexcept { return types_.size(); }
    PieceType type(std::size_t state) const noexcept { return types_[state >> visits_]; }
    std::size_t visited(std::size_t state, std::size_t visit) const noexcept {
        return state | std::size_t{1} << visit;
    }
    /// The same visits as another kind: promoted, or castled.
    std::size_t as_kind(std::size_t state, std::size_t kind) const noexcept {
        return kind << visits_ | (state & ((std::size_t{1} << visits_) - 1));
    }
    std::size_t kind(std::size_t state) const noexcept { return state >> visits_; }

private:
    void back_from(const Traveller& man, const Errand& errand, std::size_t state, Square s,
                   Bitboard walls, const std::array<Bitboard, 8>& shunned,
                   std::vector<Bitboard>& next) const;

    std::size_t visits_ = 0;
    std::vector<PieceType> types_;  ///< by kind
    std::vector<std::array<std::uint8_t, 64>> moves_;
    std::vector<std::vector<Bitboard>> within_;
};

/// Fewest moves from the man's home to each square as each type, captures of pawns for nothing.
using Travels = std::array<std::array<std::uint8_t, 64>, 8>;
Travels travels_from_home(const Traveller& man, std::optional<Wing> castles, Bitboard walls,
                          const std::array<Bitboard, 8>& shunned, int longest);

}  // namespace hakam::retro
