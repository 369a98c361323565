"""The words of the rules of movement: enums, and the man as a value."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NoReturn


class Color(enum.Enum):
    """A side. `~Color.WHITE` is Black."""

    WHITE = "white"
    BLACK = "black"

    def __invert__(self) -> Color:
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    def __bool__(self) -> NoReturn:
        raise TypeError("a Color is neither true nor false; compare it with Color.WHITE")

    def __repr__(self) -> str:
        return f"Color.{self.name}"


class PieceType(enum.Enum):
    """The six kinds of men. The value is the English letter in upper case."""

    PAWN = "P"
    KNIGHT = "N"
    BISHOP = "B"
    ROOK = "R"
    QUEEN = "Q"
    KING = "K"

    def __repr__(self) -> str:
        return f"PieceType.{self.name}"


class Square(enum.IntEnum):
    """The 64 squares: A1 is 0, B1 is 1, ... H8 is 63."""

    A1 = 0; B1 = 1; C1 = 2; D1 = 3; E1 = 4; F1 = 5; G1 = 6; H1 = 7  # noqa: E702
    A2 = 8; B2 = 9; C2 = 10; D2 = 11; E2 = 12; F2 = 13; G2 = 14; H2 = 15  # noqa: E702
    A3 = 16; B3 = 17; C3 = 18; D3 = 19; E3 = 20; F3 = 21; G3 = 22; H3 = 23  # noqa: E702
    A4 = 24; B4 = 25; C4 = 26; D4 = 27; E4 = 28; F4 = 29; G4 = 30; H4 = 31  # noqa: E702
    A5 = 32; B5 = 33; C5 = 34; D5 = 35; E5 = 36; F5 = 37; G5 = 38; H5 = 39  # noqa: E702
    A6 = 40; B6 = 41; C6 = 42; D6 = 43; E6 = 44; F6 = 45; G6 = 46; H6 = 47  # noqa: E702
    A7 = 48; B7 = 49; C7 = 50; D7 = 51; E7 = 52; F7 = 53; G7 = 54; H7 = 55  # noqa: E702
    A8 = 56; B8 = 57; C8 = 58; D8 = 59; E8 = 60; F8 = 61; G8 = 62; H8 = 63  # noqa: E702

    @property
    def file(self) -> int:
        """0 for the a-file to 7 for the h-file."""
        return self.value & 7

    @property
    def rank(self) -> int:
        """0 for the first rank to 7 for the eighth."""
        return self.value >> 3

    @property
    def is_light(self) -> bool:
        """h1 is light (Law 2.1)."""
        return bool((self.value ^ self.value >> 3) & 1)

    @property
    def mirrored(self) -> Square:
        """The same square seen from the other side of the board: E2 and E7."""
        return Square(self.value ^ 56)

    @classmethod
    def parse(cls, text: str) -> Square:
        """'e4' as a square."""
        if len(text) == 2 and "a" <= text[0] <= "h" and "1" <= text[1] <= "8":
            return cls(ord(text[0]) - 97 + 8 * (ord(text[1]) - 49))
        raise ValueError(f"expected a square such as 'e4', found {text!r}")

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Square.{self.name}"


class Ruleset(enum.Enum):
    """How men move. Chess960 is not one: castling rights name the rook in every position."""

    STANDARD = "standard"
    NO_CASTLING = "no-castling"
    TORPEDO = "torpedo"

    def __repr__(self) -> str:
        return f"Ruleset.{self.name}"


class MoveKind(enum.Enum):
    """What is special about a move."""

    NORMAL = "normal"
    DOUBLE_STEP = "double-step"
    EN_PASSANT = "en-passant"
    PROMOTION = "promotion"
    CASTLING = "castling"

    def __repr__(self) -> str:
        return f"MoveKind.{self.name}"


class Decision(enum.Enum):
    """An answer that may be unknown: the budget was spent. `bool(UNKNOWN)` raises, so that nobody
    takes a guess for an answer."""

    NO = "no"
    YES = "yes"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        if self is Decision.UNKNOWN:
            raise ValueError("not decided within the budget: Decision.UNKNOWN is neither yes nor no")
        return self is Decision.YES

    def __repr__(self) -> str:
        return f"Decision.{self.name}"


class Outcome(enum.Enum):
    """How a finished game ended; the value is the text of PGN."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"

    @property
    def winner(self) -> Color | None:
        """Who won, if anybody did."""
        return {"1-0": Color.WHITE, "0-1": Color.BLACK}.get(self.value)

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A man: whose, and what it is."""

    color: Color
    type: PieceType

    @property
    def letter(self) -> str:
        """The letter of FEN: upper case for White, lower case for Black."""
        return self.type.value if self.color is Color.WHITE else self.type.value.lower()

    @property
    def figurine(self) -> str:
        """The Unicode chess symbol."""
        row = "♔♕♖♗♘♙" if self.color is Color.WHITE else "♚♛♜♝♞♟"
        return row["KQRBNP".index(self.type.value)]

    @classmethod
    def parse(cls, letter: str) -> Piece:
        """'N' is a white knight, 'n' a black one."""
        upper = letter.upper()
        if len(letter) == 1 and upper in "PNBRQK":
            return cls(Color.WHITE if letter == upper else Color.BLACK, PieceType(upper))
        raise ValueError(f"expected a letter of PNBRQKpnbrqk, found {letter!r}")

    def __str__(self) -> str:
        return self.letter


class Standing(enum.Enum):
    """Whether a game goes on."""

    ONGOING = "ongoing"
    CLAIMABLE = "claimable"
    OVER = "over"

    def __repr__(self) -> str:
        return f"Standing.{self.name}"


class ClaimKind(enum.Enum):
    """What a player may claim a draw by (Laws 9.2, 9.3)."""

    THREEFOLD = "threefold-repetition"
    FIFTY = "fifty-moves"

    def __repr__(self) -> str:
        return f"ClaimKind.{self.name}"


class ArgumentKind(enum.Enum):
    """What the answer rests on that a side can never mate."""

    NONE = "none"
    GAME_OVER = "game-over"
    MATERIAL = "material"
    REGION = "region"
    CLOSED_SET = "closed-set"
    PARTIAL_SET = "partial-set"

    def __repr__(self) -> str:
        return f"ArgumentKind.{self.name}"


class Severity(enum.Enum):
    """How bad a finding is."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    def __repr__(self) -> str:
        return f"Severity.{self.name}"
