#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/strong.hpp"
#include "hakam/core/board.hpp"
#include "hakam/core/castling.hpp"
#include "hakam/core/ruleset.hpp"

namespace hakam {

/// Everything a FEN says, possible or not. A Ruleset turns it into a Position or says why not.
struct Setup {
    Board board;
    Color turn = Color::white;
    /// Squares named as castling rooks, whatever stands there.
    CastlingRights castling;
    /// The square a pawn is said to have just passed over in a double step.
    std::optional<Square> en_passant;
    HalfmoveClock halfmove_clock{0};
    FullmoveNumber fullmove_number{1};

    friend bool operator==(const Setup&, const Setup&) = default;
};

/// What can be wrong with a Setup.
enum class SetupFaultCode : std::uint8_t {
    missing_king,              ///< a side has no king (Law 2.2)
    extra_king,                ///< a side has more than one king
    adjacent_kings,            ///< the kings stand next to each other (Law 3.8.1)
    opponent_in_check,         ///< the side not to move is in check (Law 3.9.2)
    pawn_on_back_rank,         ///< a pawn on the first or last rank (Law 3.7.3.3)
    false_castling_right,      ///< king or rook is not at home for this right (Law 3.8.2.1)
    false_en_passant,          ///< no double step can have passed over this square (Law 3.7.3.1)
    too_many_men,              ///< more than 16 men of one colour (Law 2.2)
    too_many_pawns,            ///< more than 8 pawns of one colour
    too_many_promoted,         ///< more promoted men than missing pawns
    too_many_checkers,         ///< three or more men give check at once
    impossible_double_check,   ///< two checkers that no single move can have given
    impossible_check,          ///< one checker, and no move can have given its check
    check_against_en_passant,  ///< before the double step that en passant claims, the king stood in
                               ///< check
    bad_halfmove_clock,        ///< not zero although a pawn has just made a double step
    bad_fullmove_number,       ///< zero
};

/// Stable name, e.g. "adjacent-kings".
std::string_view name(SetupFaultCode code) noexcept;

struct SetupFault {
    SetupFaultCode code{};
    std::optional<Square> square;  ///< where, if the fault has a place on the board
    std::optional<Color> color;    ///< whose, if it is one side's

    friend bool operator==(const SetupFault&, const SetupFault&) = default;
};

/// One English sentence without the full stop, e.g. "white pawn on the last rank (a8)".
std::string describe(const SetupFault& fault);

using SetupFaults = std::vector<SetupFault>;

/// Faults that a caller is ready to accept, as problems and odd positions need.
/// Missing and extra kings and an opponent in check can not be tolerated: such a thing is not a
/// position in which the rules of movement mean anything.
class Tolerance {
public:
    constexpr Tolerance() noexcept = default;
    constexpr Tolerance(std::initializer_list<SetupFaultCode> codes) noexcept {
        for (const SetupFaultCode code : codes) bits_ |= 1U << static_cast<unsigned>(code);
    }
    /// What every move generator can live with although no game reaches it: too many men of any
    /// kind, impossible checks, counters that contradict each other.
    static constexpr Tolerance unreachable() noexcept {
        return {SetupFaultCode::too_many_men,
                SetupFaultCode::too_many_pawns,
                SetupFaultCode::too_many_promoted,
                SetupFaultCode::too_many_checkers,
                SetupFaultCode::impossible_double_check,
                SetupFaultCode::impossible_check,
                SetupFaultCode::check_against_en_passant,
                SetupFaultCode::bad_halfmove_clock};
    }
    constexpr bool contains(SetupFaultCode code) const noexcept {
        return ((bits_ >> static_cast<unsigned>(code)) & 1U) != 0;
    }
    friend constexpr Tolerance operator|(Tolerance a, Tolerance b) noexcept {
        a.bits_ |= b.bits_;
        return a;
    }

private:
    std::uint32_t bits_ = 0;
};

/// Every fault of the setup under the rules, in order of SetupFaultCode, then of square, then of colour.
SetupFaults faults(const Setup& setup, RulesetId rules = RulesetId::standard);

}  // namespace hakam
