"""Random Chess960 games, rich in castling, made by the python chess package, through every format of
`hakam convert` and back. Usage: chess960_convert.py HAKAM"""
import io
import random
import subprocess
import sys
import tempfile

import chess
import chess.pgn

STARTS, GAMES_OF_EACH, PLIES = 60, 30, 44
hakam = sys.argv[1]
passed = failed = 0


def judge(ok, message):
    global passed, failed
    passed, failed = (passed + 1, failed) if ok else (passed, failed + 1)
    if not ok:
        print("FAILED:", message)


def convert(*arguments, text=None, status=0):
    done = subprocess.run([hakam, "convert", *arguments], input=text, capture_output=True, text=True,
                          timeout=600)
    judge(done.returncode == status, f"{arguments[:6]}: status {done.returncode}: {done.stderr[:300]}")
    return done.stdout


def random_game(rng, number):
    """A board after a random game, in which castling is never left out."""
    board = chess.Board.from_chess960_pos(number)
    for _ in range(rng.randrange(1, PLIES)):
        moves = list(board.legal_moves)
        if not moves:
            break
        castling = [m for m in moves if board.is_castling(m)]
        # Pieces leave the back rank, or nobody castles; kings and rooks stay there.
        quiet = [m for m in moves if board.piece_type_at(m.from_square) not in (chess.KING, chess.ROOK)]
        board.push(rng.choice(castling or (quiet if quiet and rng.random() < 0.8 else moves)))
    return board


def pgn_of(board):
    """The SAN of a board's moves is the package's own."""
    game = chess.pgn.Game.from_board(board)
    game.headers["Result"] = "*"
    return game.accept(chess.pgn.StringExporter(headers=True, comments=False)) + "\n\n"


def fen(board, shredder=False):
    return board.fen(shredder=shredder, en_passant="legal")


def main():
    rng = random.Random(960)
    starts = [rng.randrange(960) for _ in range(STARTS)]
    boards = [random_game(rng, number) for number in starts for _ in range(GAMES_OF_EACH)]
    castlings = sum(board.is_castling(move) for end in boards
                    for board, move in positions(end))
    judge(castlings > len(boards) // 2, f"only {castlings} castlings in {len(boards)} games")
    pgn = "".join(map(pgn_of, boards))
    finals = [fen(board) for board in boards]
    shredders = [fen(board, True) for board in boards]

    def compare(what, found, expected):
        differ = [(f, e) for f, e in zip(found, expected) if f != e]
        judge(len(found) == len(expected) and not differ,
              f"{what}: {len(found)} of {len(expected)}, {len(differ)} differ, as {differ[:1]}")

    compare("final FEN", convert("-", "--to", "fen", text=pgn).splitlines(), finals)
    compare("final FEN, Shredder",
            convert("-", "--to", "fen", "--castling", "shredder", text=pgn).splitlines(), shredders)
    clean = convert("-", "--to", "pgn", text=pgn)
    compare("PGN", convert("-", "--from", "pgn", "--to", "fen", text=clean).splitlines(), finals)
    stream = io.StringIO(clean)
    for end in boards[::10]:
        for _ in range(9):
            if end is not boards[0]:
                chess.pgn.skip_game(stream)
        judge(chess.pgn.read_game(stream).end().board().fen() == end.fen(),
              f"the package reads another game: {end.fen()}")
    epd = convert("-", "--to", "epd", text=pgn)
    compare("EPD", convert("-", "--from", "epd", "--to", "fen", "--chess960", text=epd).splitlines(), finals)
    for there, back in ((finals, shredders), (shredders, finals)):
        form = "shredder" if back is shredders else "xfen"
        compare(f"FEN to {form}",
                convert("-", "--from", "fen", "--to", "fen", "--chess960", "--castling", form,
                        text="\n".join(there) + "\n").splitlines(), back)

    for notation in ("san", "lan", "uci", "uci --chess960", "iccf", "iccf --chess960", "descriptive"):
        lists = convert("-", "--from", "pgn", "--to", *notation.split(), text=pgn).splitlines()
        judge(len(lists) == len(boards), f"{notation}: {len(lists)} games")
        found = []
        for i, number in enumerate(starts):
            text = "\n".join(lists[i * GAMES_OF_EACH:(i + 1) * GAMES_OF_EACH]) + "\n"
            start = fen(chess.Board.from_chess960_pos(number), i % 2 == 0)
            found += convert("-", "--from", *notation.split(), "--to", "fen", "--start", start,
                             text=text).splitlines()
        compare(notation, found, finals)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


def positions(end):
    board = end.root()
    for move in end.move_stack:
        yield board, move
        board.push(move)


sys.exit(main())
