#include "hakam/retro/diagram.hpp"

namespace hakam::retro {

Diagram diagram_of(const Setup& setup) noexcept {
    return {setup.board, setup.turn, setup.castling, setup.en_passant};
}

Diagram diagram_of(const Position& position) noexcept {
    return {position.board(), position.turn(), position.castling(), position.double_step_square()};
}

Setup setup_of(const Diagram& diagram) noexcept {
    Setup setup;
    setup.board = diagram.board;
    setup.turn = diagram.turn;
    setup.castling = diagram.rights;
    setup.en_passant = diagram.en_passant;
    return setup;
}

Expected<Position, SetupFaults> position_of(const Diagram& diagram) {
    return Position::from(setup_of(diagram), RulesetId::standard, Tolerance::unreachable());
}

Diagram array() noexcept { return diagram_of(Position{}); }

Bitboard unmoved_by_rights(const Diagram& diagram) noexcept {
    Bitboard unmoved = diagram.rights.rooks();
    for (const Color c : colors)
        if (!diagram.rights.rooks(c).empty()) unmoved |= diagram.board.men(c, PieceType::king);
    return unmoved;
}

}  // namespace hakam::retro
