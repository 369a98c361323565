"""To and from python-chess, without importing it: boards are read by their public attributes.

>>> from hakam import Position, interop
>>> interop.to_chess_fen(Position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"))
'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3'
"""

from __future__ import annotations

from typing import Any

from hakam._core import Game, Move, Position, Setup, Squares
from hakam._enums import Color, Piece, PieceType, Square

__all__ = ["from_chess", "from_chess_game", "to_chess_fen", "to_chess_uci"]

_TYPES = (("pawns", PieceType.PAWN), ("knights", PieceType.KNIGHT), ("bishops", PieceType.BISHOP),
          ("rooks", PieceType.ROOK), ("queens", PieceType.QUEEN), ("kings", PieceType.KING))


def from_chess(board: Any) -> Position:
    """The position of a `chess.Board`. Its castling rights and en passant square must be true;
    ValueError tells all that is wrong. Variants other than Chess960 are refused."""
    if getattr(board, "uci_variant", "chess") != "chess":
        raise ValueError(f"the variant {board.uci_variant!r} is not read")
    pieces: dict[Square, Piece] = {}
    for color, men in ((Color.WHITE, board.occupied_co[True]), (Color.BLACK, board.occupied_co[False])):
        for name, kind in _TYPES:
            for square in Squares(getattr(board, name) & men):
                pieces[square] = Piece(color, kind)
    passed = board.ep_square
    setup = Setup.of(pieces, turn=Color.WHITE if board.turn else Color.BLACK,
                     castling=Squares(board.clean_castling_rights()),
                     en_passant=None if passed is None else Square(passed),
                     halfmove_clock=board.halfmove_clock, fullmove_number=board.fullmove_number)
    return setup.position(tolerate="unreachable")


def from_chess_game(board: Any) -> Game:
    """The game that a `chess.Board` has in its move stack, from where it started."""
    root = board.root()
    game = Game(from_chess(root))
    return game.play(*(move.uci() for move in board.move_stack))


def to_chess_fen(position: Position) -> str:
    """A FEN that `chess.Board(fen, chess960=...)` reads as this position."""
    return position.to_fen(double_step=False)


def to_chess_uci(position: Position, move: Move | str, *, chess960: bool = False) -> str:
    """The text of a move for `chess.Move.from_uci`."""
    return position.uci(move, chess960=chess960)
