"""What answers are made of: frozen dataclasses, so that they compare, hash, pickle and print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hakam import _core

if TYPE_CHECKING:
    from hakam._core import Argument, Move, Position, Setup
    from hakam._enums import (
        ClaimKind,
        Color,
        Decision,
        Outcome,
        Severity,
        Square,
        Standing,
    )


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text: `offset` and `length` in UTF-8 bytes, `line` and `column` from 1."""

    offset: int
    length: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Note:
    """One departure from the canonical form that a lenient reading overlooked."""

    code: str
    where: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a text, in its grammar or in what it describes."""

    code: str
    where: Span
    text: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class SetupFault:
    """One thing wrong with a setup, whatever text it came from."""

    code: str
    square: Square | None
    color: Color | None
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that one reading of a FEN found. `position` is there if no fault is left."""

    position: Position | None
    setup: Setup | None
    faults: tuple[Fault, ...]
    notes: tuple[Note, ...]

    def __bool__(self) -> bool:
        return self.position is not None


@dataclass(frozen=True, slots=True)
class Illegality:
    """Why a move is not legal, with the article of the FIDE Laws. `culprit` is where the man stands
    that blocks, pins or gives check, if there is one."""

    code: str
    text: str
    article: str
    from_square: Square | None
    to_square: Square | None
    culprit: Square | None


@dataclass(frozen=True, slots=True)
class Article:
    """One rule of one edition of one book."""

    id: str
    name: str
    book: str
    title: str
    edition: str
    number: str
    status: str
    decided_by: str
    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.title} ({self.edition}) Art. {self.number}"


@dataclass(frozen=True, slots=True)
class Winnable:
    """Whether a side can still mate by any series of legal moves, with the proof.

    `line` ends in mate if it can; `argument` says why it never can; `tried` says what was tried
    if the budget was spent. `bool()` of an undecided answer raises.
    """

    position: Position
    side: Color
    decision: Decision
    line: tuple[Move, ...]
    argument: Argument | None
    nodes: int
    tried: str

    def __bool__(self) -> bool:
        return bool(self.decision)

    def verify(self, *, nodes: int = 0, seconds: float | None = None) -> Decision:
        """Checks the proof by code that shares nothing with the search but the rules of movement."""
        return _core.verify(self.position, self.side, self.decision, self.line, self.argument,
                            nodes=nodes, seconds=seconds)

    def text(self, lang: str = "en") -> str:
        """One sentence for people."""
        return _core.winnable_text(self, lang)


@dataclass(frozen=True, slots=True)
class LookAlike:
    """A half-move after which the position looked the same and was not, and why (Law 9.2.3):
    turn, castling, en-passant or men."""

    ply: int
    why: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a verdict rests on. `plies` are the half-moves after which the repeated position stood."""

    halfmove_clock: int
    plies: tuple[int, ...]
    look_alikes: tuple[LookAlike, ...]
    proofs: tuple[Winnable, ...]


@dataclass(frozen=True, slots=True)
class TimePenalty:
    """Time that an irregularity costs: `milliseconds` go to the clock of `to`."""

    to: Color
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the Laws say of a game, with the articles that say so and what shows it. `certain` is
    false if a search spent its budget, so that a dead position or a mate may have been missed."""

    standing: Standing
    outcome: Outcome | None
    reason: str | None
    articles: tuple[Article, ...]
    evidence: Evidence
    to_move: Color
    side: Color | None
    penalty: TimePenalty | None
    certain: bool

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    def text(self, lang: str = "en") -> str:
        """One sentence for people: "Checkmate. White wins."""
        return _core.verdict_text(self, lang)

    def citation(self, lang: str = "en") -> str:
        """The articles: "FIDE Laws of Chess (2023) Art. 5.2.2"."""
        return _core.citation_text(self, lang)

    def sentences(self, lang: str = "en") -> list[str]:
        """What the verdict rests on, a sentence each."""
        return _core.evidence_text(self, lang)

    def __str__(self) -> str:
        cited = self.citation()
        return self.text() + (f" {cited}" if cited else "")


@dataclass(frozen=True, slots=True)
class Claim:
    """What comes of a claim of a draw. A wrong one costs time (Law 9.5.3)."""

    kind: ClaimKind
    intended: Move | None
    correct: bool
    game_over: bool
    available: bool
    count: int
    articles: tuple[Article, ...]
    penalty: TimePenalty | None
    evidence: Evidence
    claimant: Color
    sentence: str

    def __bool__(self) -> bool:
        return self.correct

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class End:
    """Where a game was over by itself: after `ply` half-moves, and why."""

    ply: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class FlagFall:
    """`side` has run out of time, and it has been noticed or claimed (Laws 6.8, 6.9)."""

    side: Color


@dataclass(frozen=True, slots=True)
class Resignation:
    """`side` resigns (Law 5.1.2)."""

    side: Color


@dataclass(frozen=True, slots=True)
class IllegalAct:
    """`side` has completed an illegal move or an act that counts as one; the `count`-th (Law 7.5)."""

    side: Color
    count: int = 1


@dataclass(frozen=True, slots=True)
class Agreement:
    """Both players agree to a draw (Law 5.2.3)."""


@dataclass(frozen=True, slots=True)
class Disconnection:
    """`side` did not come back online within the time that the event sets."""

    side: Color


Incident = FlagFall | Resignation | IllegalAct | Agreement | Disconnection


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with the text of a game, and where. `ply` is the half-move it concerns,
    1 for the first; `depth` is 0 in the main line."""

    code: str
    severity: Severity
    where: Span
    ply: int
    depth: int
    found: str
    text: str

    def __str__(self) -> str:
        return f"{self.where.line}:{self.where.column}: {self.code}: {self.text}"


@dataclass(frozen=True, slots=True)
class Header:
    """The tags of a game and its place in the input, in bytes; the moves were passed over."""

    tags: dict[str, str]
    begin: int
    end: int
    result: str

    def __hash__(self) -> int:
        return hash((self.begin, self.end))


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """What the audit says of a half-move of a game: docs/formats/audit.md has the codes."""

    code: str
    severity: Severity
    ply: int
    offset: int
    line: int
    move: str
    text: str
    article: str
    proof: str


@dataclass(frozen=True, slots=True)
class Audit:
    """One game of a collection under a book of laws: how it stands by the board, and what is wrong
    with it. `begin` and `end` are byte offsets."""

    number: int
    begin: int
    end: int
    tags: dict[str, str]
    result: str
    plies: int
    standing: Standing
    outcome: Outcome | None
    reason: str | None
    articles: tuple[str, ...]
    findings: tuple[AuditFinding, ...]

    def __hash__(self) -> int:
        return hash((self.number, self.begin, self.end))
