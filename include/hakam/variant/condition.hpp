#pragma once

#include <span>
#include <string_view>

#include "hakam/variant/position.hpp"
#include "hakam/variant/rules.hpp"

namespace hakam::variant {

class Variant;

/// A fairy condition: a value of hooks that the general generator calls. A hook that is null has no
/// say. A new condition is a new row of conditions() and its tests.
struct Condition {
    std::string_view name;     ///< "koko"
    std::string_view also;     ///< other names, separated by spaces
    std::string_view summary;  ///< one English sentence
    /// Changes the data of the rules before they are made ready.
    void (*adapt)(Rules& rules) = nullptr;
    /// Whether the man on `from` can neither move nor give check.
    bool (*paralyses)(const Variant&, const Position&, Cell from) = nullptr;
    /// Whether a move that the men's movement allows is allowed; asked of captures of kings, too, so
    /// that it decides what is a check.
    bool (*permits)(const Variant&, const Position& before, const Move&) = nullptr;
    /// What else the move does.
    void (*completes)(const Variant&, const Position& before, const Move&, Position& after) = nullptr;
    /// Which of the legal moves may be chosen.
    void (*selects)(const Variant&, const Position&, MoveList& legal) = nullptr;
};

/// Koko, castling with an enemy rook, vertical castling, Circe, Anticirce, Madrasi, Andernach,
/// maximummer and others.
std::span<const Condition> conditions() noexcept;
/// By its name or one of its other names; case, blanks, hyphens and underscores do not count.
const Condition* condition_named(std::string_view name) noexcept;

}  // namespace hakam::variant
