"""The C library through ctypes: every call, with what is right and with what is not."""
import ctypes
import os
import pathlib
import random
import subprocess
import sys

LIBRARY = sys.argv[1]
TOP = pathlib.Path(__file__).resolve().parent.parent.parent
passed = failed = 0


class Position(ctypes.Structure):
    _fields_ = [("w", ctypes.c_uint64 * 8)]


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("line", ctypes.c_uint32), ("column", ctypes.c_uint32),
                ("length", ctypes.c_uint32), ("offset", ctypes.c_uint64),
                ("expected", ctypes.c_char * 96), ("found", ctypes.c_char * 96)]


class Budget(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("nodes", ctypes.c_uint64),
                ("memory_bytes", ctypes.c_uint64), ("expired", ctypes.c_void_p),
                ("context", ctypes.c_void_p)]


def judge(ok, *words):
    global passed, failed
    passed, failed = (passed + 1, failed) if ok else (passed, failed + 1)
    if not ok:
        print("FAILED:", *words)


lib = ctypes.CDLL(LIBRARY)
P = ctypes.POINTER(Position)
for name, result, *arguments in [
    ("hakam_start", Position), ("hakam_isa", ctypes.c_char_p),
    ("hakam_version_text", ctypes.c_char_p), ("hakam_code_name", ctypes.c_char_p, ctypes.c_int32),
    ("hakam_key", ctypes.c_uint64, P), ("hakam_perft", ctypes.c_uint64, P, ctypes.c_int),
    ("hakam_legal_moves", ctypes.c_size_t, P, ctypes.c_void_p, ctypes.c_size_t),
    ("hakam_position_fen", ctypes.c_size_t, P, ctypes.c_void_p, ctypes.c_size_t),
    ("hakam_move_san", ctypes.c_size_t, P, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t),
    ("hakam_move_uci", ctypes.c_size_t, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t),
    ("hakam_position_read", ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint32, P,
     ctypes.POINTER(Error)),
    ("hakam_move_read", ctypes.c_int32, P, ctypes.c_char_p, ctypes.c_size_t,
     ctypes.POINTER(ctypes.c_uint32), ctypes.POINTER(Error)),
    ("hakam_game_new", ctypes.c_void_p, P), ("hakam_game_free", None, ctypes.c_void_p),
    ("hakam_game_play", ctypes.c_int32, ctypes.c_void_p, ctypes.c_uint32),
    ("hakam_game_plies", ctypes.c_size_t, ctypes.c_void_p),
    ("hakam_judge", ctypes.c_int32, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p,
     ctypes.POINTER(ctypes.c_void_p)),
    ("hakam_rule", ctypes.c_int32, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_int,
     ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)),
    ("hakam_verdict_free", None, ctypes.c_void_p),
    ("hakam_verdict_standing", ctypes.c_int, ctypes.c_void_p),
    ("hakam_verdict_outcome", ctypes.c_int, ctypes.c_void_p),
    ("hakam_verdict_reason", ctypes.c_char_p, ctypes.c_void_p),
    ("hakam_verdict_article", ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p,
     ctypes.c_size_t),
    ("hakam_book_name", ctypes.c_char_p, ctypes.c_size_t),
    ("hakam_pgn_read", ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p,
     ctypes.c_void_p),
]:
    function = getattr(lib, name)
    function.restype, function.argtypes = result, arguments


def text(call, *arguments):
    size = call(*arguments, None, 0)
    buffer = ctypes.create_string_buffer(size + 1)
    assert call(*arguments, buffer, size + 1) == size
    short = ctypes.create_string_buffer(b"##########")
    call(*arguments, short, 3)
    judge(short.raw[2] == 0 and short.raw[3:4] == b"#", "a short buffer is kept to", arguments)
    return buffer.value.decode()


def read(fen, flags=0):
    position, error = Position(), Error()
    raw = fen.encode()
    return lib.hakam_position_read(raw, len(raw), flags, position, error), position, error


# Positions, moves, texts.
start = lib.hakam_start()
judge(text(lib.hakam_position_fen, start) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "start")
judge([lib.hakam_perft(start, d) for d in range(-1, 5)] == [0, 1, 20, 400, 8902, 197281], "perft")
for path in sorted((TOP / "data/perft").glob("*.perft"))[:6]:
    epd = None
    for line in path.read_text().splitlines():
        if line.startswith("epd "):
            epd = line[4:].strip()
        if line.startswith("perft ") and epd and int(line.split()[2]) < 300_000:
            code, position, error = read(epd + " 0 1", 3)
            if code == 0:
                judge(lib.hakam_perft(position, int(line.split()[1])) == int(line.split()[2]), path.name, line)
code, _, error = read("7k/8/5KQ1/8/8/8/8/8 x - - 0 1")
judge(code == 1 and (error.line, error.column, error.offset) == (1, 21, 20), "place of an error", code,
      error.column, error.expected)
judge(read("")[0] == 2 and read("8/8/8/8/8/8/8/8 w - - 0 1")[0] == 7, "codes of errors")
judge(lib.hakam_position_read(None, 5, 0, Position(), None) == 100, "null text")
judge(read("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 64)[0] == 100, "unknown flags")
judge(lib.hakam_move_read(start, b"Nf6", 3, ctypes.c_uint32(), None) == 8, "an illegal move")

# A game of random moves, and the same bytes again by text.
random.seed(2)
for _ in range(40):
    position = lib.hakam_start()
    game = lib.hakam_game_new(None)
    for _ in range(120):
        moves = (ctypes.c_uint32 * 664)()
        count = lib.hakam_legal_moves(position, moves, 664)
        if count == 0:
            break
        move = moves[random.randrange(count)]
        san = text(lib.hakam_move_san, position, move) if random.random() < 0.05 else None
        for words in ([san] if san else []) + [text(lib.hakam_move_uci, move)] * (random.random() < 0.05):
            again = ctypes.c_uint32()
            code = lib.hakam_move_read(position, words.encode(), len(words), again, None)
            judge(code == 0 and again.value == move, "a move through text", words)
        judge(lib.hakam_game_play(game, move) == 0 and lib.hakam_game_play(game, 1 << 23) == 8, "play")
        after = Position()
        judge(lib.hakam_after(ctypes.byref(position), move, ctypes.byref(after)) == 0, "after")
        judge(lib.hakam_position_check(ctypes.byref(after), None) == 0, "what it makes it accepts")
        position = after
    lib.hakam_game_free(game)

# Bytes from outside: one changed bit of a good position, and plain noise.
accepted = 0
for n in range(4000):
    position = lib.hakam_start()
    if n < 512:
        position.w[n // 64] ^= 1 << n % 64
    else:
        for i in range(8):
            position.w[i] = random.getrandbits(64)
    code = lib.hakam_position_check(ctypes.byref(position), None)
    if code == 0:
        accepted += 1
        lib.hakam_perft(position, 2)
        judge(text(lib.hakam_position_fen, position) != "", "an accepted position has a FEN")
judge(0 < accepted < 200, "bytes that are accepted: clocks alone", accepted)

# Verdicts.
code, position, _ = read("8/8/8/3k4/8/3n4/5N2/6K1 w - - 0 60")
game = lib.hakam_game_new(position)
verdict = ctypes.c_void_p()
judge(lib.hakam_judge(game, b"no-such-book", None, verdict) == 101, "an unknown book")
judge(lib.hakam_rule(game, b"fide-standard", 1, 2, 0, None, verdict) == 100, "no such side")
judge(lib.hakam_rule(game, b"fide-standard", 1, 0, 0, None, verdict) == 0, "a flag fall is ruled on")
judge(lib.hakam_verdict_standing(verdict) == 2 and lib.hakam_verdict_reason(verdict) == b"flag-fall",
      "knight against knight can be mated", lib.hakam_verdict_reason(verdict))
judge("6.9" in text(lib.hakam_verdict_article, verdict, 0), "its article")
lib.hakam_verdict_free(verdict)
short = Budget(4, 0, 1, 0, None, None)
judge(lib.hakam_judge(game, b"fide-standard", ctypes.byref(short), verdict) == 100, "a budget of no size")
lib.hakam_game_free(game)
judge(lib.hakam_book_name(0) == b"fide-standard" and lib.hakam_book_name(1000) is None, "books")

# Who can still win: the checked vectors, with no answer left open.
rows = wrong = 0
lines = [line for line in (TOP / "data/dead/vectors.tsv").read_text().splitlines()
         if line and not line.startswith("#")]
decision = ctypes.c_int()
for line in lines[1:]:
    fen, side, answer = line.split("\t")[:3]
    code, position, error = read(fen, 3)
    lib.hakam_winnable(ctypes.byref(position), 0 if side == "white" else 1, None,
                       ctypes.byref(decision), None, 0, None)
    rows += 1
    if code != 0 or decision.value != (1 if answer == "winnable" else 0):
        wrong += 1
        print(fen, side, answer, code, decision.value)
print(f"{rows} answers of data/dead/vectors.tsv, {wrong} wrong or unknown")
judge(rows > 1000 and wrong == 0, "data/dead/vectors.tsv")

# Each copy that this processor has, by HAKAM_ISA in a process of its own.
ask = ("import ctypes,sys; l=ctypes.CDLL(sys.argv[1]); l.hakam_isa.restype=ctypes.c_char_p;"
       "print(l.hakam_isa().decode())")
for isa in ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "nonsense"):
    told = subprocess.run([sys.executable, "-c", ask, LIBRARY], env=dict(os.environ, HAKAM_ISA=isa),
                          capture_output=True, text=True, check=False).stdout.strip()
    best = lib.hakam_isa().decode()
    judge(told in (isa, best), "HAKAM_ISA", isa, told)
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
