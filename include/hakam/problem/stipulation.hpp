#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/core/square.hpp"

/// What a problem asks for, as a value: "#2", "h#3.5", "ser-s#6", "reci-h(=)#3", "dia11.5".
/// docs/formats/stipulation.md has the grammar.
namespace hakam::problem {

/// What a move must do to fulfil the stipulation.
enum class AimKind : std::uint8_t {
    mate,               ///< #
    stalemate,          ///< =
    mate_or_stalemate,  ///< #=  the other side has no legal move
    double_stalemate,   ///< ==  neither side is in check or has a legal move
    auto_stalemate,     ///< !=  the side that moves stalemates itself
    double_mate,        ///< ##  both kings are in mate; the aim may leave the own king in check
    check,              ///< +
    capture,            ///< x
    target_square,      ///< zg7  a man arrives on that square
    castling,           ///< 00
    en_passant,         ///< ep
    any_move,           ///< ~
    proof_game,         ///< dia  from the array of a game to the diagram
    position,           ///< a=>b  from the diagram to a second one
};

struct Aim {
    AimKind kind = AimKind::mate;
    std::optional<Square> square;  ///< of target_square

    friend bool operator==(const Aim&, const Aim&) = default;
};

/// Who works for the aim and who against it.
enum class Play : std::uint8_t {
    direct,           ///< the side that begins reaches the aim against any defence
    self,             ///< s: the side that begins forces the other to reach it
    reflex,           ///< r: as self, and either side must reach the aim where it can
    semi_reflex,      ///< semi-r: only the other side must
    help,             ///< h: both sides work together
    help_self,        ///< hs: help play whose last move is a selfmate in one
    help_reflex,      ///< hr: help play whose last move is a reflex mate in one
    reciprocal_help,  ///< reci-h: help play to where Black can reach the aim, or let White
};

/// The order of moves.
enum class Order : std::uint8_t {
    alternate,
    series,             ///< ser-: one side moves, with no check before its last move
    parry_series,       ///< pser-: as series, but the other side answers a check
    parry_series_help,  ///< phser-: the same, and the answers are help moves
};

struct Stipulation {
    Play play = Play::direct;
    Order order = Order::alternate;
    Aim aim;
    std::optional<Aim> black_aim;  ///< of reciprocal_help, if it is another one: reci-h(=)#3
    int moves = 2;                 ///< whole moves, 1 to max_moves
    bool half = false;             ///< a half move more: h#2.5
    int intro = 0;                 ///< moves in series of the other side first: 2->ser-h#4
    bool exact = false;            ///< exact-: nothing shorter counts

    /// Whether the whole solution is a line that both sides (or one alone) agree on; else it is a
    /// tree of attack and defence.
    constexpr bool is_line_play() const noexcept {
        return play == Play::help || play == Play::help_self || play == Play::help_reflex ||
               play == Play::reciprocal_help || order == Order::series ||
               order == Order::parry_series_help || aim.kind == AimKind::proof_game ||
               aim.kind == AimKind::position;
    }
    constexpr bool is_proof_game() const noexcept {
        return aim.kind == AimKind::proof_game || aim.kind == AimKind::position;
    }

    friend bool operator==(const Stipulation&, const Stipulation&) = default;
};

inline constexpr int max_moves = 200;
/// Longer texts are refused unread. Units: bytes.
inline constexpr std::size_t max_stipulation_length = 64;

/// Reads a stipulation in the letters of problem journals and of Popeye, capitals or not.
/// Errors: located; also for words that exist but do not go together (half moves of a direct mate).
Expected<Stipulation> parse_stipulation(std::string_view text);

/// The canonical text; parse_stipulation(format(s)) == s.
std::string format(const Stipulation& stipulation);
/// The aim alone: "#", "zg7".
std::string format(const Aim& aim);

/// In words: "mate in 2", "helpmate in 2.5".
std::string describe(const Stipulation& stipulation);

}  // namespace hakam::problem
