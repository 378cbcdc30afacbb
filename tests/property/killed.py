#!/usr/bin/env python3
"""Kills searches at random moments and has them gone on with from what they had saved.

usage: killed.py [--seed S] [--rounds N] HEDDLE

In the end there must be the verdict, the numbers and the bugs of a search that nobody disturbed.
"""
import argparse
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent / "killed"
MOST_KILLS = 40
# Program, its rounds, options. Each takes about a second.
SEARCHES = [
    ("orders.c", 1, ["--strategy", "dpor"]),
    ("orders.c", 1, ["--strategy", "dpor", "--jobs", "2"]),
    ("orders.c", 1, ["--strategy", "dpor", "--no-observers", "--jobs", "3"]),
    ("writers.c", 11, ["--strategy", "exhaustive"]),
    ("writers.c", 11, ["--strategy", "exhaustive", "--jobs", "2"]),
    ("writers.c", 10, ["--strategy", "exhaustive", "--preemptions", "99"]),
    ("orders.c", 1, ["--strategy", "pct", "--runs", "100000"]),
]


def command(heddle, search, folder, more):
    program, rounds, options = search
    return [
        heddle, "check", str(PROGRAMS / program), "--all", "--quiet", "--out", str(folder / "out"),
        "--json", str(folder / "result.json"), *options, *more, "--", f"-DROUNDS={rounds}",
    ]  # fmt: skip


def outcome(folder, search):
    """What must be the same however often a search was killed."""
    result = json.loads((folder / "result.json").read_text())
    figures = result["stats"]
    # With several workers the order in which they try things depends on the moment. What two writes
    # that nobody has seen yet lead to may then be tried once more or less, and other executions come
    # to where all that is left sleeps (docs/strategies.md).
    exact = ["executions"]
    if "exhaustive" in search[2] or "--jobs" not in search[2]:
        exact += ["blocked", "states", "pruned"]
    elif "--no-observers" not in search[2]:
        exact = []
    return {
        "verdict": result["verdict"],
        "incomplete": sorted(gap["reason"] for gap in result.get("incomplete", [])),
        "bugs": sorted(f"{one['kind']} {one['message']}" for one in result["findings"]),
        **{name: figures[name] for name in exact},
    }


def whole(heddle, search, folder):
    started = time.monotonic()
    subprocess.run(command(heddle, search, folder, []), stdout=subprocess.DEVNULL)
    return outcome(folder, search), time.monotonic() - started


def in_parts(heddle, search, folder, seconds, dice):
    """Runs it until nobody kills it any more; how often it was killed."""
    state = folder / "state"
    more = ["--checkpoint-every", "0.03"]
    for kills in range(MOST_KILLS):
        where = ["--resume" if state.exists() else "--checkpoint", str(state)]
        process = subprocess.Popen(
            command(heddle, search, folder, where + more), stdout=subprocess.DEVNULL
        )
        try:
            code = process.wait(timeout=dice.uniform(0.02, 0.6) * seconds)
        except subprocess.TimeoutExpired:
            # Half of them get the chance to save on the way out.
            process.send_signal(dice.choice([signal.SIGKILL, signal.SIGINT]))
            process.wait()
            continue
        if code == 2:
            raise SystemExit(f"killed.py: the search could not go on: {search}")
        return kills
    subprocess.run(command(heddle, search, folder, ["--resume", str(state)]), stdout=subprocess.DEVNULL)
    return MOST_KILLS


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heddle")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    failures = 0
    for number in range(options.rounds):
        for search in SEARCHES:
            folder = Path(tempfile.mkdtemp(prefix="heddle-killed-"))
            expected, seconds = whole(options.heddle, search, folder)
            kills = in_parts(options.heddle, search, folder, seconds, dice)
            got = outcome(folder, search)
            shutil.rmtree(folder)
            name = " ".join([search[0], *search[2]])
            if got == expected:
                print(f"{name}: killed {kills} times, {got['verdict']}, {len(got['bugs'])} bugs")
                continue
            failures += 1
            print(f"FAILED {name}, killed {kills} times (seed {options.seed}, round {number})")
            for key in expected:
                if got[key] != expected[key]:
                    print(f"  {key}: {got[key]} instead of {expected[key]}")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
