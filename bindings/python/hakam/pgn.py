"""Collections of games: read, scan, audit, and columns for Arrow.

A source is a path (`pathlib.Path`), or an open file of bytes or text; `reads` and its like take the
text itself. Files that end in .gz, .bz2, .xz or .zst are unpacked (.zst by Python 3.14's
`compression.zstd` or by the `zstandard` package).

>>> from hakam import pgn
>>> game, = pgn.reads('[White "A"] 1. e4 e5 2. Ke2 Kd7 1-0')
>>> game.tags["White"], len(game.moves), game.result
('A', 3, '1-0')
>>> print(game.findings[0].code, game.findings[0].where.column)
illegal-move 29
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, Any, Protocol, TypeVar

from hakam import _core
from hakam._core import Batches, Book, Column, PgnGame, pgn_game
from hakam._values import Audit, AuditFinding, Finding, Header

__all__ = [
    "Audit", "AuditFinding", "Finding", "Header", "PgnGame", "Source", "audit", "audits", "batches",
    "pgn_game", "read", "reads", "scan", "scans", "table",
]

Source = os.PathLike[str] | IO[bytes] | IO[str]
T = TypeVar("T")
CHUNK = 1 << 20


class _Feed(Protocol[T]):
    def feed(self, data: bytes) -> list[T]: ...
    def finish(self, offset: int = 0) -> list[T]: ...


def _open(path: os.PathLike[str]) -> IO[bytes]:
    name = os.fspath(path)
    if name.endswith(".gz"):
        import gzip

        return gzip.open(name)  # type: ignore[return-value]
    if name.endswith(".bz2"):
        import bz2

        return bz2.open(name)
    if name.endswith(".xz"):
        import lzma

        return lzma.open(name)
    if name.endswith(".zst"):
        import importlib

        try:
            return importlib.import_module("compression.zstd").open(name)  # type: ignore[no-any-return]
        except ImportError:
            pass
        try:
            zstandard: Any = importlib.import_module("zstandard")
        except ImportError:
            raise ImportError("reading .zst needs Python 3.14 or the zstandard package") from None
        return zstandard.open(name, "rb")  # type: ignore[no-any-return]
    return open(name, "rb")


def _chunks(source: Source, size: int = CHUNK) -> Iterator[bytes]:
    if isinstance(source, str | bytes):
        raise TypeError("expected a pathlib.Path or an open file; for the text itself use the "
                        "function whose name ends in s: reads, scans, audits")
    if isinstance(source, os.PathLike):
        with _open(source) as file:
            while data := file.read(size):
                yield data
        return
    while read := source.read(size):
        yield read.encode("utf-8") if isinstance(read, str) else read


def _text_source(text: str | bytes) -> IO[bytes]:
    return io.BytesIO(text.encode("utf-8") if isinstance(text, str) else text)


def _run(feed: _Feed[T], source: Source) -> Iterator[T]:
    size = 0
    for chunk in _chunks(source):
        size += len(chunk)
        yield from feed.feed(chunk)
    yield from feed.finish(size)


def _run_parallel(make: Callable[[int, int], _Feed[T]], source: Source, jobs: int) -> Iterator[T]:
    """Cuts the text where games begin whatever stands before them, and reads the parts at once."""

    def part(data: bytes, offset: int, line: int) -> list[T]:
        feed = make(offset, line)
        return feed.feed(data) + feed.finish(offset + len(data))

    def parts() -> Iterator[tuple[bytes, int, int]]:
        rest = b""
        offset, line = 0, 1
        for chunk in _chunks(source, 4 * CHUNK):
            rest += chunk
            cut = _core.last_cut(rest)
            if cut == 0:
                continue
            piece, rest = rest[:cut], rest[cut:]
            yield piece, offset, line
            offset += cut
            line += piece.count(b"\n")
        if rest:
            yield rest, offset, line

    with ThreadPoolExecutor(jobs) as pool:
        waiting: list[Future[list[T]]] = []
        for piece in parts():
            waiting.append(pool.submit(part, *piece))
            while len(waiting) > 2 * jobs:
                yield from waiting.pop(0).result()
        for future in waiting:
            yield from future.result()


def read(source: Source, *, letters: str = "en", strict: bool = False,
         jobs: int = 1) -> Iterator[PgnGame]:
    """Every game with its variations, comments and findings; none is left out for its faults."""
    if jobs > 1:
        return _run_parallel(
            lambda offset, line: _core.TreeFeed(strict=strict, letters=letters, offset=offset,
                                                line=line), source, jobs)
    return _run(_core.TreeFeed(strict=strict, letters=letters), source)


def reads(text: str | bytes, *, letters: str = "en", strict: bool = False) -> list[PgnGame]:
    """The games of a text."""
    return list(read(_text_source(text), letters=letters, strict=strict))


def scan(source: Source, *, jobs: int = 1) -> Iterator[Header]:
    """Tags and places only; the moves are passed over."""
    if jobs > 1:
        return _run_parallel(lambda offset, line: _core.ScanFeed(offset=offset, line=line), source,
                             jobs)
    return _run(_core.ScanFeed(), source)


def scans(text: str | bytes) -> list[Header]:
    """The tags and places of the games of a text."""
    return list(scan(_text_source(text)))


def audit(source: Source, *, rules: str = "fide-standard", nodes: int = 20_000, letters: str = "en",
          strict: bool = False, jobs: int = 1) -> Iterator[Audit]:
    """Each game under a book of laws, as `hakam audit` reports it: the result against the board,
    draws that were overlooked, flags that fell in won positions, clocks, and the faults of the
    text. `nodes` bounds each search."""
    book = Book(rules)

    def make(offset: int, line: int) -> _Feed[Audit]:
        return _core.AuditFeed(book, nodes=nodes, strict=strict, letters=letters, offset=offset,
                               line=line)

    if jobs <= 1:
        return _run(make(0, 1), source)
    return _numbered(_run_parallel(make, source, jobs))


def _numbered(audits: Iterator[Audit]) -> Iterator[Audit]:
    import dataclasses

    number = 0
    for one in audits:
        if one.number:
            number += 1
            one = dataclasses.replace(one, number=number)
        yield one


def audits(text: str | bytes, *, rules: str = "fide-standard", nodes: int = 20_000,
           letters: str = "en", strict: bool = False) -> list[Audit]:
    """The audit of a text."""
    return list(audit(_text_source(text), rules=rules, nodes=nodes, letters=letters, strict=strict))


DEFAULT_COLUMNS = ("White", "Black", "result", "moves")


def batches(source: Source, columns: Sequence[str] = DEFAULT_COLUMNS, *, rows: int = 65_536,
            letters: str = "en", strict: bool = False) -> Iterator[Column]:
    """Record batches of games for Arrow. A column is `offset`, `plies`, `result`, `start`, `moves`
    (codes), `clocks` (ms, -1 where there is none), `evals` (centipawns; mate in n is 100000 - n;
    -2**31 where there is none), `findings` (how many), or the name of a tag."""
    if isinstance(columns, str):
        raise TypeError("columns: expected a sequence of names")
    feed = _core.ColumnFeed(list(columns), strict=strict, letters=letters)
    for chunk in _chunks(source):
        feed.feed(chunk)
        if feed.rows >= rows:
            yield feed.take()
    feed.finish()
    yield feed.take()


def table(source: Source, columns: Sequence[str] = DEFAULT_COLUMNS, *, letters: str = "en",
          strict: bool = False) -> Batches:
    """All of it at once: `pyarrow.table(...)`, `polars.DataFrame(...)` take what it gives."""
    return Batches(batches(source, columns, letters=letters, strict=strict))
