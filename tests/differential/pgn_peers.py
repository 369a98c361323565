#!/usr/bin/env python3
"""pgn_peers.py HAKAM DATA: games, plies and final positions of PGN files as Hakam, the python chess
package and pgn-extract read them, and files written by Hakam as the others read them."""
import collections
import concurrent.futures
import json
import logging
import pathlib
import re
import subprocess
import sys
import tempfile

import chess.pgn

HAKAM, DATA = sys.argv[1], pathlib.Path(sys.argv[2])
Game = collections.namedtuple("Game", "plies fen")
passed = failed = 0


def judge(ok, message):
    global passed, failed
    passed, failed = (passed + 1, failed) if ok else (passed, failed + 1)
    if not ok:
        print("FAILED:", message)


def by_hakam(path):
    done = subprocess.run([HAKAM, "audit", "--json", str(path)], capture_output=True, check=True)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return [Game(r["plies"], r["fen"]) for r in records if "summary" not in r]


def by_python(path):
    games = []
    with open(path, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            try:
                board = game.board()
            except ValueError:
                games.append(Game(0, None))
                continue
            plies = 0
            for move in game.mainline_moves():
                board.push(move)
                plies += 1
            games.append(Game(plies, board.fen()))
    return games


def by_pgn_extract(path):
    done = subprocess.run(["pgn-extract", "-s", "-F", "--plycount", "-C", "-V", "-N", str(path)],
                          capture_output=True, check=True)
    text = done.stdout.decode("latin-1")
    games = []
    for part in re.split(r"^(?=\[Event )", text, flags=re.M)[1:]:
        plies = int(re.search(r'^\[PlyCount "(\d+)"\]', part, re.M)[1])
        fens = re.findall(r'\{\s*"([^"]*)"\s*\}', part)
        games.append(Game(plies, " ".join(fens[-1].split()) if fens else None))
    return games


def as_pgn_extract(game):
    """pgn-extract writes the en passant square after each double step, and no FEN for a game without
    moves."""
    if game.plies == 0:
        return Game(0, None)
    fields = game.fen.split()
    return Game(game.plies, " ".join(fields[:3] + fields[4:]))


def compare(what, ours, theirs, explained=(), key=lambda game: game):
    judge(len(ours) == len(theirs), f"{what}: {len(ours)} games here, {len(theirs)} there")
    wrong = [i + 1 for i, (a, b) in enumerate(zip(ours, theirs)) if key(a) != key(b)]
    surplus = [i for i in wrong if i not in explained]
    judge(not surplus, f"{what}: {len(surplus)} games differ, first "
          f"{[(i, ours[i - 1], theirs[i - 1]) for i in surplus[:2]]}")
    judge(sorted(explained) == [i for i in wrong if i in explained],
          f"{what}: explained differences that are none any more: {explained} {wrong}")


def main():
    logging.disable(logging.CRITICAL)  # what python chess says of each fault
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sample, seeds = DATA / "pgn/real-sample.pgn", DATA / "seeds/games.pgn"
        illegal, quirks = DATA / "seeds/illegal.pgn", DATA / "pgn/real-quirks.pgn"
        files = {"sample": sample, "seeds": seeds, "illegal": illegal, "quirks": quirks}
        for name, path in list(files.items()):
            clean = folder / f"{name}.pgn"
            subprocess.run([HAKAM, "audit", "--write-clean", str(clean), str(path)],
                           capture_output=True, check=True)
            files[f"clean {name}"] = clean
            converted = subprocess.run([HAKAM, "convert", "--to", "pgn", str(path)],
                                       capture_output=True, check=False).stdout
            judge(converted == clean.read_bytes(), f"{name}: convert and --write-clean differ")
        hakam = {name: by_hakam(path) for name, path in files.items()}
        # The broken files as found: python chess ends games at blank lines, pgn-extract drops what
        # it cannot read.
        readable = [name for name in files if name not in ("illegal", "quirks")]
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            python = dict(zip(readable, pool.map(by_python, map(files.get, readable))))
        for name in readable:
            compare(f"{name}, python chess", hakam[name], python[name])
            # pgn-extract drops a game whose FEN is none.
            compare(f"{name}, pgn-extract", [g for g in hakam[name] if g.fen],
                    by_pgn_extract(files[name]), key=as_pgn_extract)
        for name in ("sample", "seeds"):
            judge(hakam[name] == hakam[f"clean {name}"], f"{name}: the clean file is another one")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
