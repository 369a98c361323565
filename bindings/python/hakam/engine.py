"""UCI engines: an asyncio client that never hangs and leaves no process behind.

    async with engine.uci("stockfish") as e:
        best = await e.play(game, engine.Limit(time=1))

Every wait has a limit; what goes wrong is a typed error. The process and its children are ended when
the block is left, however it is left.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType

from hakam import _core
from hakam._core import Game, Move, Position
from hakam._enums import Color

__all__ = ["BestMove", "Engine", "EngineDied", "EngineError", "EngineTimeout", "Info", "Limit", "uci"]

LINE_LIMIT = 65_536


class EngineError(Exception):
    """Something is wrong with the engine; `engine` is its command."""


class EngineTimeout(EngineError, TimeoutError):
    """The engine did not answer in time."""


class EngineDied(EngineError):
    """The process ended by itself."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an engine may think: seconds, plies, nodes, moves to mate, or clocks in seconds."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_increment: float | None = None
    black_increment: float | None = None
    moves_to_go: int | None = None

    def words(self) -> str:
        """The arguments of the UCI command go."""
        words: list[str] = []
        for name, seconds in (("movetime", self.time), ("wtime", self.white_clock),
                              ("btime", self.black_clock), ("winc", self.white_increment),
                              ("binc", self.black_increment)):
            if seconds is not None:
                words += [name, str(max(0, round(seconds * 1000)))]
        for name, number in (("depth", self.depth), ("nodes", self.nodes), ("mate", self.mate),
                             ("movestogo", self.moves_to_go)):
            if number is not None:
                words += [name, str(number)]
        if not words:
            raise ValueError("a Limit needs at least one bound")
        return " ".join(words)

    def longest(self, side: Color) -> float | None:
        """Seconds after which the engine must have answered, if the limit tells."""
        if self.time is not None:
            return self.time
        return self.white_clock if side is Color.WHITE else self.black_clock


@dataclass(frozen=True, slots=True)
class Info:
    """What an engine says while it thinks. Scores are from the side to move; `line` has legal moves
    only, whatever was sent."""

    depth: int | None
    multipv: int | None
    centipawns: int | None
    mate: int | None
    bound: str
    line: tuple[Move, ...]
    text: str


@dataclass(frozen=True, slots=True)
class BestMove:
    """The move an engine plays, and what it thought last."""

    move: Move
    ponder: Move | None
    info: Info | None


class Engine:
    """A running engine. Use `uci(...)` to start one."""

    def __init__(self, process: asyncio.subprocess.Process, command: str, timeout: float) -> None:
        self._process = process
        self._command = command
        self._timeout = timeout
        self._position = Position()
        self._lock = asyncio.Lock()
        self._thinking = False
        self.name = command
        self.options: dict[str, str] = {}

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    async def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise ValueError("a line end inside a UCI command")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            await asyncio.wait_for(self._process.stdin.drain(), self._timeout)
        except (ConnectionError, BrokenPipeError) as error:
            raise EngineDied(f"{self._command} has ended") from error
        except asyncio.TimeoutError:
            raise EngineTimeout(f"{self._command} reads nothing") from None

    async def _line(self, timeout: float | None) -> str:
        assert self._process.stdout is not None
        try:
            data = await asyncio.wait_for(self._process.stdout.readline(), timeout)
        except asyncio.TimeoutError:
            raise EngineTimeout(f"{self._command} did not answer within {timeout:g} s") from None
        except ValueError:
            raise EngineError(f"{self._command} wrote a line of more than {LINE_LIMIT} bytes") from None
        if not data:
            raise EngineDied(f"{self._command} has ended")
        return data.decode("utf-8", "replace").rstrip("\r\n")

    async def _until(self, command: str, timeout: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while True:
            left = end - loop.time()
            if left <= 0:
                raise EngineTimeout(f"{self._command} did not say {command} within {timeout:g} s")
            text = await self._line(left)
            value = _core.uci_line(text, self._position)
            if value is None:
                continue
            if value["command"] == "id" and str(value["text"]).startswith("name "):
                self.name = str(value["text"])[5:]
            elif value["command"] == "option":
                self.options[str(value["name"])] = text
            elif value["command"] == command:
                return

    async def _begin(self, options: Mapping[str, str | int | bool]) -> None:
        await self._send("uci")
        await self._until("uciok", self._timeout)
        for name, value in options.items():
            await self.configure(name, value)
        await self._send("isready")
        await self._until("readyok", self._timeout)

    async def configure(self, name: str, value: str | int | bool) -> None:
        """Sets an option. ValueError if the engine has none of that name, or not that value."""
        line = self.options.get(name)
        if line is None:
            raise ValueError(f"{self.name} has no option {name!r}")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        command = _core.uci_set_option(line, text)
        await self._send(command or f"setoption name {name} value {text}")

    async def analyse(self, game: Game | Position, limit: Limit) -> AsyncGenerator[Info | BestMove, None]:
        """What the engine says as it thinks; a BestMove comes last. Leaving the loop stops it."""
        if isinstance(game, Position):
            game = Game(game)
        if not game.position.moves:
            raise ValueError("the game is over: there is no move to look for")
        async with self._lock:
            if self._thinking:
                await self._stop()
            self._position = game.position
            start = "startpos" if game.start == Position() else f"fen {game.start.fen}"
            played = " ".join(move.uci for move in game.moves)
            await self._send(f"position {start}" + (f" moves {played}" if played else ""))
            await self._send("go " + limit.words())
            self._thinking = True
            try:
                loop = asyncio.get_running_loop()
                longest = limit.longest(game.position.turn)
                end = None if longest is None else loop.time() + longest + self._timeout
                last: Info | None = None
                while True:
                    left = None if end is None else max(0.001, end - loop.time())
                    value = _core.uci_line(await self._line(left), self._position)
                    if value is None:
                        continue
                    if value["command"] == "info":
                        last = Info(value["depth"], value["multipv"], value["centipawns"],
                                    value["mate"], value["bound"], value["pv"], value["text"])
                        yield last
                    elif value["command"] == "bestmove":
                        self._thinking = False
                        moves: Sequence[Move] = value["moves"]
                        if not moves:
                            raise EngineError(f"{self.name} plays {value['text']!r}, which is not legal "
                                              f"in {game.position.fen}")
                        yield BestMove(moves[0], moves[1] if len(moves) > 1 else None, last)
                        return
            except EngineTimeout:
                await self.close()
                raise

    async def play(self, game: Game | Position, limit: Limit) -> BestMove:
        """The engine's move. It must be legal, or EngineError is raised."""
        async with contextlib.aclosing(self.analyse(game, limit)) as said:
            async for one in said:
                if isinstance(one, BestMove):
                    return one
        raise EngineDied(f"{self._command} has ended")

    async def _stop(self) -> None:
        await self._send("stop")
        await self._until("bestmove", self._timeout)
        self._thinking = False

    async def new_game(self) -> None:
        """Tells the engine that another game begins."""
        await self._send("ucinewgame")
        await self._send("isready")
        await self._until("readyok", self._timeout)

    async def close(self) -> None:
        """Ends the process: it is asked to, and after a second it is killed with its children."""
        if self._process.returncode is None:
            with contextlib.suppress(EngineError, OSError):
                await self._send("quit")
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._process.wait(), 1)
        await self._end()

    async def _end(self) -> None:
        """Kills what still runs and reads the pipes to their end, so that asyncio closes its transport
        while the loop lives: one left to the garbage collector fails there, in somebody else's code."""
        self._kill()
        await self._process.wait()
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            self._process.stdin.close()
            await asyncio.wait_for(self._process.stdin.wait_closed(), 1)
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            while await asyncio.wait_for(self._process.stdout.read(LINE_LIMIT), 1):
                pass
        await asyncio.sleep(0)

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)


class uci:  # noqa: N801 - used like a function
    """Starts a UCI engine for the length of an `async with` block. `command` is a program with its
    arguments; `timeout` bounds each wait for an answer, in seconds, beside the time to think."""

    def __init__(self, command: str | Sequence[str], *,
                 options: Mapping[str, str | int | bool] | None = None, timeout: float = 10) -> None:
        self._command = shlex.split(command) if isinstance(command, str) else list(command)
        self._options = dict(options or {})
        self._timeout = timeout
        self._engine: Engine | None = None

    async def __aenter__(self) -> Engine:
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL, limit=LINE_LIMIT, start_new_session=True)
        except OSError as error:
            raise EngineError(f"cannot start {self._command[0]}: {error.strerror}") from error
        engine = Engine(process, self._command[0], self._timeout)
        try:
            await engine._begin(self._options)
        except BaseException:
            await engine._end()
            raise
        self._engine = engine
        return engine

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        assert self._engine is not None
        try:
            await asyncio.shield(self._engine.close())
        finally:
            self._engine._kill()
