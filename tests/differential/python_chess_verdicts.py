#!/usr/bin/env python3
"""Compares `hakam verdict -` with the python chess package on the games of data/pgn/real-sample.pgn.

Usage: python_chess_verdicts.py HAKAM GAMES. Environment: HAKAM_VERDICT_EVERY=N, every how many
games (default 6; 1 for all, some two minutes). Each game is asked about at its end and at every fifth of it,
and its moves are gone through for mate, stalemate, dead positions by material, repetitions and
counters. The package knows dead positions by material only, so a position that hakam alone calls
dead is checked by closure: every position that can still arise is visited, and none may be mate.
"""
import json
import os
import subprocess
import sys

import chess
import chess.pgn

CLOSURE = 20_000
EVERY = int(os.environ.get("HAKAM_VERDICT_EVERY", "6"))


def closed_without_mate(board, limit):
    """Whether no position within `limit` that can arise is mate; None if there are more."""
    seen = {board._transposition_key()}
    stack = [board.copy(stack=False)]
    while stack:
        at = stack.pop()
        if at.is_checkmate():
            return False
        for move in list(at.legal_moves):
            after = at.copy(stack=False)
            after.push(move)
            if after._transposition_key() not in seen:
                if len(seen) >= limit:
                    return None
                seen.add(after._transposition_key())
                stack.append(after)
    return True


def expected(board):
    """(standing, reason) as the package sees it under the FIDE Laws."""
    if board.is_checkmate():
        return "over", "checkmate"
    if board.is_stalemate():
        return "over", "stalemate"
    if board.is_insufficient_material():
        return "over", "dead-position"
    if board.is_fivefold_repetition():
        return "over", "fivefold-repetition"
    if board.is_seventyfive_moves():
        return "over", "seventyfive-moves"
    if board.is_repetition(3):
        return "claimable", "threefold-repetition"
    if board.halfmove_clock >= 100:
        return "claimable", "fifty-moves"
    return "ongoing", None


def questions(path):
    """Lines for hakam, with the boards they lead to and the verdict there: a game that was over
    before stays over, whatever was played on."""
    with open(path, encoding="utf-8", errors="replace") as file:
        number = 0
        while True:
            number += 1
            if number % EVERY:
                if not chess.pgn.skip_game(file):
                    return
                continue
            game = chess.pgn.read_game(file)
            if game is None:
                return
            board = game.board()
            start = board.fen() if "FEN" in game.headers else "startpos"
            moves = list(game.mainline_moves())
            if board.uci_variant != "chess" or not moves:
                continue
            asked = {len(moves) * part // 5 for part in range(1, 6)}
            played = []
            ended = None
            for ply, move in enumerate(moves, 1):
                played.append(board.uci(move))
                board.push(move)
                near = board.halfmove_clock >= 99 or board.is_repetition(3)
                if ended is None and expected(board)[0] == "over":
                    ended = expected(board)
                if ply in asked or near:
                    wanted = ended or expected(board)
                    yield f"{start} moves {' '.join(played)}", board.copy(), wanted, game.headers


def main():
    asked = list(questions(sys.argv[2]))
    done = subprocess.run([sys.argv[1], "verdict", "-"], capture_output=True, text=True,
                          input="".join(line + "\n" for line, *_ in asked), check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    passed = failed = dead_beyond_material = 0
    if len(answers) != len(asked):
        print(f"{len(answers)} answers to {len(asked)} questions")
        failed += 1
    for (line, board, wanted, headers), answer in zip(asked, answers):
        got = (answer.get("standing"), answer.get("reason"))
        if got == ("over", "dead-position") and wanted[1] != "dead-position":
            if closed_without_mate(board, CLOSURE):
                dead_beyond_material += 1
                passed += 1
                continue
        if got == wanted:
            passed += 1
        else:
            failed += 1
            print(f"{headers.get('Site')} {board.fen()}: {got}, expected {wanted}")
    print(f"dead beyond material, shown by closure: {dead_beyond_material}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
