"""Audits on Apache Spark. Needs the extra `hakam[spark]`.

    from hakam import spark
    verdicts = spark.audit(games, "pgn", keep=["file"])     # one row of PGN text or more a game
    verdicts.write.mode("overwrite").parquet("verdicts")

What a row gives depends on its text and the options alone, so that a task that is run again changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from hakam import frames, pgn

__all__ = ["audit", "mapper"]


def mapper(column: str, keep: Sequence[str], *, rules: str, nodes: int,
           letters: str) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """What mapInArrow runs: record batches with PGN text in, record batches of audits out."""

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        import importlib

        arrow: Any = importlib.import_module("pyarrow")
        for batch in batches:
            found = []
            origin = []
            texts = batch.column(batch.schema.get_field_index(column))
            for row, text in enumerate(texts):
                if not text.is_valid:
                    continue
                for one in pgn.audits(text.as_py(), rules=rules, nodes=nodes, letters=letters):
                    found.append(one)
                    origin.append(row)
            made = frames.batch(found)
            rows = arrow.array(origin, arrow.int64())
            kept = [batch.column(batch.schema.get_field_index(name)).take(rows) for name in keep]
            yield arrow.RecordBatch.from_arrays([*kept, *made.columns],
                                                names=[*keep, *made.schema.names])

    return run


def audit(df: Any, column: str = "pgn", *, keep: Sequence[str] = (), rules: str = "fide-standard",
          nodes: int = 20_000, letters: str = "en") -> Any:
    """A DataFrame with one row a game: the columns `keep` of `df`, then frames.COLUMNS. `column` has
    PGN text (string or binary); `number` and `offset` count within a row's text."""
    if isinstance(keep, str):
        raise TypeError("keep: expected a sequence of names")
    kinds = {field.name: field.dataType.simpleString() for field in df.schema.fields}
    for name in (column, *keep):
        if name not in kinds:
            raise ValueError(f"the DataFrame has no column {name!r}")
    if kinds[column] not in ("string", "binary"):
        raise ValueError(f"{column}: expected text, found {kinds[column]}")
    ours = {name for name, _ in frames.COLUMNS}
    for name in keep:
        if name in ours:
            raise ValueError(f"keep: {name!r} is a column of the audit; rename it first")
    types = [f"`{name}` {kinds[name]}" for name in keep]
    types += [f"`{name}` {kind}" for name, kind in frames.COLUMNS]
    run = mapper(column, list(keep), rules=rules, nodes=nodes, letters=letters)
    return df.select(column, *(name for name in keep if name != column)).mapInArrow(
        run, ", ".join(types))
