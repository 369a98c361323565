"""Squares, moves, positions, setups, games as values."""
import copy
import itertools
import pickle
import random
import subprocess
import sys

import pytest

import hakam
from hakam import Color, Game, IllegalMove, Move, Piece, PieceType, Position, Square, Squares, TextError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def some_positions():
    rng = random.Random(1)
    position = Position()
    for _ in range(300):
        yield position
        moves = list(position.moves)
        position = position.after(rng.choice(moves)) if moves else Position(KIWI)


def values():
    position = Position(KIWI)
    game = Game(moves=["e4", "e5", "Nf3"])
    yield position
    yield Position("startpos", rules="torpedo")
    yield position.moves
    yield position.moves[0]
    yield position.castling
    yield game
    yield hakam.Setup("8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46")
    yield position.winnable(Color.WHITE)
    yield Position("8/8/8/8/8/8/5q1r/3K2Rk b - - 0 1").winnable(Color.WHITE)
    yield Position("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1").winnable(Color.BLACK).argument
    yield hakam.laws.book().judge(game)
    yield hakam.laws.book()
    yield hakam.laws.article("5.2.2")
    yield Position.read("x")
    yield Piece(Color.WHITE, PieceType.KNIGHT)
    yield Square.E4
    yield hakam.pgn.reads('[White "A"]\n\n1. e4 {hi} e5 (1... c5) 2. Nf3 *')[0]
    yield position.why_illegal("Ke3")


@pytest.mark.parametrize("value", list(values()), ids=lambda v: type(v).__name__)
def test_values_copy_hash_pickle_and_print(value):
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value
    assert hash(copy.deepcopy(value)) == hash(value)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and hash(again) == hash(value) and type(again) is type(value)
    names = {**vars(hakam), **vars(hakam.laws), "hakam": hakam}
    from hakam import _enums, _values
    names.update(vars(_enums)), names.update(vars(_values)), names.update(vars(hakam.pgn))
    if type(value).__name__ not in ("Moves", "Article"):
        assert eval(repr(value), names) == value
    assert value != object() and not value == "x"
    if isinstance(value, Square):
        return  # enum members of Python take attributes
    with pytest.raises((AttributeError, TypeError)):
        value.no_such_attribute = 1


def test_hashes_do_not_depend_on_the_process():
    code = f"import hakam; print(hash(hakam.Position({KIWI!r})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == hash(Position(KIWI))


def test_position_reads_what_it_writes():
    for position in some_positions():
        assert Position(position.fen).fen == position.fen
        assert Position(bytes(position)) == position
        assert len(bytes(position)) == 40
        for move in position.moves:
            for text in (position.san(move), position.lan(move), position.uci(move), position.iccf(move)):
                notation = "iccf" if text.isdigit() else "any"
                assert position.parse(text, notation=notation) is move
            assert position.parse(position.san(move, letters="ru"), letters="ru") is move
            assert position.after(move) == position.after(position.san(move))


def test_bytes_are_not_believed():
    good = bytes(Position(KIWI))
    rng = random.Random(2)
    read = 0
    for _ in range(3000):
        bad = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            bad[rng.randrange(40)] = rng.randrange(256)
        try:
            position = Position(bytes(bad))
        except ValueError:
            continue
        assert bytes(position) == bytes(bad)
        list(position.moves)
        read += 1
    assert read > 10
    for size in (0, 39, 41):
        with pytest.raises(ValueError):
            Position(bytes(size))


def test_fields():
    p = Position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
    assert p.turn is Color.WHITE and ~p.turn is Color.BLACK
    assert p.en_passant is Square.F6 and p.double_step_square is Square.F6
    assert p.halfmove_clock == 0 and p.fullmove_number == 3
    assert p["e5"] == Piece.parse("P") and p[Square.E4] is None
    assert p.men(Color.WHITE, PieceType.KING) == Squares("e1")
    assert p.castling == Squares("a1 h1 a8 h8")
    assert not p.is_check and not p.is_checkmate and not p.is_stalemate
    assert p.move_count == len(p.moves) == 31
    assert len(p.pieces) == 32
    assert str(Position()).splitlines()[0] == "r n b q k b n r"
    assert Position.from_chess960(518) == Position()
    with pytest.raises(ValueError):
        Position.from_chess960(960)
    with pytest.raises(TypeError):
        bool(Color.WHITE)


def test_moves_are_interned_sequences():
    p = Position(KIWI)
    moves = p.moves
    assert len(moves) == 48 and len(list(moves)) == 48 and len(set(moves)) == 48
    assert moves[0] is p.moves[0] and moves[-1] is moves[47] and moves[:2] == list(moves)[:2]
    assert moves[3] in moves and Position().parse("Nh3") not in moves and "e4" not in moves
    assert all(m.is_capture for m in moves.captures) and len(moves.captures) == 8
    assert {str(m) for m in moves.of("e1")} == {"e1d1", "e1f1", "e1g1", "e1c1"}
    assert len(moves.codes) == 4 * 48
    castling = p.parse("O-O")
    assert castling.is_castling and castling.to_square is Square.H1 and castling.arrival is Square.G1
    assert castling.mover is PieceType.KING and castling.captured is None
    assert Move(castling.code, "e1g1") is castling
    for code in (0, 1 << 24, 2**32 - 1, 0x00FFFF):
        with pytest.raises((ValueError, TypeError)):
            Move(code)
    with pytest.raises(ValueError):
        Move(castling.code, "e1f1")
    with pytest.raises(IndexError):
        moves[48]


def test_squares_are_sets():
    rng = random.Random(3)
    for _ in range(200):
        a, b = rng.getrandbits(64), rng.getrandbits(64)
        x, y = Squares(a), Squares(b)
        sx, sy = set(x), set(y)
        assert int(x) == a and len(x) == len(sx) == a.bit_count()
        assert set(x | y) == sx | sy and set(x & y) == sx & sy
        assert set(x ^ y) == sx ^ sy and set(x - y) == sx - sy
        assert (x & y <= x) and (x <= x | y) and x.isdisjoint(y) == sx.isdisjoint(sy)
        assert Squares(list(x)) == x == Squares(str(x)) == eval(repr(x))
        assert list(x) == sorted(x)
    assert ~Squares() == Squares(2**64 - 1) and not Squares() and Square.E4 in Squares("e4")
    for bad in ("e9", "e44", -1, 2**64):
        with pytest.raises((ValueError, TypeError)):
            Squares(bad)


def test_faults_are_told_all_at_once():
    reading = Position.read("8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46")
    assert not reading and reading.setup is not None
    codes = [fault.code for fault in reading.faults]
    assert "missing-king" in codes and "extra-king" in codes
    assert Position.read(START).position == Position() and not Position.read(START).notes
    assert Position.read(START + " ").notes
    setup = hakam.Setup.of({"e1": "K", "e2": "k"})
    assert [f.code for f in setup.faults()] == ["adjacent-kings", "opponent-in-check"] or setup.faults()
    with pytest.raises(ValueError, match="king"):
        setup.position()
    with pytest.raises(TextError) as caught:
        Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1")
    e = caught.value
    assert (e.line, e.column, e.offset, e.found) == (1, 45, 44, "x")
    assert "w" in e.expected and e.code == "unexpected-text"
    again = pickle.loads(pickle.dumps(e))
    assert str(again) == str(e) and again.column == e.column
    with pytest.raises(TextError):
        Position("8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(TextError):
        Position("k7/8/8/8/8/8/8/7K w - - 0 1 ", strict=True)
    with pytest.raises(TypeError):
        Position(5)


@pytest.mark.parametrize("fen, text, code, article", [
    (START, "e2e5", "cannot-reach", None),
    (START, "Ke2", "own-man-on-target", "3.1"),
    (START, "Ra3", "blocked", "3.5"),
    (KIWI, "O-O-O-O", None, None),
    ("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Rd2", "pinned", "3.9.2"),
    ("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "O-O", "castling-through-attack", "3.8.2.2.1"),
    ("k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e8", "promotion-missing", "3.7.3.3"),
])
def test_illegal_moves_have_reasons(fen, text, code, article):
    position = Position(fen)
    why = position.why_illegal(text)
    assert (why.code if why else None) == code
    with pytest.raises(TextError) as caught:
        position.after(text)
    if code and code != "promotion-missing":
        assert isinstance(caught.value, IllegalMove)
        assert caught.value.article == (article or why.article) != ""
        assert caught.value.reason == why.text
    with pytest.raises(IllegalMove) as caught:
        Position().after(Position(KIWI).parse("O-O"))
    assert caught.value.reason


def test_legal_moves_have_no_reason():
    for position in itertools.islice(some_positions(), 0, 300, 10):
        for move in position.moves:
            assert position.why_illegal(str(move)) is None


def test_games_are_values():
    a = Game()
    b = a.play("e4")
    c = b.play("e5", "Nf3")
    d = b.play("c5")
    assert (a.plies, b.plies, c.plies, d.plies) == (0, 1, 3, 2)
    assert c.san == "1. e4 e5 2. Nf3" and d.san == "1. e4 c5" and b.san == "1. e4"
    assert c == Game(moves=["e2e4", "e7e5", "g1f3"]) == Game.parse("1. e4 e5 2. Nf3 *")
    assert c.before(1) == b and hash(c.before(1)) == hash(b) and c.at(0) == a.position
    assert c.positions[2] == c.at(2) and len(c.positions) == 4 and c.at(-1) == c.position
    with pytest.raises(IllegalMove):
        c.play("Nc6", "Ke3")
    assert c.plies == 3
    shuffle = Game().play(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert shuffle.occurrences() == 3 and shuffle.occurrence_plies() == (0, 4, 8)
    assert shuffle.before(4).occurrences() == 2 and shuffle.occurrences(1) == 1
    with pytest.raises(TextError) as caught:
        Game.parse("1. e4 e5\n2. Ke3")
    assert (caught.value.line, caught.value.column) == (2, 4)
    with pytest.raises(IndexError):
        c.at(4)


def test_old_games_stay_what_they_were_while_others_play_on():
    rng = random.Random(4)
    games = [Game()]
    texts = [""]
    for _ in range(2000):
        i = rng.randrange(len(games))
        moves = list(games[i].position.moves)
        if not moves:
            continue
        games.append(games[i].play(rng.choice(moves)))
        texts.append(" ".join(map(str, games[-1].moves)))
    for game, text in zip(games, texts, strict=True):
        assert " ".join(map(str, game.moves)) == text
        assert Game(moves=game.moves) == game
