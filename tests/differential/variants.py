#!/usr/bin/env python3
"""Compares hakam with pyffish, position by position, in games that both play.

Usage: variants.py HAKAM. Environment: HAKAM_DIFF_POSITIONS (a game), HAKAM_DIFF_SEED.

Positions come from random games of pyffish; both must give the same legal moves. Letters that
pyffish gives other men are exchanged. Positions with a bare king are left out: there pyffish, which
rules the game over, gives no moves.
"""
import json
import os
import random
import re
import subprocess
import sys

import pyffish

SEED = int(os.environ.get("HAKAM_DIFF_SEED", "1"))
TOTAL = int(os.environ.get("HAKAM_DIFF_POSITIONS", "40"))
OLD = {"b": "a", "q": "f"}
# Ours, pyffish's, its letters by ours.
GAMES = [
    ("shatranj", "shatranj", OLD),
    ("chaturanga", "chaturanga", OLD),
    ("courier", "courier", {"e": "a"}),
    ("no-castling", "nocastle", {}),
    ("torpedo", "torpedo", {}),
    ("berolina", "berolina", {}),
    ("amazon", "amazon", {}),
    ("almost", "almost", {}),
    ("chancellor", "chancellor", {}),
    ("capablanca", "capablanca", {}),
    ("grasshopper", "grasshopper", {}),
    ("nightrider", "nightrider", {}),
]


def exchanged(text, letters):
    return "".join(letters[c] if c in letters else
                   letters[c.lower()].upper() if c.lower() in letters else c for c in text)


def is_empty(board, square):
    row = board.split("/")[-int(square[1:])]
    column = 0
    for run in re.findall(r"\d+|[^\d+]", row):
        width = int(run) if run.isdigit() else 1
        if column <= ord(square[0]) - ord("a") < column + width:
            return run.isdigit()
        column += width
    return False


def our_fen(fen, letters):
    board, turn, rights, passed, rest = fen.split(" ", 4)
    # For pawns that step aslant pyffish names the square of the pawn as well as the one it passed.
    squares = re.findall(r"[a-z]\d+", passed)
    if len(squares) > 1:
        passed = next(s for s in squares if is_empty(board, s))
    return " ".join([exchanged(board, letters), turn, rights, passed, rest])


def our_move(move, letters):
    return move[:-1] + letters.get(move[-1], move[-1]) if move[-1].isalpha() else move


def is_bare(fen):
    board = fen.split()[0]
    return any(sum(c.isalpha() and c.isupper() == white for c in board) == 1
               for white in (True, False))


def walk(name, rng):
    """TOTAL positions of random games, each with pyffish's moves."""
    found = []
    while len(found) < TOTAL:
        fen = pyffish.start_fen(name)
        for ply in range(rng.randrange(5, 60)):
            moves = pyffish.legal_moves(name, fen, [])
            if not moves or is_bare(fen):
                break
            if ply % 3 == 0:
                found.append((fen, moves))
                if len(found) == TOTAL:
                    break
            fen = pyffish.get_fen(name, fen, [rng.choice(moves)])
    return found


def main():
    hakam = sys.argv[1]
    rng = random.Random(SEED)
    faults = compared = 0
    for ours, theirs, letters in GAMES:
        positions = walk(theirs, rng)
        text = "".join(our_fen(fen, letters) + "\n" for fen, _ in positions)
        run = subprocess.run([hakam, "moves", "-", "--game", ours, "--notation", "uci"],
                             input=text, capture_output=True, text=True, check=False)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        assert len(answers) == len(positions), run.stderr
        bad = 0
        for (fen, moves), answer in zip(positions, answers):
            expected = sorted(our_move(move, letters) for move in moves)
            if answer.get("moves") != expected:
                bad += 1
                print(f"{ours}: {our_fen(fen, letters)}: only pyffish "
                      f"{sorted(set(expected) - set(answer.get('moves', [])))}, only hakam "
                      f"{sorted(set(answer.get('moves', [])) - set(expected))}", answer.get("error", ""))
        print(f"{ours}: {len(positions)} positions, {bad} differ")
        faults += bad
        compared += len(positions)
    print(f"{compared - faults} passed, {faults} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
