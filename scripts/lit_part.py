#!/usr/bin/env python3
"""Runs a fixed fifth of a lit suite: the tests whose name hashes to it, the same on every machine.

usage: lit_part.py LIT SUITE-DIRECTORY   (all of it when HEDDLE_LONG is set)
"""
import hashlib
import os
import re
import subprocess
import sys

PARTS = 5


def is_chosen(name):
    return hashlib.sha256(name.encode()).digest()[0] % PARTS == 0


def names(shown):
    """'  heddle :: bad-input/empty.test' → 'bad-input/empty.test'"""
    return [line.split(" :: ", 1)[1].strip() for line in shown.splitlines() if " :: " in line]


def main():
    lit, suite = sys.argv[1:]
    shown = subprocess.run([sys.executable, lit, "--show-tests", suite], capture_output=True, text=True, check=True).stdout
    chosen = [name for name in names(shown) if os.environ.get("HEDDLE_LONG") or is_chosen(name)]
    if not chosen:
        print("no test in this part of the suite")
        return 1
    pattern = "^(" + "|".join(re.escape(name) for name in chosen) + ")$"
    # lit matches its filter against the full name, suite included.
    pattern = pattern.replace("^(", "(^| :: )(", 1)
    return subprocess.run([sys.executable, lit, "-s", "-v", "--no-progress-bar", f"--filter={pattern}", suite]).returncode


if __name__ == "__main__":
    sys.exit(main())
