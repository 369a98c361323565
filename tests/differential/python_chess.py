#!/usr/bin/env python3
"""Compares hakam with the python chess package, position by position.

Usage: python_chess.py HAKAM. Environment: HAKAM_DIFF_POSITIONS, HAKAM_DIFF_SEED.

Kinds of input, in turn: positions of random games (standard and Chess960, castling and captures
preferred at times), men thrown on a board, and damaged FEN texts. For each position both must give
the same legal moves (UCI), the same SAN, the same FEN and the same check; for a faulty one hakam
must report every fault that the package knows; a damaged text that hakam reads strictly must be
one that the package reads to the same FEN.
"""
import json
import os
import random
import subprocess
import sys

import chess

SEED = int(os.environ.get("HAKAM_DIFF_SEED", "1"))
TOTAL = int(os.environ.get("HAKAM_DIFF_POSITIONS", "24000"))
BATCH = 200

# What hakam must say where the package sets a bit. A code may stand for several bits.
FAULTS = [
    (chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING, {"missing-king"}),
    (chess.STATUS_TOO_MANY_KINGS, {"extra-king"}),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS, {"too-many-pawns"}),
    (chess.STATUS_PAWNS_ON_BACKRANK, {"pawn-on-back-rank"}),
    (chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES, {"too-many-men"}),
    (chess.STATUS_BAD_CASTLING_RIGHTS, {"false-castling-right"}),
    (chess.STATUS_INVALID_EP_SQUARE, {"false-en-passant"}),
    (chess.STATUS_OPPOSITE_CHECK, {"opponent-in-check", "adjacent-kings"}),
    (chess.STATUS_TOO_MANY_CHECKERS, {"too-many-checkers"}),
    (chess.STATUS_IMPOSSIBLE_CHECK,
     {"impossible-double-check", "impossible-check", "check-against-en-passant",
      "too-many-checkers"}),
]
KINGS = chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING | chess.STATUS_TOO_MANY_KINGS
CHECKS = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
# Positions with these bits only are still played on.
PLAYABLE = (chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS |
            chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES |
            chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK)


class Hakam:
    """One hakam process that answers line by line."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([sys.argv[1], *arguments, "-"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, lines):
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()
        return [json.loads(self.process.stdout.readline()) for _ in lines]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        return self.process.wait()


def random_game(rng, chess960):
    if chess960:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    else:
        board = chess.Board()
    eager = rng.random() < 0.5
    while True:
        yield board
        moves = list(board.legal_moves)
        if not moves or board.ply() > 250:
            return
        move = rng.choice(moves)
        if eager:
            special = [m for m in moves if m.promotion or board.is_castling(m) or
                       board.is_en_passant(m) or board.is_capture(m)]
            if special and rng.random() < 0.4:
                move = rng.choice(special)
        board.push(move)


def thrown(rng):
    """Men on random squares, with rights and en passant squares that may be false."""
    board = chess.Board(None, chess960=rng.random() < 0.6)
    squares = list(chess.SQUARES)
    rng.shuffle(squares)
    for color in chess.COLORS:
        rank = 0 if color else 7
        count = 1 if rng.random() < 0.97 else rng.choice([0, 2])
        for _ in range(count):
            square = chess.square(rng.randrange(8), rank) if rng.random() < 0.6 else squares.pop()
            if board.piece_at(square) is None:
                board.set_piece_at(square, chess.Piece(chess.KING, color))
        for file in rng.sample(range(8), rng.choice([0, 0, 1, 2, 2])):
            if board.piece_at(chess.square(file, rank)) is None:
                board.set_piece_at(chess.square(file, rank), chess.Piece(chess.ROOK, color))
                king = board.king(color)
                # A king of any start array stands between two rooks; the package does not ask so.
                between = king is None or 0 < chess.square_file(king) < 7
                if between and rng.random() < 0.5:
                    board.castling_rights |= chess.BB_SQUARES[chess.square(file, rank)]
    weights = rng.choice([[8, 2, 2, 2, 1], [1, 1, 3, 3, 3], [2, 6, 1, 1, 1], [12, 1, 1, 1, 1]])
    for _ in range(rng.choice([2, 5, 8, 12, 20, 30])):
        square = squares.pop()
        kind = rng.choices(range(chess.PAWN, chess.KING), weights)[0]
        if board.piece_at(square) is not None:
            continue
        if kind == chess.PAWN and chess.square_rank(square) in (0, 7) and rng.random() < 0.98:
            continue
        board.set_piece_at(square, chess.Piece(kind, rng.random() < 0.5))
    board.turn = rng.random() < 0.5
    if not board.king(not board.turn) is None and board.was_into_check() and rng.random() < 0.9:
        board.turn = not board.turn
    if rng.random() < 0.3:
        file = rng.randrange(8)
        rank, up = (5, -1) if board.turn else (2, 1)
        square = chess.square(file, rank)
        origin, arrival = chess.square(file, rank - up), chess.square(file, rank + up)
        if rng.random() < 0.9 and not any(
                (board.piece_type_at(s) or 0) == chess.KING for s in (square, origin, arrival)):
            board.remove_piece_at(square)
            board.remove_piece_at(origin)
            board.set_piece_at(arrival, chess.Piece(chess.PAWN, not board.turn))
            for step in (-1, 1):
                if 0 <= file + step < 8 and rng.random() < 0.6:
                    beside = chess.square(file + step, rank + up)
                    if board.piece_type_at(beside) != chess.KING:
                        board.set_piece_at(beside, chess.Piece(chess.PAWN, board.turn))
        board.ep_square = square
        board.halfmove_clock = 0
    else:
        board.halfmove_clock = rng.choice([0, 1, 7, 99, 150])
    board.fullmove_number = rng.choice([1, 2, 40, 300])
    return board


def damaged(rng, text):
    data = bytearray(text.encode())
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        if kind == 0 and at < len(data):
            del data[at]
        elif kind == 1:
            data.insert(at, rng.choice(b"kqrbnpKQRBNP12345678/ -wb09xEe\x00\xc3\xff\t"))
        elif kind == 2 and at < len(data):
            data[at] = rng.choice(b"kqrbnpKQRBNP12345678/ -wbacegh36")
        elif kind == 3:
            data = data[:at]
        elif data:
            other = rng.randrange(len(data))
            at = min(at, len(data) - 1)
            data[at], data[other] = data[other], data[at]
    return bytes(data).replace(b"\n", b"").replace(b"\r", b"")


def text_of(board):
    """The FEN with every right that was set, false ones by the file of their rook."""
    fields = board.fen(en_passant="fen").split()
    if board.castling_rights != board.clean_castling_rights():
        letters = ""
        for color in chess.COLORS:
            rank = chess.BB_RANK_1 if color else chess.BB_RANK_8
            for square in chess.scan_reversed(board.castling_rights & rank):
                letter = "abcdefgh"[chess.square_file(square)]
                letters += letter.upper() if color else letter
        fields[2] = letters
    return " ".join(fields).encode()


class Comparison:
    def __init__(self):
        self.fen = {False: Hakam("fen"), True: Hakam("fen", "--chess960")}
        self.san = {False: Hakam("moves"), True: Hakam("moves", "--chess960")}
        self.uci = {False: Hakam("moves", "--notation", "uci"),
                    True: Hakam("moves", "--notation", "uci", "--chess960")}
        self.passed = self.failed = self.moves = self.faulty = self.unread = 0

    def close(self):
        for processes in (self.fen, self.san, self.uci):
            for process in processes.values():
                process.close()

    def judge(self, ok, *words):
        if ok:
            self.passed += 1
            return
        self.failed += 1
        if self.failed <= 20:
            print("differs:", *words)

    def positions(self, boards, chess960):
        """All valid: moves, SAN, FEN and check agree."""
        texts = [b.fen(en_passant="fen").encode() for b in boards]
        fens = self.fen[chess960].ask(texts)
        sans = self.san[chess960].ask(texts)
        ucis = self.uci[chess960].ask(texts)
        for board, text, fen, san, uci in zip(boards, texts, fens, sans, ucis):
            legal = list(board.legal_moves)
            self.moves += len(legal)
            wanted_uci = sorted(board.uci(m, chess960=chess960) for m in legal)
            wanted_san = sorted(board.san(m) for m in legal)
            unreachable = board.status() != chess.STATUS_VALID
            ok = uci.get("moves") == wanted_uci and san.get("moves") == wanted_san and \
                san.get("check") == board.is_check() and \
                san.get("fen") is not None and uci["fen"] == san["fen"]
            wanted_fen = board.fen(en_passant="legal")
            if not unreachable and fen.get("valid"):
                ok = ok and fen["fen"] == wanted_fen
            elif not fen.get("valid"):
                codes = {f["code"] for f in fen["faults"]}
                ok = ok and codes <= {"impossible-double-check", "impossible-check",
                                      "check-against-en-passant", "too-many-promoted",
                                      "too-many-men", "too-many-pawns", "too-many-checkers",
                                      "bad-halfmove-clock"}
            self.judge(ok, text.decode(), "hakam:", uci, san.get("moves"), fen, "package:",
                       wanted_uci, wanted_san, wanted_fen)

    def games_only(self, boards, chess960):
        """Positions of games: hakam must also find no fault at all."""
        texts = [b.fen(en_passant="fen").encode() for b in boards]
        for text, fen in zip(texts, self.fen[chess960].ask(texts)):
            if not fen["valid"]:
                self.judge(False, text.decode(), "is reachable, hakam:", fen["faults"])

    def faults(self, boards, chess960):
        """Every fault the package knows is reported."""
        texts = [text_of(b) for b in boards]
        for board, text, fen in zip(boards, texts, self.fen[chess960].ask(texts)):
            status = board.status()
            codes = {f["code"] for f in fen["faults"]}
            ok = fen["valid"] is False
            # Where a king is missing, one too many, or could be taken, checks are no question.
            skipped = 0
            if status & KINGS:
                skipped = CHECKS | chess.STATUS_OPPOSITE_CHECK
            elif status & chess.STATUS_OPPOSITE_CHECK:
                skipped = CHECKS
            for bits, words in FAULTS:
                if status & bits & ~skipped:
                    ok = ok and bool(codes & words)
            self.faulty += 1
            self.judge(ok, text.decode(), "package status:", status, "hakam:", fen)

    def texts(self, texts):
        """What hakam reads strictly the package reads alike."""
        for text, fen in zip(texts, self.fen[False].ask(texts)):
            if not fen["valid"]:
                self.unread += 1
                self.judge(bool(fen["faults"]), text, fen)
                continue
            try:
                board = chess.Board(text.decode(), chess960=True)
                same = board.fen(en_passant="legal").split()
                mine = fen["fen"].split()
                self.judge(same[:2] + same[3:] == mine[:2] + mine[3:] and
                           board.clean_castling_rights() == board.castling_rights, text, fen, same)
            except (ValueError, UnicodeDecodeError) as error:
                self.judge(False, text, "the package refuses it:", error)


def standard_rights_only(board):
    """Whether KQkq on an e-file king with corner rooks is all there is."""
    for color in chess.COLORS:
        rights = board.castling_rights & (chess.BB_RANK_1 if color else chess.BB_RANK_8)
        if rights and (board.king(color) != (chess.E1 if color else chess.E8) or
                       rights & ~(chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8)):
            return False
    return True


def main():
    rng = random.Random(SEED)
    compare = Comparison()
    done = 0
    games = {False: iter(()), True: iter(())}
    while done < TOTAL:
        kind = rng.choices(["game", "game960", "thrown", "text"], [4, 4, 4, 1])[0]
        if kind in ("game", "game960"):
            chess960 = kind == "game960"
            boards = []
            while len(boards) < BATCH:
                board = next(games[chess960], None)
                if board is None:
                    games[chess960] = random_game(rng, chess960)
                else:
                    boards.append(board.copy(stack=False))
            compare.games_only(boards, chess960)
            compare.positions(boards, chess960)
        elif kind == "thrown":
            groups = {}
            for _ in range(BATCH):
                board = thrown(rng)
                chess960 = board.chess960 or not standard_rights_only(board)
                board.chess960 = chess960
                status = board.status()
                playable = status & ~PLAYABLE == 0 and not (
                    board.ep_square is not None and board.halfmove_clock != 0)
                groups.setdefault((playable, chess960), []).append(board)
            for (playable, chess960), boards in groups.items():
                (compare.positions if playable else compare.faults)(boards, chess960)
        else:
            texts = []
            board = chess.Board()
            while len(texts) < BATCH:
                board = next(games[False], None)
                if board is None:
                    games[False] = random_game(rng, False)
                    continue
                texts.append(damaged(rng, board.fen(en_passant=rng.choice(["fen", "legal"]))))
            compare.texts(texts)
        done += BATCH
    compare.close()
    print(f"{done} inputs, {compare.moves} moves compared, {compare.faulty} faulty boards, "
          f"{compare.unread} unreadable texts, seed {SEED}")
    print(f"{compare.passed} passed, {compare.failed} failed")
    return 1 if compare.failed else 0


if __name__ == "__main__":
    sys.exit(main())
