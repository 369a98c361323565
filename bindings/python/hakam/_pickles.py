"""How values are made again from a pickle; plain functions, which pickles can name."""

from __future__ import annotations

from typing import Any

from hakam import _core


def moves(all_moves: tuple[_core.Move, ...]) -> _core.Moves:
    return _core.moves_from(all_moves)


def setup(*fields: Any) -> _core.Setup:
    return _core.setup_from(*fields)


def pgn_game(text: str) -> _core.PgnGame:
    return _core.pgn_game(text)
