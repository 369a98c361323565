"""Against the python package `chess`: the same positions, moves and texts."""
import random

import pytest

import hakam
from hakam import Position, interop

chess = pytest.importorskip("chess")


def test_random_games_agree():
    rng = random.Random(6)
    for _ in range(20):
        board = chess.Board()
        position = Position()
        for _ in range(120):
            legal = {m.uci() for m in board.legal_moves}
            assert {m.uci for m in position.moves} == legal
            assert position.fen == board.fen(en_passant="legal")
            assert interop.from_chess(board).fen == position.fen
            assert chess.Board(interop.to_chess_fen(position)) == board
            assert position.is_check == board.is_check()
            if not legal:
                break
            uci = rng.choice(sorted(legal))
            move = chess.Move.from_uci(uci)
            assert position.san(uci) == board.san(move)
            assert position.parse(board.san(move)).uci == uci
            board.push(move)
            position = position.after(uci)
        assert interop.from_chess_game(board).position.fen == position.fen


def test_chess960_agrees():
    rng = random.Random(7)
    for number in rng.sample(range(960), 20):
        board = chess.Board.from_chess960_pos(number)
        position = Position.from_chess960(number)
        for _ in range(60):
            ours = {position.uci(m, chess960=True) for m in position.moves}
            assert ours == {m.uci() for m in board.legal_moves}
            if not ours:
                break
            uci = rng.choice(sorted(ours))
            move = next(m for m in position.moves if position.uci(m, chess960=True) == uci)
            board.push(chess.Move.from_uci(uci))
            position = position.after(move)


def test_variants_are_refused():
    import chess.variant

    with pytest.raises(ValueError):
        interop.from_chess(chess.variant.AtomicBoard())
    with pytest.raises(ValueError):
        interop.from_chess(chess.Board(None))


def test_winnable_is_never_weaker():
    """python-chess counts men; what it calls insufficient is never winnable."""
    rng = random.Random(8)
    seen = 0
    for _ in range(400):
        squares = rng.sample(range(64), 4)
        men = ["K", "k", rng.choice("NBnb"), rng.choice("NBnbp")]
        setup = hakam.Setup.of({str(hakam.Square(s)): m for s, m in zip(squares, men, strict=True)})
        try:
            position = setup.position(tolerate="unreachable")
        except ValueError:
            continue
        board = chess.Board(position.fen)
        for color, side in ((chess.WHITE, hakam.Color.WHITE), (chess.BLACK, hakam.Color.BLACK)):
            if board.has_insufficient_material(color):
                seen += 1
                assert not position.winnable(side)
    assert seen > 100
