#!/usr/bin/env python3
"""Runs programs in the VM and natively: what they print and how they exit must be the same.

usage: same.py HEDDLE FILE... [-- FLAGS]   (FLAGS go to both compilers)
       same.py HEDDLE                      (all programs of this folder, at -O0 and, in C, at -O1)

A program whose first line is `// flags: -std=c++20` is compiled with these flags too.
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def run(command, seconds, folder=None):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds,
                              cwd=folder)
    except subprocess.TimeoutExpired:
        return None, b"", b"no end within %d s\n" % seconds
    return done.returncode, done.stdout, done.stderr


def compare(heddle, path, flags):
    """The complaint, or an empty string."""
    with open(path, encoding="utf-8", errors="replace") as source:
        first = source.readline()
    if first.startswith("// flags: "):
        flags = [*flags, *first.split()[2:]]
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "native")
        compiler = "clang++-19" if path.endswith((".cpp", ".cc")) else "clang-19"
        code, _, errors = run([compiler, "-w", "-pthread", *flags, path, "-o", binary, "-lm"], 120)
        if code != 0:
            return f"{path}: does not compile natively\n{errors.decode(errors='replace')}"
        work = os.path.join(folder, "work") # Files that it makes go with the folder.
        os.mkdir(work)
        native = run([binary], 60, work)
    ours = run([heddle, "run", path, "--", "-w", *flags], 120)
    if native[:2] == ours[:2]:
        return ""
    text = f"{' '.join([path, *flags])}: native exit {native[0]}, in the VM {ours[0]}\n"
    for mark, (_, out, _) in (("native", native), ("VM", ours)):
        text += f"--- {mark}\n{out.decode(errors='replace')}"
    return text + f"--- VM's messages\n{ours[2].decode(errors='replace')}"


def main():
    arguments = sys.argv[1:]
    flags = []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, flags = arguments[:cut], arguments[cut + 1:]
    heddle, *paths = arguments
    jobs = [(path, flags) for path in paths]
    if not paths:
        folder = Path(__file__).parent
        suite = sorted(str(path) for path in folder.glob("*.c"))
        jobs = [(path, [level, *flags]) for level in ("-O0", "-O1") for path in suite]
        # Headers of C++ take their time: one level has to do.
        jobs += [(str(path), ["-O0", *flags]) for path in sorted(folder.glob("*.cpp"))]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for complaint in pool.map(lambda job: compare(heddle, *job), jobs):
            if complaint:
                failed += 1
                print(complaint)
    print(f"{len(jobs) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not jobs else 0)


main()
