"""The past of a position: legality with its game or reason, last moves, rights, proof games."""
import copy
import pickle

import pytest

import hakam
from hakam import Decision, Game, Position, Setup, retro

ILLEGAL = {
    "4k3/8/8/8/8/8/PPP5/KRn5 b - - 0 1": "no-last-move",
    "4k3/8/8/8/8/8/8/4K2R b K - 0 1": "no-last-move",  # the right says that neither has moved
    "8/8/8/8/8/8/8/8 w - - 0 1": "bad-setup",
    "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1": "bad-setup",
}


@pytest.mark.parametrize(("fen", "kind"), ILLEGAL.items())
def test_legality(fen, kind):
    found = retro.legality(fen, seconds=30)
    assert found.decision is Decision.NO and found.reason.kind == kind and found.lines
    assert found.game is None and not found.verify() and not found
    assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
    assert hash(found) == hash(pickle.loads(pickle.dumps(found)))


@pytest.mark.parametrize("moves", ["", "e4", "Nf3 Nf6 Ng1 Ng8", "e4 d5 exd5", "a4 h5 a5 b5"])
def test_positions_of_games_are_legal(moves):
    position = Game.parse(moves).position
    found = retro.legality(position, seconds=60)
    assert found.decision is Decision.YES and found.verify()
    assert found.game.position.repeats(position)
    # Another game does not prove it.
    shorter = retro.Legality(found.board, found.decision, Game.parse("d4 d5"), None, (), "", 0)
    assert not shorter.verify()


def test_unknown_is_an_answer():
    found = retro.legality("r1b1kb1r/1p1n1ppp/p2ppn2/6BB/2qNP3/2N5/PPP2PPP/R2Q1RK1 w kq - 0 1",
                           seconds=0)
    assert found.decision is Decision.UNKNOWN and found.tried
    with pytest.raises(ValueError, match="not decided"):
        bool(found)


def test_last_moves():
    found = retro.last_moves("7R/7p/5P1k/4PKpP/8/8/8/8 w - - 0 1")
    assert [move.uci for move in found.moves] == ["g7g5"]
    assert all(one.before.fen.split()[1] == "b" for one in found.possible)
    lines = retro.last_lines(Game(moves=["e4", "e5"]).position, 2)
    assert any([move.uci for move in line] == ["e7e5", "e2e4"] for line in lines)
    with pytest.raises(ValueError, match="no white king"):
        retro.last_moves("8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(ValueError, match="from 1 to 12"):
        retro.last_lines("startpos", 13)


def test_rights():
    found = retro.rights("r3k2r/8/2K5/8/8/8/8/2R5 w - - 0 1")
    assert [str(rooks) for rooks in found.maximal] == ["a8", "h8"]
    assert found.refuted and all(one.lines for one in found.refuted)
    assert [str(rooks) for rooks in retro.rights("startpos").maximal] == ["a1 h1 a8 h8"]


def test_proof_games():
    found = retro.proof_games("rnbqkr1K/pppppp1p/5npb/8/5P2/4P3/PPPP2PP/RNBQ1BNR w q -", 18)
    assert found.answer == "unique" and found.games[0].plies == 18
    assert found.games[0].position.fen.startswith("rnbqkr1K/pppppp1p/5npb")
    several = retro.proof_games("startpos", 4, most=2)
    assert several.answer == "several" and several.more and not several.complete
    assert retro.proof_games("startpos", 1).answer == "none"
    short = retro.proof_games(Game(moves=["e4", "e5"]).position, 6, length="shortest")
    assert short.plies == 2 and short.answer == "unique"
    start = Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    castled = retro.proof_games("4k3/8/8/8/8/8/8/5RK1 b - - 0 1", 1, start=start)
    assert [game.san for game in castled.games] == ["1. O-O"] and castled.games[0].start == start
    for wrong in ({"length": "soon"}, {"most": 0}):
        with pytest.raises(ValueError):
            retro.proof_games("startpos", 2, **wrong)
    with pytest.raises(ValueError):
        retro.proof_games("startpos", -1)


def test_boards_of_every_kind():
    setup = Setup.of({"e1": "K", "e8": "k"})
    assert retro.last_moves(setup).possible
    with pytest.raises(hakam.TextError) as error:
        retro.legality("4k3/8/8/8/8/8/8/4K2 w - - 0 1")
    assert error.value.line == 1 and error.value.column > 1
    with pytest.raises(TypeError):
        retro.legality(17)
    with pytest.raises(ValueError):
        retro.legality("startpos", lang="xx")
