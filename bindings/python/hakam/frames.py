"""Audits as tables: Arrow batches, Parquet and Arrow files. Needs the package pyarrow.

One row a game, in the order of the input; `findings` is a list of structs. docs/formats/audit.md has
the words.

>>> from hakam import frames
>>> [name for name, kind in frames.COLUMNS][:3]
['number', 'offset', 'White']
"""

from __future__ import annotations

import importlib
import os
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any

from hakam import pgn
from hakam._values import Audit

__all__ = ["COLUMNS", "FINDING", "audit_batches", "batch", "schema", "write_audit"]

TAGS = ("White", "Black", "Event", "Site", "Date", "Round", "Result", "ECO", "WhiteElo", "BlackElo",
        "TimeControl", "Termination")
# Words of SQL for the types, which Spark and DuckDB read as well.
FINDING = (("code", "string"), ("severity", "string"), ("ply", "int"), ("offset", "bigint"),
           ("line", "bigint"), ("move", "string"), ("text", "string"), ("article", "string"),
           ("proof", "string"))
COLUMNS = (
    ("number", "bigint"), ("offset", "bigint"), *((tag, "string") for tag in TAGS),
    ("marker", "string"), ("plies", "int"), ("standing", "string"), ("outcome", "string"),
    ("reason", "string"), ("articles", "array<string>"),
    ("findings", "array<struct<" + ",".join(f"{name}:{kind}" for name, kind in FINDING) + ">>"),
)


def _arrow() -> Any:
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise ImportError("tables of audits need the package pyarrow") from None


def schema() -> Any:
    """The pyarrow.Schema of a table of audits."""
    arrow = _arrow()
    kinds = {"bigint": arrow.int64(), "int": arrow.int32(), "string": arrow.string(),
             "array<string>": arrow.list_(arrow.string())}
    finding = arrow.struct([(name, kinds[kind]) for name, kind in FINDING])
    return arrow.schema([(name, kinds.get(kind, arrow.list_(finding))) for name, kind in COLUMNS])


def _row(one: Audit) -> dict[str, Any]:
    return {
        "number": one.number, "offset": one.begin, **{tag: one.tags.get(tag) for tag in TAGS},
        "marker": one.result, "plies": one.plies, "standing": one.standing.value,
        "outcome": one.outcome.value if one.outcome else None, "reason": one.reason,
        "articles": list(one.articles),
        "findings": [{"code": f.code, "severity": f.severity.value, "ply": f.ply, "offset": f.offset,
                      "line": f.line, "move": f.move, "text": f.text, "article": f.article,
                      "proof": f.proof} for f in one.findings],
    }


def batch(audits: Iterable[Audit]) -> Any:
    """Audits as one pyarrow.RecordBatch."""
    return _arrow().RecordBatch.from_pylist([_row(one) for one in audits], schema=schema())


def audit_batches(source: pgn.Source, *, rows: int = 16_384, rules: str = "fide-standard",
                  nodes: int = 20_000, letters: str = "en", jobs: int = 1) -> Iterator[Any]:
    """Record batches of the audit of a collection; bounded memory."""
    if rows < 1:
        raise ValueError("rows: expected a number from 1")
    waiting: list[Audit] = []
    for one in pgn.audit(source, rules=rules, nodes=nodes, letters=letters, jobs=jobs):
        waiting.append(one)
        if len(waiting) == rows:
            yield batch(waiting)
            waiting = []
    yield batch(waiting)


def write_audit(source: pgn.Source, out: os.PathLike[str], *, rules: str = "fide-standard",
                nodes: int = 20_000, letters: str = "en", jobs: int = 1) -> int:
    """The audit of a collection as a file .parquet or .arrow; the number of rows. The file is there
    whole or not at all: it is written beside its place and moved."""
    path = pathlib.Path(out)
    arrow = _arrow()
    partial = path.with_name(f".{path.name}.partial")
    if path.suffix == ".parquet":
        writer: Any = importlib.import_module("pyarrow.parquet").ParquetWriter(
            partial, schema(), compression="zstd")
        write = writer.write_batch
    elif path.suffix == ".arrow":
        writer = arrow.ipc.new_file(str(partial), schema())
        write = writer.write_batch
    else:
        raise ValueError(f"expected a file .parquet or .arrow, found {path.name!r}")
    count = 0
    try:
        with writer:
            for one in audit_batches(source, rules=rules, nodes=nodes, letters=letters, jobs=jobs):
                write(one)
                count += one.num_rows
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return count
