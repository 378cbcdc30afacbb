#!/usr/bin/env python3
"""Compares the paths of programs with symbolic inputs with native runs on all inputs.

usage: symbolic.py SYMBOLIC_PATHS [--count N] [--first SEED] [--seconds S] [--jobs J] [FILE...]

Programs are generated (symbolic_program.py), one a seed. Explored with symbolic inputs, a program has
to show the ends and signatures that native runs on every input show, and no others; the smallest
inputs of each path have to take it, in the VM and natively. A failing program is kept in
build/symbolic/SEED.c. FILEs are such programs, to be tried again.
"""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from symbolic_program import Program

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_PATHS = 1500
OUT_OF_TIME = 3 # Of symbolic_paths.


def run(command, seconds, text=""):
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, "", f"no end within {seconds} s\n"
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def signature(output):
    return tuple(line for line in output.split(";") if line.startswith("#"))


def native(path, inputs):
    """What each kind of end looks like, an example each; and the runs on these inputs."""
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "native")
        code, _, errors = run(["clang-19", "-O1", "-fwrapv", "-w", str(path), "-o", binary, "-lm"], 60)
        if code == 0:
            code, output, errors = run([binary], 60, "\n".join(f"{a} {b}" for a, b in inputs))
        if code != 0:
            return {}, [], f"native exit {code}\n{errors}"
    ends, runs = {}, []
    for line in output.split("\n")[:-1]:
        kind, values, end, text = line.split("\t")
        if kind == "RUN":
            runs.append((end, text))
        elif end != "assumption":
            ends[end, signature(text)] = values
    return ends, runs, ""


def number(text):
    return int.from_bytes(bytes.fromhex(text[2:]), "little") if text.startswith("0x") else int(text)


def compare(paths, path, seconds):
    """(complaint or empty, whether all paths were seen, how many)."""
    code, output, errors = run([paths, str(path), str(MOST_PATHS), str(seconds)], 10 * seconds + 60)
    if code not in (0, 1, OUT_OF_TIME):
        return f"exit {code} of symbolic_paths\n{errors}", False, 0
    complaints, seen, complete = [], [], False
    for line in output.split("\n")[:-1]:
        kind, *fields = line.split("\t")
        if kind == "MISMATCH":
            complaints.append("plain inputs go another way: " + " | ".join(fields))
        elif kind == "GAP" and not fields[0].startswith("solver"):
            complaints.append("cut short: " + fields[0])
        elif kind in ("COMPLETE", "INCOMPLETE"):
            complete = kind == "COMPLETE" and "GAP\tsolver" not in output
        elif kind == "PATH":
            inputs, end, text = fields
            values = {"a": 0, "b": 0} | {part[0]: number(part[2:]) for part in inputs.split()}
            seen.append(((values["a"], values["b"]), end, text.replace("\\n", ";")))
    ends, runs, problem = native(path, [values for values, _, _ in seen])
    if problem:
        return problem, False, 0
    for (values, end, text), there in zip(seen, runs, strict=True):
        if there != (end, text):
            complaints.append(f"{values}: in the VM {end} {text}, natively {there[0]} {there[1]}")
    if complete:
        for end, marks in sorted(ends.keys() - {(end, signature(text)) for _, end, text in seen}):
            complaints.append(f"no path ends {end} with {' '.join(marks)}, as {ends[end, marks]} does natively")
    return "\n".join(f"  {c}" for c in complaints[:8]), complete, len(seen)


def check(job):
    paths, seed, seconds = job
    if isinstance(seed, Path):
        return seed, *compare(paths, seed, seconds)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{seed}.c"
        path.write_text(Program(seed).text)
        complaint, complete, count = compare(paths, path, seconds)
        if complaint:
            kept = ROOT / "build/symbolic"
            kept.mkdir(parents=True, exist_ok=True)
            (kept / path.name).write_text(path.read_text())
    return seed, complaint, complete, count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("paths", metavar="SYMBOLIC_PATHS")
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1, help="of processor time for the paths of one program")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    count = arguments.count * (10 if os.environ.get("HEDDLE_LONG") else 1)
    seeds = arguments.files or list(range(arguments.first, arguments.first + count))
    failed = complete = paths = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = [(arguments.paths, seed, arguments.seconds) for seed in seeds]
        for seed, complaint, whole, number_of_paths in pool.map(check, jobs):
            complete += whole
            paths += number_of_paths
            if complaint:
                failed += 1
                print(f"seed {seed}: see build/symbolic/{seed}.c\n{complaint}", flush=True)
    print(f"{len(seeds) - failed} passed, {failed} failed; {paths} paths, {complete} programs explored whole")
    # Programs with too many paths are checked in part; most are to be checked whole.
    return 1 if failed or complete < len(seeds) * 0.5 else 0


if __name__ == "__main__":
    sys.exit(main())
