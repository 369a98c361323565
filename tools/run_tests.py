#!/usr/bin/env python3
"""Runs every test program and suite of a build and adds their counts up.

A test program is an executable in BUILD/tests/bin (GoogleTest). A suite is an executable file in
tests/suites whose last line reads "N passed, N failed"; it gets the build folder as HAKAM_BUILD.
Exit status 0 only if something ran, nothing failed and every suite kept that contract.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parent.parent
LINE = re.compile(r"^(?:\w+:\s*)?(\d+) passed, (\d+) failed")


def run_gtest(program, folder):
    report = pathlib.Path(folder) / (program.name + ".json")
    done = subprocess.run([program, "--gtest_brief=1", f"--gtest_output=json:{report}"],
                          cwd=TOP, check=False)
    if not report.exists():
        return 0, 1
    counts = json.loads(report.read_text(encoding="utf-8"))
    failed = counts["failures"] + counts.get("errors", 0)
    passed = counts["tests"] - failed - counts.get("disabled", 0)
    if done.returncode != 0 and failed == 0:
        failed = 1
    return passed, failed


def run_suite(program, build):
    environment = dict(os.environ, HAKAM_BUILD=str(build), HAKAM=str(build / "hakam"))
    done = subprocess.run([program], cwd=TOP, env=environment, check=False, text=True,
                          stdout=subprocess.PIPE, errors="replace")
    sys.stdout.write(done.stdout)
    lines = done.stdout.strip().splitlines()
    match = LINE.match(lines[-1]) if lines else None
    if not match:
        print(f"{program.name}: its last line is not 'N passed, N failed'")
        return 0, 1
    passed, failed = int(match[1]), int(match[2])
    if done.returncode != 0 and failed == 0:
        failed = 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="names of programs or suites; all if none")
    parser.add_argument("--build", default="build/release")
    options = parser.parse_args()
    build = (TOP / options.build).resolve()

    def wanted(path):
        return os.access(path, os.X_OK) and path.is_file() and (
            not options.only or path.stem in options.only or path.name in options.only)

    programs = [p for p in sorted((build / "tests" / "bin").glob("*_test")) if wanted(p)]
    suites = [p for p in sorted((TOP / "tests" / "suites").glob("*")) if wanted(p)]
    passed = failed = 0
    rows = []
    if not options.only and not programs:
        print(f"no test program in {build}/tests/bin")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        for program in programs + suites:
            print(f"== {program.name}", flush=True)
            start = time.monotonic()
            p, f = run_gtest(program, folder) if program in programs else run_suite(program, build)
            rows.append((program.name, p, f, time.monotonic() - start))
            passed, failed = passed + p, failed + f
    print()
    for name, p, f, seconds in rows:
        print(f"{name:28} {p:7} passed {f:5} failed {seconds:7.1f} s")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
