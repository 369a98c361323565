# Written by tools/python_stub from the module; change the module, not this file.
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import hakam._enums
import hakam._values
import hakam.problem
import hakam.retro


class Squares:
    """
    An immutable set of squares, with the algebra of sets. Iterates from A1 to H8; int() gives its 64 bits.
    """

    def __init__(self, squares: int | str | Squares | Iterable[hakam._enums.Square | str] = 0) -> None:
        """From 64 bits, from text ('e4 d5') or from squares."""

    def __int__(self) -> int: ...

    def __index__(self) -> int: ...

    def __len__(self) -> int: ...

    def __bool__(self) -> bool: ...

    def __contains__(self, square: object) -> bool: ...

    def __iter__(self) -> Iterator[hakam._enums.Square]: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object) -> bool: ...

    def __or__(self, arg: Squares, /) -> Squares: ...

    def __and__(self, arg: Squares, /) -> Squares: ...

    def __xor__(self, arg: Squares, /) -> Squares: ...

    def __sub__(self, arg: Squares, /) -> Squares: ...

    def __invert__(self) -> Squares: ...

    def __le__(self, arg: Squares, /) -> bool:
        """Whether every square is in the other set."""

    def __ge__(self, arg: Squares, /) -> bool: ...

    def isdisjoint(self, other: Squares) -> bool: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class Move:
    """
    A legal move of some position; it knows its mover and what it captures. Positions make moves; there is one object for each.
    """

    def __init__(self, code: int, text: str | None = None) -> None:
        """The move of a code, as `code` gives it; for pickles and stored games."""

    @property
    def from_square(self) -> hakam._enums.Square: ...

    @property
    def to_square(self) -> hakam._enums.Square:
        """Where the mover arrives; for castling the square of the rook."""

    @property
    def arrival(self) -> hakam._enums.Square:
        """Where the mover stands afterwards, also when it castles."""

    @property
    def kind(self) -> hakam._enums.MoveKind: ...

    @property
    def mover(self) -> hakam._enums.PieceType: ...

    @property
    def captured(self) -> hakam._enums.PieceType | None: ...

    @property
    def promotion(self) -> hakam._enums.PieceType | None: ...

    @property
    def is_capture(self) -> bool: ...

    @property
    def is_castling(self) -> bool: ...

    @property
    def is_en_passant(self) -> bool: ...

    @property
    def is_promotion(self) -> bool: ...

    @property
    def code(self) -> int:
        """24 bits; stable."""

    @property
    def uci(self) -> str: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object) -> bool: ...

    def __copy__(self) -> Move: ...

    def __deepcopy__(self, memo: object) -> Move: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class Moves:
    """The legal moves of a position, in no particular order: a sequence."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Move]: ...

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __contains__(self, move: object) -> bool: ...

    @property
    def codes(self) -> bytes:
        """Their codes, four bytes each in the byte order of the machine."""

    @property
    def captures(self) -> Moves: ...

    def of(self, square: hakam._enums.Square | str) -> Moves:
        """Those of the man on a square."""

    def to(self, square: hakam._enums.Square | str) -> Moves:
        """Those that arrive on a square."""

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def moves_from(moves: tuple[Move, ...]) -> Moves: ...

class Position:
    """A position: immutable, hashable, 64 bytes. A move makes a new one."""

    def __init__(self, fen: str | bytes = 'startpos', *, strict: bool = False, rules: hakam._enums.Ruleset | str = hakam._enums.Ruleset.STANDARD, chess960: bool = False) -> None:
        """
        Reads a FEN, or the 40 bytes of bytes(position). Leniently: setups that no game reaches are accepted; `strict` refuses them and every departure from the canonical form. Raises TextError with the first fault; Position.read tells all.
        """

    @staticmethod
    def from_chess960(number: int) -> Position:
        """
        The start array of Chess960 by Scharnagl number; 518 is the standard one.
        """

    def after(self, move: Move | str) -> Position:
        """The position after a legal move. Raises IllegalMove with the reason."""

    def is_legal(self, move: Move) -> bool: ...

    def repeats(self, other: Position) -> bool:
        """The same position in the sense of the repetition rules (Law 9.2.3)."""

    def perft(self, depth: int) -> int:
        """The number of legal sequences of so many moves."""

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __bytes__(self) -> bytes:
        """40 bytes, from which Position makes it again."""

    def __copy__(self) -> Position: ...

    def __deepcopy__(self, memo: object) -> Position: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    @property
    def fen(self) -> str:
        """The canonical FEN; the en passant square only if a capture is legal."""

    def to_fen(self, *, shredder: bool = False, double_step: bool = False) -> str:
        """
        FEN with file letters for castling, or with the square of every double step.
        """

    def parse(self, text: str, *, letters: str = 'en', notation: str = 'any', strict: bool = False) -> Move:
        """
        The legal move that a text names. `notation` is any (SAN, LAN or UCI), san, uci, lan or iccf. Raises IllegalMove with the reason, or TextError.
        """

    def parse_noting(self, text: str, *, letters: str = 'en', notation: str = 'any') -> tuple[Move, tuple[hakam._values.Note, ...]]:
        """The same, with what had to be overlooked."""

    def san(self, move: Move | str, *, letters: str = 'en') -> str: ...

    def lan(self, move: Move | str, *, letters: str = 'en') -> str: ...

    def uci(self, move: Move | str, *, chess960: bool = False) -> str: ...

    def iccf(self, move: Move | str) -> str: ...

    def why_illegal(self, text: str) -> hakam._values.Illegality | None:
        """
        Why a move text names no legal move, with the article; None if it does, or if it could be meant of several men.
        """

    def __str__(self) -> str: ...

    @property
    def rules(self) -> hakam._enums.Ruleset: ...

    @property
    def turn(self) -> hakam._enums.Color: ...

    @property
    def key(self) -> int:
        """Zobrist hash of what the Laws call the same position (9.2.3)."""

    @property
    def halfmove_clock(self) -> int: ...

    @property
    def fullmove_number(self) -> int: ...

    @property
    def castling(self) -> Squares:
        """The rooks that may castle."""

    @property
    def en_passant(self) -> hakam._enums.Square | None:
        """Only if a capture there is legal (Law 9.2.3.1)."""

    @property
    def double_step_square(self) -> hakam._enums.Square | None:
        """The square passed over by a double step just made, capture or not."""

    @property
    def is_check(self) -> bool: ...

    @property
    def is_checkmate(self) -> bool: ...

    @property
    def is_stalemate(self) -> bool: ...

    @property
    def move_count(self) -> int: ...

    @property
    def moves(self) -> Moves:
        """The legal moves."""

    @property
    def occupied(self) -> Squares: ...

    @property
    def checkers(self) -> Squares: ...

    def king(self, color: hakam._enums.Color) -> hakam._enums.Square: ...

    def men(self, color: hakam._enums.Color, type: hakam._enums.PieceType | None = None) -> Squares: ...

    def attackers(self, square: hakam._enums.Square | str, by: hakam._enums.Color) -> Squares: ...

    def attacked(self, by: hakam._enums.Color) -> Squares: ...

    def __getitem__(self, square: hakam._enums.Square | str) -> hakam._enums.Piece | None: ...

    @property
    def pieces(self) -> dict[hakam._enums.Square, hakam._enums.Piece]: ...

    @staticmethod
    def read(text: str, *, strict: bool = False, rules: hakam._enums.Ruleset | str = hakam._enums.Ruleset.STANDARD, chess960: bool = False) -> hakam._values.Reading:
        """
        Reads a FEN and tells all that is wrong with it. Never raises for what the text says.
        """

    def winnable(self, side: hakam._enums.Color, *, nodes: int = 5000000, seconds: float | None = None, memory_mib: int = 0, shortest: bool = False) -> hakam._values.Winnable:
        """
        Can the side still mate by any series of legal moves (Laws 5.1.2, 5.2.2, 6.9)? With the proof. `nodes` 0: no limit. `shortest` asks for a line of fewest moves.
        """

    def is_dead(self, *, nodes: int = 5000000, seconds: float | None = None, memory_mib: int = 0) -> hakam._enums.Decision:
        """
        Whether neither side can mate by any series of legal moves (Law 5.2.2).
        """

    def certainly_unwinnable(self, side: hakam._enums.Color) -> bool:
        """
        The cheap filter: True proves that the side can never mate, False says nothing.
        """

    def svg(self, *, bottom: hakam._enums.Color = hakam._enums.Color.WHITE, coordinates: bool = True, size: int = 480, highlights: Iterable[hakam._enums.Square | str] = (), arrows: Iterable[Move | str | tuple[hakam._enums.Square | str, hakam._enums.Square | str]] = (), last_move: Move | str | None = None) -> str:
        """
        The board as an SVG document, with men drawn for Hakam. Arrows are moves, 'e2e4' or pairs of squares.
        """

class Setup:
    """
    Everything a FEN says, possible or not; `faults()` tells what is wrong.
    """

    def __init__(self, fen: str) -> None:
        """Reads the text of any board. Raises TextError if its grammar is wrong."""

    @staticmethod
    def of(pieces: dict[hakam._enums.Square, hakam._enums.Piece] | dict[str, str], *, turn: hakam._enums.Color = hakam._enums.Color.WHITE, castling: Squares = Squares(''), en_passant: hakam._enums.Square | None = None, halfmove_clock: int = 0, fullmove_number: int = 1) -> Setup:
        """From men on squares: {Square.E1: Piece(...)} or {'e1': 'K'}."""

    @property
    def fen(self) -> str: ...

    @property
    def turn(self) -> hakam._enums.Color: ...

    @property
    def castling(self) -> Squares: ...

    @property
    def en_passant(self) -> hakam._enums.Square | None: ...

    @property
    def halfmove_clock(self) -> int: ...

    @property
    def fullmove_number(self) -> int: ...

    @property
    def pieces(self) -> dict[hakam._enums.Square, hakam._enums.Piece]: ...

    def faults(self, rules: hakam._enums.Ruleset | str = hakam._enums.Ruleset.STANDARD) -> tuple[hakam._values.SetupFault, ...]:
        """Every fault at once."""

    def position(self, *, tolerate: str | Iterable[str] = (), rules: hakam._enums.Ruleset | str = hakam._enums.Ruleset.STANDARD) -> Position:
        """
        The position, or ValueError with all its faults. `tolerate` names faults to accept, or is 'unreachable': all that a move generator can live with.
        """

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def setup_from(pieces: dict[hakam._enums.Square, hakam._enums.Piece], turn: hakam._enums.Color, castling: Squares, en_passant: hakam._enums.Square | None, halfmove_clock: int, fullmove_number: int) -> Setup: ...

class Game:
    """
    What was played since a start: an immutable value. Playing makes a new game and shares what was played before.
    """

    def __init__(self, start: Position | str | None = None, moves: Iterable[Move | str] = ()) -> None: ...

    @staticmethod
    def parse(text: str, start: Position | None = None, *, letters: str = 'en') -> Game:
        """
        Reads moves with or without numbers, in any notation: '1. e4 e5 2. Nf3'.
        """

    def play(self, *moves: Move | str) -> Game:
        """The game after these moves. Raises IllegalMove, and nothing changes."""

    def before(self, ply: int) -> Game:
        """The first `ply` half-moves; negative numbers count from the end."""

    @property
    def start(self) -> Position: ...

    @property
    def plies(self) -> int:
        """Half-moves played."""

    @property
    def moves(self) -> tuple[Move, ...]: ...

    @property
    def position(self) -> Position:
        """The position now."""

    @property
    def positions(self) -> tuple[Position, ...]:
        """From the start on."""

    def at(self, ply: int) -> Position:
        """The position after `ply` half-moves."""

    def occurrences(self, ply: int | None = None) -> int:
        """How often that position had stood by then (Law 9.2.3)."""

    def occurrence_plies(self, ply: int | None = None) -> tuple[int, ...]: ...

    @property
    def san(self) -> str:
        """The moves as text: '1. e4 e5 2. Nf3'."""

    def __len__(self) -> int: ...

    def __bool__(self) -> bool: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> Game: ...

    def __deepcopy__(self, memo: object) -> Game: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class Argument:
    """
    Why a side can never mate; the certificates that it rests on are inside.
    """

    def __init__(self, data: bytes) -> None:
        """
        From bytes(argument). Nothing in it is believed: Winnable.verify checks it.
        """

    @property
    def kind(self) -> hakam._enums.ArgumentKind: ...

    @property
    def lemma(self) -> str | None: ...

    @property
    def positions(self) -> int:
        """How many positions a closed set has."""

    @property
    def fingerprint(self) -> int: ...

    @property
    def certificates(self) -> int:
        """How many static certificates it rests on."""

    def __bytes__(self) -> bytes: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def verify(position: Position, side: hakam._enums.Color, decision: hakam._enums.Decision, line: tuple[Move, ...], argument: Argument | None, *, nodes: int = 0, seconds: float | None = None) -> hakam._enums.Decision: ...

def winnable_text(winnable: hakam._values.Winnable, lang: str = 'en') -> str: ...

class Book:
    """A book of laws: three questions about a game, answered with articles."""

    def __init__(self, name: str = 'fide-standard') -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    def judge(self, game: Game | Position, *, nodes: int = 5000000, seconds: float | None = None, dead_test: str = 'screened') -> hakam._values.Verdict:
        """Is the game over by itself, and may a draw be claimed on the position?"""

    def first_end(self, game: Game | Position, *, nodes: int = 5000000, seconds: float | None = None, dead_test: str = 'screened') -> hakam._values.End | None:
        """Where the game was over by itself first, if it ever was."""

    def rule(self, game: Game | Position, incident: hakam._values.Incident, *, nodes: int = 5000000, seconds: float | None = None) -> hakam._values.Verdict:
        """
        What an incident does to the game; if it was over already, how it ended.
        """

    def claim(self, game: Game | Position, kind: hakam._enums.ClaimKind | str, move: Move | str | None = None, *, nodes: int = 5000000, seconds: float | None = None, lang: str = 'en') -> hakam._values.Claim:
        """
        Is a claim of the player to move correct, on the position or with a written move?
        """

    def claims(self, game: Game | Position, move: Move | str | None = None, *, lang: str = 'en') -> tuple[hakam._values.Claim, ...]:
        """All correct claims on the position, or with the written move."""

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def book_names() -> tuple[str, ...]: ...

def articles() -> tuple[hakam._values.Article, ...]: ...

def find_article(text: str) -> hakam._values.Article | None:
    """By number ('5.2.2'), id ('FIDE 5.2.2') or name ('stalemate')."""

def verdict_text(verdict: hakam._values.Verdict, lang: str = 'en') -> str: ...

def citation_text(verdict: hakam._values.Verdict, lang: str = 'en') -> str: ...

def evidence_text(verdict: hakam._values.Verdict, lang: str = 'en') -> list[str]: ...

class Column:
    """
    A column for any Arrow library: pyarrow.array(column), polars.Series(column), nanoarrow.Array(column). Structs are tables: pyarrow.record_batch(column).
    """

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

    def __arrow_c_schema__(self) -> object: ...

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

    def __len__(self) -> int: ...

    @property
    def format(self) -> str: ...

    @property
    def names(self) -> list[str]: ...

class Batches:
    """
    Record batches for any Arrow library: pyarrow.table(batches), polars.DataFrame(batches), duckdb.from_arrow(...).
    """

    def __init__(self, batches: Iterable[Column]) -> None: ...

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

    def __arrow_c_schema__(self) -> object: ...

    def __len__(self) -> int: ...

class Node:
    """A move of a game's tree; the root is the start."""

    @property
    def move(self) -> Move | None: ...

    @property
    def is_root(self) -> bool: ...

    @property
    def is_null_move(self) -> bool: ...

    @property
    def text(self) -> str:
        """The move as it was written."""

    @property
    def parent(self) -> Node | None: ...

    @property
    def children(self) -> list[Node]:
        """The main continuation first."""

    @property
    def position(self) -> Position: ...

    @property
    def ply(self) -> int: ...

    @property
    def comments(self) -> list[str]: ...

    @property
    def comments_before(self) -> list[str]: ...

    @property
    def nags(self) -> list[int]:
        """Numeric annotation glyphs: 1 is !, 2 is ?."""

    @property
    def clock(self) -> float | None:
        """What the clock shows, in seconds, from [%clk]."""

    @property
    def evaluation(self) -> str | None:
        """From [%eval]: '0.18' or '#3', from White's point of view."""

    def __repr__(self) -> str: ...

class PgnGame:
    """One game of a collection, as it was read."""

    @property
    def tags(self) -> dict[str, str]: ...

    @property
    def main(self) -> Game:
        """The main line as a Game."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Those of the main line."""

    @property
    def tree(self) -> Node:
        """The root of all moves with their variations."""

    @property
    def start(self) -> Position: ...

    @property
    def result(self) -> str:
        """
        The termination marker: 1-0, 0-1, 1/2-1/2 or *; empty if there is none.
        """

    @property
    def findings(self) -> tuple[hakam._values.Finding, ...]: ...

    @property
    def plies(self) -> int: ...

    @property
    def unplayed(self) -> int:
        """Main-line move texts after one that could not be played."""

    @property
    def begin(self) -> int:
        """Offset of its first byte."""

    @property
    def end(self) -> int: ...

    def text(self, *, as_found: bool = False, letters: str = 'en', comments: bool = True, nags: bool = True, variations: bool = True) -> str:
        """As PGN, in export format."""

    def __str__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def pgn_game(text: str) -> PgnGame:
    """The one game of a text."""

class TreeFeed:
    def __init__(self, *, strict: bool = False, letters: str = 'en', offset: int = 0, line: int = 1) -> None: ...

    def feed(self, data: bytes) -> list[PgnGame]: ...

    def finish(self, offset: int = 0) -> list[PgnGame]: ...

class ScanFeed:
    def __init__(self, *, strict: bool = False, letters: str = 'en', offset: int = 0, line: int = 1) -> None: ...

    def feed(self, data: bytes) -> list[hakam._values.Header]: ...

    def finish(self, offset: int = 0) -> list[hakam._values.Header]: ...

class AuditFeed:
    def __init__(self, book: Book, *, nodes: int = 20000, strict: bool = False, letters: str = 'en', offset: int = 0, line: int = 1) -> None: ...

    def feed(self, data: bytes) -> list[hakam._values.Audit]: ...

    def finish(self, offset: int = 0) -> list[hakam._values.Audit]: ...

class ColumnFeed:
    def __init__(self, columns: Sequence[str], *, strict: bool = False, letters: str = 'en', offset: int = 0, line: int = 1) -> None: ...

    def feed(self, data: bytes) -> None: ...

    def finish(self) -> None: ...

    @property
    def rows(self) -> int: ...

    def take(self) -> Column: ...

def last_cut(text: bytes) -> int:
    """
    The last place where a collection may be cut and its parts read separately; 0 if none.
    """

class Positions:
    """
    Many positions at once: read from FENs, packed bytes or Arrow columns, and turned into planes, masks, keys and verdicts without a Python object each.
    """

    def __init__(self, positions: Iterable[Position]) -> None: ...

    @staticmethod
    def from_fens(source: object, *, errors: str = 'raise', strict: bool = False, threads: int = 1) -> Positions:
        """
        From an iterable of str, bytes with a FEN a line, or an Arrow column. errors='null' keeps a null for what cannot be read. threads=0: one for each core.
        """

    @staticmethod
    def from_packed(source: object, *, errors: str = 'raise', threads: int = 1) -> Positions:
        """
        From the bytes of `packed()`, or an Arrow column of binary values of 40 bytes.
        """

    def __len__(self) -> int: ...

    def __getitem__(self, row: int) -> Position | None: ...

    @property
    def null_count(self) -> int: ...

    def fens(self) -> Column:
        """As an Arrow column of text."""

    def packed(self) -> bytes:
        """40 bytes a position; zeros for a null."""

    def keys(self) -> memoryview:
        """Zobrist keys, 64 bits each; 0 for a null."""

    def move_counts(self, *, threads: int = 1) -> memoryview: ...

    def planes(self, kind: str = 'bits', *, view: str = 'white', threads: int = 1, out: object | None = None) -> memoryview:
        """
        Twelve planes a position: pawns, knights, bishops, rooks, queens, kings, first of White (view='white') or of the side to move ('mover', the board then mirrored for Black). 'bits': (n, 12) of uint64; 'u8' and 'f32': (n, 12, 8, 8), first rank first. `out` is filled and returned, if given.
        """

    def mask(self, scheme: str = 'from-to', *, threads: int = 1, out: object | None = None) -> memoryview:
        """
        The legal moves, seen from the side to move: 'from-to' is (n, 64) of uint64, the targets of each square; 'az73' is (n, 4672) and 'lc0-1858' is (n, 1858) of uint8.
        """

    def moves(self, *, threads: int = 1) -> Column:
        """The codes of the legal moves, as an Arrow column of lists."""

    def verdicts(self, book: Book | str = 'fide-standard', *, nodes: int = 100000, threads: int = 1) -> Column:
        """
        A table of standing, reason and certain: each position judged by itself.
        """

    def certainly_unwinnable(self, side: hakam._enums.Color, *, threads: int = 1) -> memoryview: ...

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

    def __repr__(self) -> str: ...

def policy_index(position: Position, move: Move | str, scheme: str) -> int:
    """The number of a legal move as Positions.mask uses it."""

def uci_line(text: str, position: Position) -> dict[str, Any] | None:
    """
    What an engine says, read as docs/formats/uci.md tells; None if it means nothing here.
    """

def uci_set_option(option: str, value: str) -> str | None:
    """
    What to send so that an option, given by its line, has a value; None if it has it.
    """

def problem_solve(fen: str, stipulation: str, *, conditions: Sequence[str], target: str, set_play: bool, tries: int, duplex: bool, tree: int, lenient: bool, granted: bool, most: int, nodes: int, seconds: float | None, memory_mib: int) -> hakam.problem.Solved: ...

def stipulation_text(text: str, words: bool) -> str: ...

def retro_legality(board: Setup | Position | str, *, nodes: int, seconds: float | None, memory_mib: int, seed: int, lang: str) -> hakam.retro.Legality: ...

def retro_last_moves(board: Setup | Position | str, *, nodes: int, seconds: float | None) -> hakam.retro.LastMoves: ...

def retro_last_lines(board: Setup | Position | str, plies: int, *, most: int, nodes: int, seconds: float | None) -> tuple[tuple[Move, ...], ...]: ...

def retro_rights(board: Setup | Position | str, *, nodes: int, seconds: float | None, lang: str) -> hakam.retro.Rights: ...

def retro_proof_games(board: Setup | Position | str, plies: int, *, start: Position | None, length: str, most: int, nodes: int, seconds: float | None, memory_mib: int) -> hakam.retro.ProofGames: ...

def retro_proves(game: Game, board: Setup | Position | str) -> bool: ...

__version__: str
