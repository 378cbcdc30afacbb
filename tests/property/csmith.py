#!/usr/bin/env python3
"""Runs programs that csmith makes in the VM and natively: the checksums must be the same.

usage: csmith.py N [--seed S] [--flags FLAG...] HEDDLE

Seeds count up from S; the same seed always gives the same program. Programs that a native run does
not finish within a second are left out, and do not count; nor do those that differ and that the
undefined-behaviour sanitizer objects to. A failing program is kept in
build/csmith/SEED.c with what both sides said.
"""
import argparse
import concurrent.futures
import itertools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INCLUDE = "/usr/include/csmith"
NATIVE_SECONDS = 1
VM_SECONDS = 60
VARIANTS = [[], ["--float"], ["--builtins", "--disable-builtin-kinds", "x86"]]


def run(command, seconds):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, b"", b"no end within %d s\n" % seconds
    return done.returncode, done.stdout, done.stderr


def generate(seed, path):
    command = ["csmith", "--seed", str(seed), "--no-volatiles", "--no-argc", "--output", path]
    subprocess.run(command + VARIANTS[seed % len(VARIANTS)], check=True, stdout=subprocess.DEVNULL)


def is_undefined(path, common, folder):
    """Whether the program does what C leaves open: csmith's floats may not fit the integers they become."""
    binary = os.path.join(folder, "checked")
    code, _, _ = run(["clang-19", "-fsanitize=undefined,float-cast-overflow", *common, path, "-o", binary, "-lm"], 120)
    return code == 0 and b"runtime error:" in run([binary], 20 * NATIVE_SECONDS)[2]


def compare(heddle, seed, flags):
    """The complaint, an empty string if there is none, or None if the program does not count."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"{seed}.c")
        generate(seed, path)
        binary = os.path.join(folder, "native")
        common = ["-w", "-I", INCLUDE, *flags]
        code, _, errors = run(["clang-19", *common, path, "-o", binary, "-lm"], 120)
        if code != 0:
            return f"seed {seed}: does not compile natively\n{errors.decode(errors='replace')}"
        native = run([binary], NATIVE_SECONDS)
        if native[0] is None or native[0] < 0:
            return None
        ours = run([heddle, "run", path, "--", *common], VM_SECONDS)
        if native[:2] == ours[:2]:
            return ""
        if is_undefined(path, common, folder):
            return None
        kept = ROOT / "build/csmith"
        kept.mkdir(parents=True, exist_ok=True)
        (kept / f"{seed}.c").write_bytes(Path(path).read_bytes())
    text = f"seed {seed}: native exit {native[0]}, in the VM {ours[0]}; see {kept}/{seed}.c\n"
    for mark, (_, out, _) in (("native", native), ("VM", ours)):
        text += f"--- {mark}\n{out.decode(errors='replace')[-500:]}"
    return text + f"--- VM's messages\n{ours[2].decode(errors='replace')[-1000:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", metavar="N", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--flags", nargs="*", default=[], help="for both compilers")
    parser.add_argument("heddle", metavar="HEDDLE")
    arguments = parser.parse_args()

    count = arguments.count * (10 if os.environ.get("HEDDLE_LONG") else 1)
    passed = failed = 0
    seeds = itertools.count(arguments.seed)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        # In rounds, so that which seeds count does not depend on who is faster.
        while passed + failed < count:
            batch = list(itertools.islice(seeds, min(20, count - passed - failed)))
            for complaint in pool.map(lambda s: compare(arguments.heddle, s, arguments.flags), batch):
                if complaint is None:
                    continue
                if complaint:
                    failed += 1
                    print(complaint, flush=True)
                else:
                    passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
