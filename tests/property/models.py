#!/usr/bin/env python3
"""Compares the models with the C library of this machine: programs that call each function with
generated arguments and print results and errno (tests/property/models) run in the VM and natively.

usage: models.py HEDDLE [--seeds N] [--first S] [FILE...]
"""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "models"
SECONDS = 120
FLAGS = ["-w", "-fno-builtin"] # So that the compiler answers no call itself.


def run(command, folder=None):
    environment = {"PATH": os.environ["PATH"], "TZ": "UTC"}
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder,
                              timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        return None, b"", b"no end within %d s\n" % SECONDS
    return done.returncode, done.stdout, done.stderr


def compare(heddle, path, seed):
    """The complaint, or an empty string."""
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "native")
        code, _, errors = run(["clang-19", *FLAGS, str(path), "-o", binary, "-lm"])
        if code != 0:
            return f"{path}: does not compile natively\n{errors.decode(errors='replace')}"
        native = run([binary, str(seed)], folder)
    ours = run([heddle, "run", str(path), "--args", str(seed), "--", *FLAGS])
    if native[:2] == ours[:2]:
        return ""
    text = f"{path} with seed {seed}: native exit {native[0]}, in the VM {ours[0]}\n"
    theirs, mine = native[1].split(b"\n"), ours[1].split(b"\n")
    different = [i for i in range(max(len(theirs), len(mine))) if theirs[i:i + 1] != mine[i:i + 1]]
    for i in different[:5]:
        for mark, lines in (("native", theirs), ("VM", mine)):
            text += f"  line {i + 1} {mark}: {b''.join(lines[i:i + 1]).decode(errors='replace')}\n"
    return text + f"  {len(different)} lines differ\n" + ours[2].decode(errors="replace")[-1000:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("heddle", metavar="HEDDLE")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--first", type=int, default=1)
    arguments = parser.parse_args()
    count = arguments.seeds * (10 if os.environ.get("HEDDLE_LONG") else 1)
    paths = arguments.files or sorted(FOLDER.glob("*.c"))
    jobs = [(path, seed) for seed in range(arguments.first, arguments.first + count) for path in paths]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for complaint in pool.map(lambda job: compare(arguments.heddle, *job), jobs):
            if complaint:
                failed += 1
                print(complaint, flush=True)
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed or not jobs else 0


sys.exit(main())
