"""The arbiter of chess: exact rules, verdicts by the Laws, proofs.

>>> import hakam
>>> hakam.Position().move_count
20
>>> game = hakam.Game(moves=["f3", "e5", "g4", "Qh4#"])
>>> print(hakam.laws.book("fide-standard").judge(game))
Checkmate. Black wins. FIDE Laws of Chess (2023) Art. 5.1.1
"""

from __future__ import annotations

from hakam import laws, pgn, problem, retro
from hakam._core import (
    Argument,
    Batches,
    Book,
    Column,
    Game,
    Move,
    Moves,
    Position,
    Positions,
    Setup,
    Squares,
    __version__,
    policy_index,
)
from hakam._enums import (
    ArgumentKind,
    ClaimKind,
    Color,
    Decision,
    MoveKind,
    Outcome,
    Piece,
    PieceType,
    Ruleset,
    Severity,
    Square,
    Standing,
)
from hakam._errors import IllegalMove, TextError
from hakam._values import (
    Fault,
    Finding,
    Illegality,
    Note,
    Reading,
    SetupFault,
    Span,
    Verdict,
    Winnable,
)

__all__ = [
    "Argument", "ArgumentKind", "Batches", "Book", "ClaimKind", "Color", "Column", "Decision",
    "Fault", "Finding", "Game", "IllegalMove", "Illegality", "Move", "MoveKind", "Moves", "Note",
    "Outcome", "Piece", "PieceType", "Position", "Positions", "Reading", "Ruleset", "Setup",
    "SetupFault", "Severity", "Span", "Square", "Squares", "Standing", "TextError", "Verdict",
    "Winnable", "__version__", "laws", "pgn", "policy_index",
    "problem", "retro",
]
