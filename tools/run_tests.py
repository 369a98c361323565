#!/usr/bin/env python3
"""Runs the test programs and suites of a build side by side and adds their counts up.

A test program is an executable in BUILD/tests/bin (GoogleTest); long ones run in shards. A suite is
an executable file in tests/suites whose last line reads "N passed, N failed"; it gets the build
folder as HAKAM_BUILD. Those that serve and wait on clocks share one lane, so that at most one of
them runs at a time. Exit status 0 only if something ran, nothing failed, no program or suite that
was named is missing, and every suite kept that contract.

    tools/run_tests.py                 everything
    tools/run_tests.py quick           what answers within a minute
    tools/run_tests.py core_test web   these
    tools/run_tests.py core_test --filter 'Perft*'
"""
import argparse
import json
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

TOP = pathlib.Path(__file__).resolve().parent.parent
LINE = re.compile(r"^(?:\w+:\s*)?(\d+) passed, (\d+) failed")

# Suites that serve, wait on clocks or drive a browser: one at a time, beside one that computes.
LANE = {"web", "board_api", "server_play", "server_older", "server_guard", "server_durability",
        "server_cluster"}
# Not in the quick run: they serve, build, fetch, search or compare for long.
SLOW_SUITES = LANE | {
    "audit_laws", "audit_packed", "audit_resume", "chess960_convert", "convert",
    "differential_python_chess", "differential_verdicts", "fresh_clone", "help_examples",
    "package", "perft_cli", "pgn_peers", "play_cli", "proof_tampering", "python_package",
    "tutorial",
    "wasm_compile",
}
# Tests of programs that search or play for long; the rest of a program is in the quick run.
SLOW_TESTS = TOP / "tests" / "slow.txt"


class Job:
    """One process: a suite, a test program, or a shard of one."""

    def __init__(self, path, kind, shard=0, shards=1):
        self.path, self.kind, self.shard, self.shards = path, kind, shard, shards
        self.passed = self.failed = 0
        self.seconds = 0.0
        self.output = ""

    @property
    def name(self):
        return self.path.name if self.shards == 1 else f"{self.path.name} {self.shard + 1}/{self.shards}"

    def run(self, build, folder, test_filter):
        start = time.monotonic()
        if self.kind == "program":
            self.run_program(folder, test_filter)
        else:
            self.run_suite(build)
        self.seconds = time.monotonic() - start

    def run_program(self, folder, test_filter):
        report = pathlib.Path(folder) / f"{self.path.name}-{self.shard}.json"
        command = [self.path, "--gtest_brief=1", f"--gtest_output=json:{report}"]
        if test_filter:
            command.append(f"--gtest_filter={test_filter}")
        environment = dict(os.environ)
        if self.shards > 1:
            environment.update(GTEST_TOTAL_SHARDS=str(self.shards), GTEST_SHARD_INDEX=str(self.shard))
        done = subprocess.run(command, cwd=TOP, env=environment, check=False, text=True,
                              errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.output = done.stdout
        if not report.exists():
            self.output += f"{self.name}: ended with {done.returncode} and no report\n"
            self.failed = 1
            return
        counts = json.loads(report.read_text(encoding="utf-8"))
        self.failed = counts["failures"] + counts.get("errors", 0)
        self.passed = counts["tests"] - self.failed - counts.get("disabled", 0)
        if done.returncode != 0 and self.failed == 0:
            self.failed = 1

    def run_suite(self, build):
        environment = dict(os.environ, HAKAM_BUILD=str(build), HAKAM=str(build / "hakam"))
        done = subprocess.run([self.path], cwd=TOP, env=environment, check=False, text=True,
                              errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.output = done.stdout
        match = None
        for line in done.stdout.strip().splitlines()[-3:]:  # warnings on stderr may come last
            match = LINE.match(line) or match
        if not match:
            self.output += f"{self.name}: its last line is not 'N passed, N failed'\n"
            self.failed = 1
            return
        self.passed, self.failed = int(match[1]), int(match[2])
        if self.failed == 0 and (done.returncode != 0 or self.passed == 0):
            self.output += f"{self.name}: ended with {done.returncode}, {self.passed} passed\n"
            self.failed = 1


def run_all(jobs, workers, work):
    """Longest first; jobs of the lane wait for each other, not for the rest."""
    todo = queue.Queue()
    for job in jobs:
        todo.put(job)
    lane = threading.Lock()
    tell = threading.Lock()

    def one(job):
        work(job)
        with tell:
            print(f"== {job.name}: {job.passed} passed, {job.failed} failed, {job.seconds:.1f} s",
                  flush=True)
            lines = [line for line in job.output.splitlines() if not LINE.match(line)]
            if lines and (job.failed or job.kind == "suite"):
                print("\n".join(lines[-200:]), flush=True)

    def worker():
        held = []
        while True:
            try:
                job = todo.get_nowait()
            except queue.Empty:
                break
            if job.path.name in LANE and not lane.acquire(blocking=False):
                held.append(job)  # another worker is in the lane; later
                continue
            try:
                one(job)
            finally:
                if job.path.name in LANE:
                    lane.release()
                    for waiting in held:
                        todo.put(waiting)
                    held.clear()
        for job in held:
            with lane:
                one(job)

    threads = [threading.Thread(target=worker) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="'quick', or names of programs and suites")
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--filter", default="", help="a GoogleTest filter for the programs")
    parser.add_argument("--without", default="", help="programs and suites left out, with commas")
    options = parser.parse_args()
    build = (TOP / options.build).resolve()
    only = set(options.only)
    quick = "quick" in only
    only.discard("quick")
    without = set(filter(None, options.without.split(",")))

    def wanted(path):
        if not (os.access(path, os.X_OK) and path.is_file()):
            return False
        names = {path.stem, path.name}
        if names & without:
            return False
        return bool(names & only) if only else not (quick and path.name in SLOW_SUITES)

    programs = [p for p in sorted((build / "tests" / "bin").glob("*_test")) if wanted(p)]
    suites = [p for p in sorted((TOP / "tests" / "suites").glob("*")) if wanted(p)]
    found = {p.name for p in programs + suites} | {p.stem for p in programs + suites}
    missing = sorted(only - found)
    if missing:
        print(f"no test program or suite: {', '.join(missing)}")
        return 1
    if not only and not programs:
        print(f"no test program in {build}/tests/bin")
        return 1

    test_filter = options.filter
    if quick and not test_filter:
        slow = [line.strip() for line in SLOW_TESTS.read_text(encoding="utf-8").splitlines()
                if line.strip() and not line.startswith("#")]
        test_filter = "*-" + ":".join(slow)

    # How long each took the last time; what is new is taken to be long.
    times_file = build / "tests" / ("times-quick.json" if quick else "times.json")
    try:
        times = json.loads(times_file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        times = {}
    jobs = []
    for path in programs:
        shards = options.jobs if times.get(path.name, 60.0) > 15 else 1
        jobs += [Job(path, "program", shard, shards) for shard in range(shards)]
    jobs += [Job(path, "suite") for path in suites]
    jobs.sort(key=lambda job: -(times.get(job.path.name, 60.0) / job.shards +
                                (10_000 if job.path.name in LANE else 0)))

    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        run_all(jobs, max(1, options.jobs), lambda job: job.run(build, folder, test_filter))
        total = time.monotonic() - start
    rows = {}
    for job in jobs:
        row = rows.setdefault(job.path.name, [0, 0, 0.0])
        row[0], row[1], row[2] = row[0] + job.passed, row[1] + job.failed, row[2] + job.seconds
    passed = sum(row[0] for row in rows.values())
    failed = sum(row[1] for row in rows.values())
    if not options.filter:
        times.update({name: row[2] for name, row in rows.items()})
        try:
            times_file.write_text(json.dumps(times), encoding="utf-8")
        except OSError:
            pass
    print()
    for name, (p, f, seconds) in sorted(rows.items()):
        print(f"{name:28} {p:7} passed {f:5} failed {seconds:7.1f} s")
    print(f"in {total:.1f} s")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
