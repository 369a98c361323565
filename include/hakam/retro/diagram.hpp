#pragma once

#include <optional>

#include "hakam/core/position.hpp"

/// Questions about the past of a position: what was the last move, is it legal at all, and which
/// game proves it. Standard chess from the array only. docs/design/retro.md tells how.
namespace hakam::retro {

/// A board and what is known of it. A right that is granted says that king and rook have never
/// moved; an en passant square that is claimed says that the last move was that double step. What
/// is not granted or claimed is not stated: it may be so or not.
struct Diagram {
    Board board;
    Color turn = Color::white;
    CastlingRights rights;
    std::optional<Square> en_passant;

    friend bool operator==(const Diagram&, const Diagram&) = default;
};

Diagram diagram_of(const Setup& setup) noexcept;
Diagram diagram_of(const Position& position) noexcept;
Setup setup_of(const Diagram& diagram) noexcept;

/// The diagram as a position with exactly the granted rights. Errors: the faults of its setup,
/// except those that only say that no game reaches it.
Expected<Position, SetupFaults> position_of(const Diagram& diagram);

/// The standard array with all rights, White to move.
Diagram array() noexcept;

/// Kings that have never moved because a right of their side is granted, and the rooks granted.
Bitboard unmoved_by_rights(const Diagram& diagram) noexcept;

}  // namespace hakam::retro
