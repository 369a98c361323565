"""The UCI client: it never hangs, believes nothing and leaves no process behind."""
import asyncio
import os
import shutil
import sys
import textwrap
import time

import pytest

from hakam import Color, Game, Position, engine

FAKE = textwrap.dedent("""
    import sys, time, subprocess
    mode = sys.argv[1]
    child = subprocess.Popen(["sleep", "600"]) if mode == "child" else None
    if child: print("info string child", child.pid, flush=True)
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "uci":
            if mode == "silent": time.sleep(600)
            print("id name Fake 1\\noption name Hash type spin default 16 min 1 max 64\\n"
                  "option name Ponder type check default false\\njunk\\nuciok", flush=True)
        elif word == "isready": print("readyok", flush=True)
        elif word == "go":
            if mode == "dies": sys.exit(3)
            if mode == "thinks": time.sleep(600)
            if mode == "long": print("x" * 100000, flush=True)
            print("info depth 3 score cp 20 pv e2e4 e7e5 a1a8", flush=True)
            print("bestmove " + ("e2e5" if mode == "illegal" else "e2e4 ponder e7e5"), flush=True)
        elif word == "quit" and mode != "deaf": break
        elif word == "setoption": print("info string", line.strip(), flush=True)
    if mode == "deaf": time.sleep(600)
""")


@pytest.fixture
def fake(tmp_path):
    script = tmp_path / "fake.py"
    script.write_text(FAKE)
    return lambda mode: [sys.executable, str(script), mode]


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


async def one_move(command, timeout=5.0, limit=engine.Limit(time=0.2)):
    async with engine.uci(command, timeout=timeout) as e:
        return e.pid, await e.play(Game(), limit)


def test_a_move(fake):
    pid, best = asyncio.run(one_move(fake("ok")))
    assert str(best.move) == "e2e4" and str(best.ponder) == "e7e5"
    assert best.info.depth == 3 and best.info.centipawns == 20
    assert [str(m) for m in best.info.line] == ["e2e4", "e7e5"]  # what is not legal is dropped
    assert not alive(pid)


@pytest.mark.parametrize("mode, error", [("silent", engine.EngineTimeout), ("thinks", engine.EngineTimeout),
                                         ("dies", engine.EngineDied), ("illegal", engine.EngineError),
                                         ("long", engine.EngineError)])
def test_what_goes_wrong_is_typed(fake, mode, error):
    pids = []

    async def run():
        async with engine.uci(fake(mode), timeout=0.8 if mode in ("silent", "thinks") else 10) as e:
            pids.append(e.pid)
            await e.play(Game(), engine.Limit(time=0.1))

    with pytest.raises(error):
        asyncio.run(run())
    assert not any(alive(pid) for pid in pids)


def test_no_process_is_left(fake):
    async def run():
        async with engine.uci(fake("deaf"), timeout=10) as e:
            return e.pid

    assert not alive(asyncio.run(run()))

    async def cancelled():
        pids = []

        async def inner():
            async with engine.uci(fake("thinks"), timeout=60) as e:
                pids.append(e.pid)
                await e.play(Game(), engine.Limit(depth=30))

        task = asyncio.create_task(inner())
        while not pids:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return pids[0]

    assert not alive(asyncio.run(cancelled()))
    with pytest.raises(engine.EngineError):
        asyncio.run(one_move(["/no/such/engine"]))


def test_children_end_too(fake):
    import subprocess

    async def run():
        async with engine.uci(fake("child"), timeout=10) as e:
            done = subprocess.run(["pgrep", "-P", str(e.pid)], capture_output=True, text=True, check=True)
            return [int(pid) for pid in done.stdout.split()]

    children = asyncio.run(run())
    end = time.monotonic() + 5  # a killed process needs a moment
    while time.monotonic() < end and any(alive(pid) for pid in children):
        time.sleep(0.05)
    assert children and not any(alive(pid) for pid in children)


def test_options(fake):
    async def run():
        async with engine.uci(fake("ok"), options={"Hash": 32}) as e:
            assert e.name == "Fake 1" and set(e.options) == {"Hash", "Ponder"}
            with pytest.raises(ValueError):
                await e.configure("Hash", 1000)
            with pytest.raises(ValueError):
                await e.configure("NoSuch", 1)
            with pytest.raises(ValueError):
                await e.play(Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), engine.Limit(time=1))
            await e.new_game()

    asyncio.run(run())
    with pytest.raises(ValueError):
        engine.Limit().words()
    assert engine.Limit(time=1.5, depth=3).words() == "movetime 1500 depth 3"
    assert engine.Limit(white_clock=60, black_clock=30).longest(Color.BLACK) == 30


def test_a_real_engine():
    command = shutil.which("stockfish") or "/usr/games/stockfish"
    assert os.path.exists(command)
    pid, best = asyncio.run(one_move(command, 30, engine.Limit(depth=4)))
    assert best.move in Position().moves and not alive(pid)
