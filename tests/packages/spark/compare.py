"""compare.py PGN GAMES: the first GAMES games audited by Spark, twice, and by the command."""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import duckdb
from hakam import pgn, spark
from pyspark.sql import SparkSession

source = pathlib.Path(sys.argv[1])
most = int(sys.argv[2])
raw = source.read_bytes()
texts = []
for header in pgn.scan(source):
    texts.append(raw[header.begin:header.end])
    if len(texts) == most:
        break


def row(tags, marker, plies, standing, outcome, reason, codes):
    return json.dumps([tags.get("White"), tags.get("Black"), marker, plies, standing, outcome,
                       None if reason == "none" else reason, codes])


def checksum(rows):
    return len(rows), hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()


session = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
           .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
           .getOrCreate())
session.sparkContext.setLogLevel("ERROR")
games = session.createDataFrame([(i, bytearray(text)) for i, text in enumerate(texts)],
                                "id int, pgn binary").repartition(5)
with tempfile.TemporaryDirectory() as folder:
    seconds = []
    sums = []
    for _ in range(2):
        begin = time.monotonic()
        spark.audit(games, "pgn", keep=["id"]).write.mode("overwrite").parquet(f"{folder}/verdicts")
        seconds.append(round(time.monotonic() - begin, 1))
        found = duckdb.sql(f"select * from '{folder}/verdicts/*.parquet'")
        names = found.columns
        sums.append(checksum([
            row(one, one["marker"], one["plies"], one["standing"], one["outcome"], one["reason"],
                [finding["code"] for finding in one["findings"]])
            for one in (dict(zip(names, values)) for values in found.fetchall())]))
    # Questions that people ask, as docs/guide/tables.md has them.
    page = pathlib.Path(__file__).resolve().parents[3] / "docs/guide/tables.md"
    queries = [part.split("```")[0] for part in page.read_text(encoding="utf-8").split("```sql\n")[1:]]
    for query in queries:
        duckdb.sql(query.replace("verdicts/*.parquet", f"{folder}/verdicts/*.parquet")).fetchall()
    part = pathlib.Path(folder) / "part.pgn"
    part.write_bytes(b"\n\n".join(texts) + b"\n")
    answers = subprocess.run([os.environ["HAKAM"], "audit", "--json", part], check=False,
                             capture_output=True, text=True).stdout.splitlines()
    native = checksum([
        row(game["tags"], game["result"], game["plies"], game["standing"], game["outcome"],
            game["reason"], [finding["code"] for finding in game["findings"]])
        for game in map(json.loads, answers) if game.get("game")])
session.stop()
good = sums[0] == sums[1] == native and native[0] == len(texts) and len(queries) >= 3
print(f"Spark {seconds} s, {native[0]} games, {len(queries)} queries, {native[1][:16]}")
print("1 passed, 0 failed" if good else f"{sums} against {native}\n0 passed, 1 failed")
sys.exit(not good)
