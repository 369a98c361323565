#!/usr/bin/env python3
"""Single calls and batches of the package beside its peers: nanoseconds of CPU time a call, the loop
taken off, programs interleaved, least of several rounds.

    bench/python/calls.py [--rounds 5] [--pgn data/pgn/real-sample.pgn]

`chess` and `bulletchess` are measured if they are installed.
"""
import argparse
import importlib
import pathlib
import subprocess
import sys
import time

TOP = pathlib.Path(__file__).resolve().parents[2]


def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def timed(f, items, repeat):
    start = time.process_time_ns()
    for _ in range(repeat):
        for item in items:
            f(item)
    return (time.process_time_ns() - start) / (repeat * len(items))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pgn", type=pathlib.Path, default=TOP / "data/pgn/real-sample.pgn")
    options = parser.parse_args()
    import hakam

    chess, bullet = optional("chess"), optional("bulletchess")
    games = [game.main for game in hakam.pgn.read(options.pgn)][:400]
    positions = [p for game in games for p in game.positions[10:60:7] if p.moves][:512]
    fens = [p.fen for p in positions]
    moves = [(p, p.moves[len(p.moves) // 2]) for p in positions]
    sans = [(p, p.san(m)) for p, m in moves]
    rows = {}

    def add(name, program, f, items, repeat=10):
        rows.setdefault(name, {})[program] = (f, items, repeat)

    book = hakam.laws.book()
    add("list of legal moves", "hakam", lambda p: list(p.moves), positions)
    add("number of legal moves", "hakam", lambda p: p.move_count, positions)
    add("next position", "hakam", lambda x: x[0].after(x[1]), moves)
    add("read SAN", "hakam", lambda x: x[0].parse(x[1]), sans)
    add("write SAN", "hakam", lambda x: x[0].san(x[1]), moves)
    add("read FEN", "hakam", hakam.Position, fens)
    add("write FEN", "hakam", lambda p: p.fen, positions)
    add("verdict", "hakam", book.judge, positions, 3)
    add("property", "hakam", lambda p: p.is_check, positions)
    if chess:
        boards = [chess.Board(fen) for fen in fens]
        pairs = [(b, chess.Move.from_uci(m.uci)) for b, (_, m) in zip(boards, moves)]
        texts = [(b, san) for b, (_, san) in zip(boards, sans)]

        def copy_push(x):
            board = x[0].copy(stack=False)
            board.push(x[1])

        add("list of legal moves", "chess", lambda b: list(b.legal_moves), boards, 1)
        add("number of legal moves", "chess", lambda b: b.legal_moves.count(), boards, 1)
        add("next position", "chess", copy_push, pairs, 1)
        add("read SAN", "chess", lambda x: x[0].parse_san(x[1]), texts, 1)
        add("write SAN", "chess", lambda x: x[0].san(x[1]), pairs, 1)
        add("read FEN", "chess", chess.Board, fens, 1)
        add("write FEN", "chess", lambda b: b.fen(), boards, 1)
        add("verdict", "chess", lambda b: b.outcome(), boards, 1)
    if bullet:
        boards2 = [bullet.Board.from_fen(fen) for fen in fens]
        pairs2 = [(b, bullet.Move.from_uci(m.uci)) for b, (_, m) in zip(boards2, moves)]

        def copy_apply(x):
            board = x[0].copy()
            board.apply(x[1])

        add("list of legal moves", "bulletchess", lambda b: b.legal_moves(), boards2)
        add("next position", "bulletchess", copy_apply, pairs2)
        add("read SAN", "bulletchess", lambda x: bullet.Move.from_san(x[1], x[0]),
            [(b, san) for b, (_, san) in zip(boards2, sans)])
        add("read FEN", "bulletchess", bullet.Board.from_fen, fens)
        add("write FEN", "bulletchess", lambda b: b.fen(), boards2)
    best = {}
    for _ in range(options.rounds):
        loop = timed(lambda _: None, positions, 20)
        for name, programs in rows.items():
            for program, (f, items, repeat) in programs.items():
                took = timed(f, items, repeat) - loop
                best[name, program] = min(best.get((name, program), took), took)
    programs = ["hakam"] + [p for p in ("chess", "bulletchess") if optional(p)]
    print("| call, ns |", " | ".join(programs), "|")
    print("|---|" + "---|" * len(programs))
    for name in rows:
        print(f"| {name} |", " | ".join(
            f"{best[name, p]:,.0f}" if (name, p) in best else "" for p in programs), "|")

    many = [p.fen for game in games for p in game.positions][:65_536]
    n = len(many)
    lines = "\n".join(many).encode()
    batch = hakam.Positions.from_fens(lines)
    print(f"\n| batch of {n:,}, ns a position | hakam |\n|---|---|")
    for name, f in (("FENs to positions", lambda: hakam.Positions.from_fens(lines)),
                    ("planes, uint64", batch.planes), ("planes, uint8", lambda: batch.planes("u8")),
                    ("legal moves", batch.moves), ("mask from-to", batch.mask),
                    ("mask az73", lambda: batch.mask("az73")),
                    ("mask lc0-1858", lambda: batch.mask("lc0-1858")),
                    ("verdicts", batch.verdicts)):
        took = []
        for _ in range(options.rounds):
            start = time.process_time_ns()
            f()
            took.append((time.process_time_ns() - start) / n)
        print(f"| {name} | {min(took):,.0f} |")

    print("\n| PGN, us a game | hakam |\n|---|---|")
    for name, f in (
            ("trees, tags and move lists",
             lambda: sum(1 for g in hakam.pgn.read(options.pgn) if g.tags is None or g.moves is None)),
            ("trees", lambda: list(hakam.pgn.read(options.pgn))),
            ("scan", lambda: list(hakam.pgn.scan(options.pgn))),
            ("audit", lambda: list(hakam.pgn.audit(options.pgn))),
            ("Arrow columns", lambda: hakam.pgn.table(options.pgn))):
        took = []
        count = sum(1 for _ in hakam.pgn.scan(options.pgn))
        for _ in range(max(1, options.rounds // 2)):
            start = time.process_time_ns()
            f()
            took.append((time.process_time_ns() - start) / count / 1000)
        print(f"| {name} | {min(took):,.1f} |")
    code = "import time; t = time.process_time_ns(); import hakam; print(time.process_time_ns() - t)"
    took = [int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                               check=True).stdout) for _ in range(options.rounds)]
    print(f"\nimport: {min(took) / 1e6:.1f} ms of CPU time")


if __name__ == "__main__":
    main()
