#!/usr/bin/env python3
"""Holds tests/stages.txt, CONTRIBUTING.md's table, ctest and the time budget together.

usage: stages.py check BUILD-DIRECTORY   the four agree
       stages.py took BUILD-DIRECTORY STAGE
                                  a stage that ./test ran before ctest kept to its minutes
       stages.py table            the table as CONTRIBUTING.md has it
"""
import json
import os
import subprocess
import sys
from pathlib import Path

import project

BUDGET_MINUTES = 45
BUDGET_CORES = 2
LONG_FACTOR = 10  # As in cmake/HeddleStage.cmake.


def table(stages):
    rows = [f"| `{s.name}` | {s.minutes:g} | {s.purpose} |" for s in stages]
    return "\n".join(["| stage | minutes | what it does |", "|---|---|---|", *rows])


def ctest_timeouts(build):
    shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, check=True)
    timeouts = {}
    for test in json.loads(shown.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        timeouts[test["name"]] = properties.get("TIMEOUT")
    return timeouts


def check(stages, contributing, timeouts, factor):
    problems = []
    if table(stages) not in contributing:
        problems.append("CONTRIBUTING.md: its table of stages is not what 'scripts/stages.py table' prints")
    for stage in stages:
        expected = stage.minutes * 60 * factor
        if stage.name not in timeouts:
            problems.append(f"tests/stages.txt: ctest knows no test '{stage.name}'")
        elif timeouts[stage.name] != expected:
            problems.append(f"ctest: '{stage.name}' may take {timeouts[stage.name]} s instead of {expected:g} s")
    for name in timeouts.keys() - {stage.name for stage in stages}:
        problems.append(f"ctest: test '{name}' has no row in tests/stages.txt")
    # A stage that keeps one core busy leaves the other to the next one.
    minutes = sum(s.minutes * min(s.cores, BUDGET_CORES) / BUDGET_CORES for s in stages)
    if minutes > BUDGET_MINUTES:
        problems.append(f"tests/stages.txt: {minutes:g} minutes in all, {BUDGET_MINUTES} are allowed")
    return problems


def took(build, name):
    stage = next(s for s in project.stages() if s.name == name)
    record = Path(build) / f"stage-{name}.seconds"
    if not record.exists():
        print(f"{name} is timed by ./test, which has not run here")
        return 0
    seconds = int(record.read_text())
    print(f"{name} took {seconds} s of {stage.minutes * 60:g} s")
    return 0 if seconds <= stage.minutes * 60 else 1


def main():
    command, *arguments = sys.argv[1:] or ["help"]
    if command == "table":
        print(table(project.stages()))
        return 0
    if command == "took":
        return took(*arguments)
    if command == "check":
        factor = LONG_FACTOR if os.environ.get("HEDDLE_LONG") else 1
        contributing = (project.ROOT / "CONTRIBUTING.md").read_text()
        problems = check(project.stages(), contributing, ctest_timeouts(arguments[0]), factor)
        print("\n".join(problems) or "the stages agree")
        return 1 if problems else 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
