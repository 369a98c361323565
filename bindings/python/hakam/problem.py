"""Chess problems: a diagram and a stipulation to every solution, proved complete.

>>> from hakam import problem
>>> found = problem.solve("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "#1")
>>> [key.san for key in found.keys], found.summary, found.complete
(['Ra8#'], '1 key', True)
>>> found = problem.solve("3k4/8/3K4/8/8/8/8/R7 b - - 0 1", "h#1.5")
>>> found.notes
('White begins in h#1.5, whatever the FEN says',)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hakam import _core
from hakam._enums import Square

__all__ = ["Continuation", "Solution", "Solved", "Step", "Theme", "Variation", "describe",
           "normal_form", "solve"]


@dataclass(frozen=True, slots=True)
class Step:
    """A move as it is written; fairy men have no Move objects."""

    uci: str
    san: str

    def __str__(self) -> str:
        return self.san


@dataclass(frozen=True, slots=True)
class Continuation:
    """A move of the attack and the replies to it, as far as the tree was built."""

    move: Step
    moves: int
    variations: tuple[Variation, ...]


@dataclass(frozen=True, slots=True)
class Variation:
    """A reply of the defence and what answers it; more than one answer is a dual."""

    move: Step
    moves: int
    answers: tuple[Continuation, ...]
    refutes: bool
    reaches_aim: bool


@dataclass(frozen=True, slots=True)
class Theme:
    """What a solution shows (docs/formats/themes.md)."""

    name: str
    text: str
    line: tuple[Step, ...]
    square: Square | None


@dataclass(frozen=True, slots=True)
class Solution:
    """One solution, try or set play. `line` is the key alone, or the whole line of play."""

    kind: Literal["key", "try", "set", "line"]
    moves: int
    line: tuple[Step, ...]
    threats: tuple[Continuation, ...]
    zugzwang: bool
    variations: tuple[Variation, ...]
    refutations: tuple[Step, ...]
    replies: tuple[Step, ...]
    is_short: bool
    set_play: bool
    exchanged: bool
    themes: tuple[Theme, ...]
    text: str

    def __str__(self) -> str:
        return self.text.rstrip("\n")


@dataclass(frozen=True, slots=True)
class Solved:
    """All that was found. `complete`: every first move is decided; `obstacle` says why nothing could
    be solved. `notes` are departures that were overlooked and castlings that exclude each other."""

    stipulation: str
    conditions: tuple[str, ...]
    solutions: tuple[Solution, ...]
    count: int
    keys: tuple[Step, ...]
    failed: tuple[Step, ...]
    complete: bool
    nodes: int
    obstacle: str
    summary: str
    notes: tuple[str, ...]

    def __str__(self) -> str:
        return self.summary


def solve(fen: str, stipulation: str, *, conditions: Iterable[str] = (), target: str = "",
          set_play: bool = False, tries: int = 0, duplex: bool = False, tree: int = 2,
          lenient: bool = False, granted: bool = False, most: int = 1_000_000, nodes: int = 0,
          seconds: float | None = None, memory_mib: int = 256) -> Solved:
    """Solves a problem: "#3", "h#2.5", "ser-s#6" and what docs/formats/stipulation.md has. The text
    of the diagram may have fairy men, `conditions` are names such as "koko" or "circe", `target` is
    the second position of a=>b. `tries` reports first moves with at most so many refutations; `tree`
    is how many moves deep variations are built. `granted` believes that castlings do not exclude each
    other. Short proof games (dia) are solved here, long ones by retro.proof_games."""
    return _core.problem_solve(
        fen, stipulation, conditions=list(conditions), target=target, set_play=set_play, tries=tries,
        duplex=duplex, tree=tree, lenient=lenient, granted=granted, most=most, nodes=nodes,
        seconds=seconds, memory_mib=memory_mib)


def normal_form(stipulation: str) -> str:
    """The canonical text: "H#3,5" is "h#3.5"."""
    return _core.stipulation_text(stipulation, False)


def describe(stipulation: str) -> str:
    """In words: "helpmate in 2.5"."""
    return _core.stipulation_text(stipulation, True)
