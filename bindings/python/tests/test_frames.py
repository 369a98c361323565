"""Audits as tables: the same rows as the audit gives, in files and through what Spark runs."""
import pathlib

import pytest

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as parquet  # noqa: E402

from hakam import frames, pgn, spark  # noqa: E402

TEXT = '''[White "A"]
[Black "B"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 1-0

[White "C"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8
7. Nf3 Nf6 8. Ng1 Ng8 9. e4 1-0

[White "Zürich"]

1. e5 *
'''


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_files(source, tmp_path, suffix):
    out = tmp_path / f"out.{suffix}"
    out.write_text("an older file")
    assert frames.write_audit(source, out) == 3
    table = parquet.read_table(out) if suffix == "parquet" else pa.ipc.open_file(out).read_all()
    rows = table.to_pylist()
    audits = pgn.audits(TEXT)
    assert table.schema.equals(frames.schema()) and len(rows) == len(audits)
    for row, one in zip(rows, audits):
        assert row["plies"] == one.plies and row["reason"] == one.reason
        assert row["White"] == one.tags.get("White") and row["offset"] == one.begin
        assert [(f["code"], f["ply"], f["text"]) for f in row["findings"]] == \
            [(f.code, f.ply, f.text) for f in one.findings]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["games.pgn", out.name]


def test_nothing_is_left_of_a_failure(tmp_path, source):
    with pytest.raises(FileNotFoundError):
        frames.write_audit(pathlib.Path("/nonexistent.pgn"), tmp_path / "x.parquet")
    with pytest.raises(ValueError, match="parquet or .arrow"):
        frames.write_audit(source, tmp_path / "x.csv")
    with pytest.raises(ValueError):
        frames.write_audit(source, tmp_path / "x.arrow", rules="nonsense")
    assert [p.name for p in tmp_path.iterdir()] == ["games.pgn"]


def test_batches_are_cut(source):
    batches = list(frames.audit_batches(source, rows=2))
    assert [one.num_rows for one in batches] == [2, 1]
    assert list(frames.audit_batches(source, rows=100, jobs=2))[0].num_rows == 3


def test_what_spark_runs():
    games = ["", None, *TEXT.split("\n\n[")[:1], TEXT]
    batch = pa.RecordBatch.from_pydict({"file": list("abcd"), "pgn": games})
    made, = spark.mapper("pgn", ["file"], rules="fide-standard", nodes=20_000, letters="en")([batch])
    assert made.schema.names[0] == "file" and made.column(0).to_pylist()[-3:] == ["d"] * 3
    assert made.column(0).to_pylist().count("c") == 1 and "b" not in made.column(0).to_pylist()
    binary = pa.RecordBatch.from_pydict({"pgn": [TEXT.encode()]})
    again, = spark.mapper("pgn", [], rules="fide-standard", nodes=20_000, letters="en")([binary])
    assert again.num_rows == 3 and again.column(2).to_pylist() == ["A", "C", "Zürich"]
    nothing, = spark.mapper("pgn", [], rules="fide-standard", nodes=1, letters="en")(
        [pa.RecordBatch.from_pydict({"pgn": pa.array([None], pa.string())})])
    assert nothing.num_rows == 0
