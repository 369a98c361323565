"""The past of a position: whether a game reaches it, last moves, castling rights, proof games.

>>> from hakam import retro
>>> found = retro.legality("4k3/8/8/8/8/8/PPP5/KRn5 b - - 0 1")
>>> found.decision, found.reason.kind
(Decision.NO, 'no-last-move')
>>> found = retro.legality("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1")
>>> found.decision, found.verify()
(Decision.YES, True)
>>> [str(move) for move in retro.last_moves("7R/7p/5P1k/4PKpP/8/8/8/8 w - - 0 1").moves]
['g7g5']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hakam import _core
from hakam._core import Game, Move, Position, Setup, Squares
from hakam._enums import Color, Decision

__all__ = [
    "LastMove", "LastMoves", "Legality", "ProofGames", "Reason", "RefutedMove", "RefutedRights",
    "Rights", "last_lines", "last_moves", "legality", "proof_games", "rights",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why no game reaches a board: a necessary condition that it breaks, which other code can check
    from the board alone (docs/formats/retro.md has the kinds)."""

    kind: str
    side: Color | None
    squares: Squares
    needed: int
    available: int
    faults: tuple[str, ...]
    after: tuple[RefutedMove, ...]


@dataclass(frozen=True, slots=True)
class RefutedMove:
    """A last move, and why the board `before` it is illegal."""

    move: Move
    before: Setup
    reason: Reason


@dataclass(frozen=True, slots=True)
class LastMove:
    """A possible last move and the board before it."""

    move: Move
    before: Setup


@dataclass(frozen=True, slots=True)
class Legality:
    """Whether a game of standard chess reaches a board: YES with the game, NO with the reason, UNKNOWN
    with what was tried."""

    board: Setup
    decision: Decision
    game: Game | None
    reason: Reason | None
    lines: tuple[str, ...]
    tried: str
    nodes: int

    def __bool__(self) -> bool:
        return bool(self.decision)

    def verify(self) -> bool:
        """Whether the game, replayed by the rules, leads to the board with exactly its rights."""
        return self.game is not None and _core.retro_proves(self.game, self.board)

    def __str__(self) -> str:
        if self.game is not None:
            return f"legal: {self.game.san}"
        return "\n".join(self.lines) or f"not decided: {self.tried}"


@dataclass(frozen=True, slots=True)
class LastMoves:
    """Every last move: those that are not refuted, and those that are."""

    possible: tuple[LastMove, ...]
    refuted: tuple[RefutedMove, ...]
    nodes: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """The possible ones, each once."""
        return tuple(dict.fromkeys(one.move for one in self.possible))


@dataclass(frozen=True, slots=True)
class RefutedRights:
    """Castling rights, by their rooks, that cannot all be left, and why."""

    rooks: Squares
    reason: Reason
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rights:
    """The largest sets of castling rights, by their rooks, that can still be there together. None at
    all if the board is illegal whatever the rights."""

    maximal: tuple[Squares, ...]
    refuted: tuple[RefutedRights, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class ProofGames:
    """Games that lead to a board. `complete`: these are all of the lengths asked for; `more`: there
    are more than were kept. `plies` is the length last looked at."""

    games: tuple[Game, ...]
    plies: int
    complete: bool
    more: bool
    strategies: int
    nodes: int

    @property
    def answer(self) -> Literal["none", "unique", "several", "found", "unknown"]:
        """`found`: one, and there may be more; `unknown`: none within the budget."""
        if not self.games:
            return "none" if self.complete else "unknown"
        if len(self.games) > 1 or self.more:
            return "several"
        return "unique" if self.complete else "found"


def legality(board: Setup | Position | str, *, seconds: float | None = 10, nodes: int = 0,
             memory_mib: int = 1024, seed: int = 1, lang: str = "en") -> Legality:
    """Whether a game of standard chess reaches the board. Its castling rights and en passant square
    are part of the question."""
    return _core.retro_legality(board, nodes=nodes, seconds=seconds, memory_mib=memory_mib, seed=seed,
                                lang=lang)


def last_moves(board: Setup | Position | str, *, nodes: int = 400,
               seconds: float | None = None) -> LastMoves:
    """All possible last moves; `nodes` bounds the proof that one is impossible."""
    return _core.retro_last_moves(board, nodes=nodes, seconds=seconds)


def last_lines(board: Setup | Position | str, plies: int, *, most: int = 10_000, nodes: int = 400,
               seconds: float | None = None) -> tuple[tuple[Move, ...], ...]:
    """Lines of the last `plies` half-moves, the latest move first."""
    return _core.retro_last_lines(board, plies, most=most, nodes=nodes, seconds=seconds)


def rights(board: Setup | Position | str, *, nodes: int = 3000, seconds: float | None = None,
           lang: str = "en") -> Rights:
    """The castling rights that can still be there together; those of the board are ignored."""
    return _core.retro_rights(board, nodes=nodes, seconds=seconds, lang=lang)


def proof_games(board: Setup | Position | str, plies: int, *, start: Position | None = None,
                length: Literal["exactly", "at-most", "shortest"] = "exactly", most: int = 10,
                nodes: int = 0, seconds: float | None = None, memory_mib: int = 0) -> ProofGames:
    """Games from `start` (the array, if none is given) to the board in so many half-moves. Rights of
    the board must last to the end; its turn follows from the number of half-moves."""
    return _core.retro_proof_games(board, plies, start=start, length=length, most=most, nodes=nodes,
                                   seconds=seconds, memory_mib=memory_mib)
