#!/usr/bin/env python3
"""Reads the event table of a database alone and checks every game in it: seqs without gaps, terms
that never go back, play time that never runs backward, no command done twice, bodies that can be
read. `tools/check_events.py 'postgresql://...'` or `tools/check_events.py FILE`. Needs psql or
Python's sqlite3."""
import json
import sqlite3
import subprocess
import sys

COLUMNS = "game, seq, epoch, kind, body, at, actor, client_seq, command, ply"


def rows(database):
    if database.startswith("postgres"):
        sql = (f"SELECT row_to_json(e) FROM (SELECT {COLUMNS} FROM hakam.events ORDER BY game, seq)"
               " e")
        out = subprocess.run(["psql", database, "-XAtc", sql], check=True, capture_output=True,
                             text=True).stdout
        for line in out.splitlines():
            yield json.loads(line)
        return
    names = COLUMNS.split(", ")
    db = sqlite3.connect(f"file:{database.removeprefix('sqlite:')}?mode=ro", uri=True)
    for row in db.execute(f"SELECT {COLUMNS} FROM events ORDER BY game, seq"):
        yield dict(zip(names, row))


def check_game(game, events):
    faults = []
    seen = set()
    last = None
    for number, event in enumerate(events, 1):
        where = f"game {game} event {event['seq']}"
        if event["seq"] != number:
            return [f"{where}: event {number} is missing"]
        if last and event["epoch"] < last["epoch"]:
            faults.append(f"{where}: the term goes back from {last['epoch']}")
        if last and event["at"] < last["at"]:
            faults.append(f"{where}: play time runs backward from {last['at']} to {event['at']}")
        if event["client_seq"]:
            command = (event["actor"], event["client_seq"])
            if command in seen:
                faults.append(f"{where}: command {command} was done twice")
            seen.add(command)
        json.loads(event["body"])
        last = event
    return faults


def check(database):
    """Returns: (games, events, faults)."""
    games, events, faults = 0, 0, []
    current, log = None, []
    for row in rows(database):
        events += 1
        if row["game"] != current:
            if log:
                faults += check_game(current, log)
            current, log, games = row["game"], [], games + 1
        log.append(row)
    if log:
        faults += check_game(current, log)
    return games, events, faults


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    n_games, n_events, found = check(sys.argv[1])
    for fault in found:
        print(fault)
    print(f"{n_games} games, {n_events} events, {len(found)} faults")
    sys.exit(1 if found else 0)
