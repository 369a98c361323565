#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hakam/core/board.hpp"
#include "hakam/match/live_game.hpp"

/// Which articles a ruling cites. The numbers are those of the table in room laws.
namespace hakam::match::detail {

/// A list of citations without repetition, written "4.4.1; 7.5.5".
class Cites {
public:
    Cites() = default;
    explicit Cites(std::string_view list) { add(list); }
    /// Adds each of a list separated by "; ".
    Cites& add(std::string_view list);
    Cites& add(const laws::Citations& citations);
    const std::string& text() const noexcept { return text_; }
    bool empty() const noexcept { return text_.empty(); }

private:
    bool has(std::string_view one) const noexcept;
    std::string text_;
};

/// Which rule of movement an act broke.
enum class Cause : std::uint8_t {
    none,
    own_man,          ///< 3.1
    moves_otherwise,  ///< 3.2 to 3.7 by kind of man
    bishop,
    rook,
    queen,
    knight,
    pawn,
    king,
    jumped,              ///< 3.5
    late_en_passant,     ///< 3.7.3.2
    promotion,           ///< 3.7.3.3
    left_in_check,       ///< 3.9.2
    ep_left_in_check,    ///< 3.9.2, by a capture in passing
    king_captured,       ///< 1.4.1
    castling,            ///< 3.8.2
    king_has_moved,      ///< 3.8.2.1.1
    rook_has_moved,      ///< 3.8.2.1.2
    through_attack,      ///< 3.8.2.2.1
    men_between,         ///< 3.8.2.2.2
    no_castling,         ///< VAR-NC1
    castling_960,        ///< Guidelines II.3.2.7
    castling_960_attack,  ///< Guidelines II.3: the king starts, passes or arrives under attack
    castling_960_check,  ///< Guidelines II.3
    not_exchanged,       ///< 4.7.3
};
std::string_view articles_of(Cause cause) noexcept;
/// The articles by which the side to move owes `must`: of its touches, or of a release (4.7).
std::string duty_articles(const LiveGame& game, const Position& position, const Obligation& must);
/// Whether an attempt to castle was what went wrong.
bool is_castling(Cause cause) noexcept;

/// Why the men as they stand are not the result of a legal move.
Cause cause_of(const LiveGame& game);

}  // namespace hakam::match::detail
