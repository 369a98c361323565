"""Batches: FENs and packed positions to planes, masks, keys, verdicts; Arrow by the protocol."""
import random
import threading

import pytest

import hakam
from hakam import Color, PieceType, Position, Positions, TextError
from test_core import KIWI, START, some_positions

np = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def batch():
    listed = list(some_positions())
    return listed, Positions.from_fens([p.to_fen(double_step=True) for p in listed])


def test_nothing_of_numpy_or_arrow_is_imported():
    import subprocess
    import sys
    code = ("import sys, hakam; b = hakam.Positions.from_fens(['startpos'.replace('startpos', "
            f"{START!r})]); b.planes(); b.verdicts().__arrow_c_array__(); "
            "assert not {'numpy', 'pyarrow', 'chess'} & set(sys.modules)")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_batch_is_the_positions(batch):
    listed, b = batch
    assert len(b) == len(listed)
    assert [b[i] for i in range(len(b))] == listed
    assert b.null_count == 0
    assert list(b.keys()) == [p.key for p in listed]
    assert list(b.move_counts()) == [p.move_count for p in listed]
    again = Positions.from_packed(b.packed())
    assert again.packed() == b.packed() == b"".join(bytes(p) for p in listed)
    assert Positions(listed).packed() == b.packed()
    assert Positions.from_fens("\n".join(p.to_fen(double_step=True) for p in listed).encode()).packed() == b.packed()
    assert Positions.from_fens([p.to_fen(double_step=True) for p in listed], threads=2).packed() == b.packed()


def test_planes(batch):
    listed, b = batch
    bits = np.asarray(b.planes())
    assert bits.shape == (len(listed), 12) and bits.dtype == np.uint64
    order = (PieceType.PAWN, PieceType.KNIGHT, PieceType.BISHOP, PieceType.ROOK, PieceType.QUEEN,
             PieceType.KING)
    for row, p in zip(bits, listed, strict=True):
        assert [int(v) for v in row] == [int(p.men(c, t)) for c in Color for t in order]
    u8 = np.asarray(b.planes("u8"))
    assert u8.shape == (len(listed), 12, 8, 8) and u8.dtype == np.uint8
    f32 = np.asarray(b.planes("f32", threads=2))
    assert f32.dtype == np.float32 and (f32 == u8).all()
    assert (np.unpackbits(bits.view(np.uint8), bitorder="little").reshape(u8.shape) == u8).all()
    mover = np.asarray(b.planes("u8", view="mover"))
    for row, white, p in zip(mover, u8, listed, strict=True):
        if p.turn is Color.WHITE:
            assert (row == white).all()
        else:
            assert (row[:6] == white[6:, ::-1]).all() and (row[6:] == white[:6, ::-1]).all()
    out = np.full(u8.shape, 7, np.uint8)
    assert b.planes("u8", out=out) is out and (out == u8).all()
    with pytest.raises(ValueError):
        b.planes("u8", out=np.zeros(5, np.uint8))
    with pytest.raises(TypeError):
        b.planes("u8", out=np.zeros(u8.shape, np.float32))
    for bad in (dict(kind="x"), dict(view="x")):
        with pytest.raises(ValueError):
            b.planes(**bad)


def mirrored(position, square):
    return square if position.turn is Color.WHITE else square ^ 56


def az73_reference(position, move):
    """AlphaZero's planes, written again from their description."""
    a, b = mirrored(position, move.from_square), mirrored(position, move.to_square)
    if move.is_castling and abs(move.arrival - move.from_square) == 2:
        b = mirrored(position, move.arrival)
    df, dr = b % 8 - a % 8, b // 8 - a // 8
    if move.promotion not in (None, PieceType.QUEEN):
        plane = 64 + 3 * (PieceType.KNIGHT, PieceType.BISHOP, PieceType.ROOK).index(move.promotion) + df + 1
    elif sorted((abs(df), abs(dr))) == [1, 2]:
        plane = 56 + [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)].index((df, dr))
    else:
        n = max(abs(df), abs(dr))
        ways = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        plane = 7 * ways.index((df // n, dr // n)) + n - 1
    return a * 73 + plane


def lc0_names():
    def name(s):
        return "abcdefgh"[s % 8] + str(s // 8 + 1)
    names = []
    for a in range(64):
        for b in range(64):
            df, dr = abs(a % 8 - b % 8), abs(a // 8 - b // 8)
            if a != b and (df == 0 or dr == 0 or df == dr or {df, dr} == {1, 2}):
                names.append(name(a) + name(b))
    for a in range(48, 56):
        for b in range(56, 64):
            if abs(a % 8 - b % 8) <= 1:
                names += [name(a) + name(b) + piece for piece in "qrb"]
    return names


def test_masks(batch):
    listed, b = batch
    listed = listed + [Position("8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1"), Position("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1")]
    b = Positions(listed)
    pairs = np.asarray(b.mask())
    az73 = np.asarray(b.mask("az73"))
    lc0 = np.asarray(b.mask("lc0-1858", threads=2))
    names = lc0_names()
    assert len(names) == 1858 and az73.shape == (len(listed), 4672) and lc0.shape == (len(listed), 1858)
    for i, p in enumerate(listed):
        expected = set()
        for move in p.moves:
            index = az73_reference(p, move)
            expected.add(index)
            assert hakam.policy_index(p, move, "az73") == index
            name = names[hakam.policy_index(p, move, "lc0-1858")]
            a, c = mirrored(p, move.from_square), mirrored(p, move.to_square)
            assert name[:4] == str(hakam.Square(a)) + str(hakam.Square(c))
            promotes = move.promotion not in (None, PieceType.KNIGHT)
            assert name[4:] == (move.promotion.value.lower() if promotes else "")
        assert set(np.flatnonzero(az73[i])) == expected and len(expected) == p.move_count
        assert lc0[i].sum() == p.move_count
        targets = {(m.from_square, m.arrival) for m in p.moves}
        got = {(a, c) for a in range(64) for c in range(64) if int(pairs[i][a]) >> c & 1}
        assert got == {(mirrored(p, a), mirrored(p, c)) for a, c in targets}
    with pytest.raises(ValueError):
        b.mask("x")


def test_bad_rows():
    with pytest.raises(TextError) as caught:
        Positions.from_fens([START, "nonsense"])
    assert caught.value.line == 2
    b = Positions.from_fens([START, "nonsense", None], errors="null")
    assert b.null_count == 2 and b[0] == Position() and b[1] is None
    assert not np.asarray(b.planes())[1:].any() and not np.asarray(b.mask("az73"))[1:].any()
    assert b.packed()[40:] == bytes(80)
    with pytest.raises(TypeError):
        Positions.from_fens("startpos")
    with pytest.raises(ValueError):
        Positions.from_packed(bytes(41))
    with pytest.raises(ValueError):
        Positions.from_packed(bytes(40))
    assert Positions.from_packed(bytes(40), errors="null").null_count == 1
    assert len(Positions.from_fens([])) == 0 and np.asarray(Positions.from_fens([]).planes()).shape == (0, 12)


def test_arrow():
    pa = pytest.importorskip("pyarrow")
    listed = list(some_positions())[:100]
    listed = [Position(p.fen) for p in listed]  # FENs without idle double steps
    fens = [p.fen for p in listed]
    for kind in (pa.string(), pa.large_string()):
        column = pa.array(fens + [None], kind)
        b = Positions.from_fens(column.slice(3), errors="null")
        assert [b[i] for i in range(97)] == listed[3:] and b[97] is None
        assert Positions.from_fens(pa.chunked_array([column[:50], column[50:100]]))[99] == listed[99]
    b = Positions(listed)
    assert pa.array(b.fens()).to_pylist() == fens
    packed = pa.array(b)
    assert packed.type == pa.binary(40) and Positions.from_packed(packed).packed() == b.packed()
    moves = pa.array(b.moves()).to_pylist()
    assert moves == [[m.code for m in p.moves] for p in listed]
    table = pa.record_batch(b.verdicts())
    judged = [hakam.laws.book().judge(p) for p in listed]
    assert table["standing"].to_pylist() == [v.standing.value for v in judged]
    assert table["reason"].to_pylist() == [v.reason for v in judged]
    assert all(table["certain"].to_pylist())
    with pytest.raises(TypeError):
        Positions.from_fens(pa.array([1, 2]))
    nulls = Positions.from_fens([fens[0], None, "x"], errors="null")
    assert pa.array(nulls.fens()).to_pylist() == [fens[0], None, None]
    assert pa.array(nulls.moves()).null_count == 2 and pa.record_batch(nulls.verdicts())["standing"].null_count == 2


def test_pgn_columns(data):
    pa = pytest.importorskip("pyarrow")
    path = data / "pgn/real-sample.pgn"
    names = ["White", "result", "moves", "clocks", "evals", "plies", "offset", "start", "findings"]
    table = pa.table(hakam.pgn.table(path, names))
    games = list(hakam.pgn.read(path))
    assert table.num_rows == len(games) and table.column_names == names
    rows = table.slice(0, 400).to_pylist()
    for row, game in zip(rows, games, strict=False):
        assert row["White"] == game.tags.get("White")
        assert row["result"] == game.result and row["plies"] == game.plies
        assert row["moves"] == [m.code for m in game.moves][:row["plies"]]
        assert row["offset"] == game.begin and len(row["clocks"]) == game.plies
        assert row["start"] == game.tags.get("FEN")


def test_threads_share_positions_and_games():
    game = hakam.Game(moves=["e4", "e5"])
    rng = random.Random(5)
    lines = [[m for m in (rng.choice(list(game.position.moves)),)] for _ in range(8)]
    failures = []

    def work(line):
        try:
            for _ in range(300):
                mine = game.play(*line)
                assert mine.plies == 3 and game.plies == 2
                assert not hakam.laws.book().judge(mine).is_over
                assert mine.moves[-1] is line[-1]
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(line,)) for line in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_memory_stays_flat():
    import resource

    def work(n):
        for _ in range(n):
            p = Position(KIWI)
            list(p.moves), p.fen, p.after("e1g1"), bytes(p), repr(p), hash(p)
            hakam.Game(p).play("e1g1").judge if False else None
            Position.read("8/8 w"), p.why_illegal("Ke3")
            try:
                p.parse("Qa1")
            except ValueError:
                pass

    work(2000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    work(20_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 3000  # KiB
