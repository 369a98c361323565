#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/problem/solver.hpp"

/// What a solution shows, where that follows from its moves alone and is no matter of taste.
/// docs/formats/themes.md defines each word. Orthodox men and conditions only.
namespace hakam::problem {

enum class ThemeKind : std::uint8_t {
    zugzwang,            ///< the key threatens nothing: every reply is answered all the same
    complete_block,      ///< zugzwang, and every reply had its answer before the key
    mutate,              ///< a complete block of which the key changes an answer
    castling_key,
    en_passant_key,
    promotion_key,
    underpromotion,      ///< a pawn becomes a rook, bishop or knight and a queen would not do
    allumwandlung,       ///< one side's pawns become queen, rook, bishop and knight
    castling,
    en_passant,
    switchback,          ///< a man goes back to where it came from with its next move
    round_trip,          ///< a man comes back in three moves or more
    pure_mate,           ///< each square of the mated king's field is guarded or blocked once
    model_mate,          ///< pure, and all men of the mating side but king and pawns take part
    ideal_mate,          ///< pure, and all men on the board take part
    grimshaw,            ///< two men of the defence interfere with each other on one square
    novotny,             ///< the attack offers a man where two men of the defence interfere
};
std::string_view name(ThemeKind kind) noexcept;

struct Theme {
    ThemeKind kind{};
    std::string text;  ///< a phrase: what shows it, and for mates what keeps them from more
    Line way;          ///< the moves to it; empty if the whole solution shows it
    std::optional<Square> square;  ///< of Grimshaw, Novotny; the mated king
};

inline constexpr std::size_t max_themes = 64;

/// The themes of a solution, of its tree as far as it was built. `set_play`: the set play of the
/// same problem, if it is known. At most max_themes of them.
std::vector<Theme> themes(const Problem& problem, const Solution& solution,
                          const Solution* set_play = nullptr);

/// A theme in words, English letters: "switchback: Qf3 and back, Qd1 (1.Qf3 Kb1 2.Qd1)".
std::string describe(const Theme& theme);

/// How good a picture a mate is.
struct MatePicture {
    bool pure = false, model = false, ideal = false;
    std::string why_not;  ///< what keeps it from the next of these; empty if it is ideal
};
/// Pre: the side to move is mated.
MatePicture mate_picture(const Position& position);

}  // namespace hakam::problem
