#!/usr/bin/env python3
"""Compares strategies on many generated programs.

usage: long.py PROPERTY_TESTS [--count N] [--seed S] [--jobs J] [--keep DIR] [OPTION...]

Runs the programs of seeds S to S+N-1 on J processes, shows how far it is, and ends with the number
of disagreements. Programs that fail are reduced and kept as DIR/seed-N.ll. A process that crashes or
hangs is run again seed by seed. Other options go to property_tests."""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import time

CHUNK = 500
SECONDS = 600  # For a chunk; a seed alone gets a tenth.


def run(arguments, options, seconds):
    command = [arguments.property_tests, "--strategies", "--keep", arguments.keep, *options,
               *arguments.rest]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None, "takes too long\n"
    if done.returncode not in (0, 1):
        return None, f"ends with {done.returncode} {done.stderr[-500:]}\n"
    return done.stdout, None


def one_by_one(arguments, first, count):
    """A chunk in which something crashes: every seed in a process of its own."""
    text = ""
    for seed in range(first, first + count):
        output, problem = run(arguments, ["--only", str(seed)], SECONDS / 10)
        text += f"FAILED seed {seed} (crash): {problem}" if problem else output
    return text


def chunk(arguments, first, count):
    # Its own tests run with the first chunk only.
    options = ["--seed", str(first), "--count", str(count), "--reduce", "5"]
    output, problem = run(arguments, options, SECONDS)
    return one_by_one(arguments, first, count) if problem else output


def numbers(text):
    """What the closing lines of all runs add up to."""
    def total(pattern):
        return sum(int(match) for match in re.findall(pattern, text, re.M))
    return {"executions": total(r"^(\d+) executions"), "bugs": total(r"^\d+ executions, (\d+) bugs"),
            "large": total(r"(\d+) large"), "too large": total(r"(\d+) too large"),
            "traces": total(r"programs with (\d+) traces")}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("property_tests")
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", default="kept")
    arguments, arguments.rest = parser.parse_known_args()
    start = time.monotonic()
    last = arguments.seed + arguments.count
    pieces = [(first, min(CHUNK, last - first)) for first in range(arguments.seed, last, CHUNK)]
    done = 0
    failures = []
    totals = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = {pool.submit(chunk, arguments, *piece): piece[1] for piece in pieces}
        for future in concurrent.futures.as_completed(waiting):
            text = future.result()
            done += waiting[future]
            for match in re.findall(r"^FAILED (.*\n(?:  .*\n)*)", text, re.M):
                failures.append(match)
                print("FAILED " + match, end="", flush=True)
            for name, number in numbers(text).items():
                totals[name] = totals.get(name, 0) + number
            seconds = time.monotonic() - start
            left = seconds / done * (arguments.count - done)
            print(f"{done} of {arguments.count} programs, {totals['executions']} executions, "
                  f"{len(failures)} disagreements, {seconds:.0f} s, about {left:.0f} s to go",
                  file=sys.stderr, flush=True)
    print(", ".join(f"{number} {name}" for name, number in totals.items()))
    print(f"{arguments.count} programs in {time.monotonic() - start:.0f} s: "
          f"{len(failures)} disagreements")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
