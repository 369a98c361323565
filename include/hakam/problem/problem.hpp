#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/core/position.hpp"
#include "hakam/problem/stipulation.hpp"

namespace hakam::problem {

/// Two castling rooks of which at most one can still have its right: whichever castles first shows
/// that the other side cannot (Codex, Article 16.1, the retro strategy convention).
struct Exclusion {
    Square white_rook{}, black_rook{};

    friend bool operator==(const Exclusion&, const Exclusion&) = default;
};

/// What is changed in the rules or in the reading of the diagram.
struct Conditions {
    bool quodlibet = false;            ///< in self and reflex play the direct aim also counts
    std::vector<Exclusion> exclusive;  ///< castlings that exclude each other
    /// The en passant right of the diagram is justified by a castling later in the solution (Codex,
    /// Article 16.3); play goes on as the right says.
    bool a_posteriori = false;
    std::vector<std::string> fairy;    ///< names of the room variant: "koko", "circe", ...

    friend bool operator==(const Conditions&, const Conditions&) = default;
};

/// Adds the condition of that name: "quodlibet", "AP", "exclusive:a1,h8" or one of the room variant.
/// Errors: unexpected_text with the known names.
Expected<Conditions> with_condition(Conditions conditions, std::string_view name);
/// The names again, as with_condition reads them.
std::vector<std::string> names(const Conditions& conditions);

/// A diagram and what is asked of it.
struct Problem {
    Setup setup;
    Stipulation stipulation;
    Conditions conditions;
    std::optional<Board> target;  ///< of a=>b
    /// The FEN, if there are fairy men or conditions: with the letters of the room variant. The
    /// setup then tells the side to move alone.
    std::string fairy_diagram;
    /// A game of the room variant by whose rules men move, with fairy_diagram; empty: chess with
    /// the fairy men.
    std::string game;

    bool is_fairy() const noexcept { return !fairy_diagram.empty(); }
};

}  // namespace hakam::problem
