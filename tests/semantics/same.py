#!/usr/bin/env python3
"""Runs programs in the VM and natively: what they print and how they exit must be the same.

usage: same.py HEDDLE FILE... [-- FLAGS]   (FLAGS go to both compilers)
       same.py HEDDLE                      (all programs of this folder, at -O0 and, in C, at -O1)

A program whose first line is `// flags: -std=c++20` is compiled with these flags too.

What a program of this folder does natively is remembered by content (the source, the flags, the
compiler, the libraries), beside ccache and not in the build directory, so that a new clone does not
start anew.
"""
import base64
import concurrent.futures
import functools
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "heddle-semantics"


def run(command, seconds, folder=None):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds,
                              cwd=folder)
    except subprocess.TimeoutExpired:
        return None, b"", b"no end within %d s\n" % seconds
    return done.returncode, done.stdout, done.stderr


@functools.cache
def tools(compiler):
    """What makes the same source do the same: the compiler and the libraries it links."""
    parts = [run([compiler, "--version"], 60)[1]]
    for library in ("libc.so.6", "libm.so.6", "libstdc++.so.6"):
        path = run([compiler, "-print-file-name=" + library], 60)[1].strip()
        facts = os.stat(path)
        parts.append(b"%s %d %d" % (os.path.realpath(path), facts.st_size, facts.st_mtime_ns))
    return b"\n".join(parts)


def run_natively(compiler, path, flags):
    """Its exit status and output, or None and the compiler's complaint."""
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "native")
        code, _, errors = run([compiler, "-w", "-pthread", *flags, path, "-o", binary, "-lm"], 120)
        if code != 0:
            return None, errors
        work = os.path.join(folder, "work") # Files that it makes go with the folder.
        os.mkdir(work)
        return run([binary], 60, work)[:2]


def recall_native(compiler, path, flags):
    """As run_natively, once for each source."""
    key = hashlib.sha256(b"\0".join([tools(compiler), Path(path).read_bytes(),
                                     os.fsencode(os.path.basename(path)), # For __FILE__.
                                     *map(os.fsencode, flags)])).hexdigest()
    remembered = CACHE / key
    try:
        code, out = json.loads(remembered.read_text())
        return code, base64.b64decode(out)
    except (OSError, ValueError):
        pass
    code, out = run_natively(compiler, path, flags)
    if code is not None:
        CACHE.mkdir(parents=True, exist_ok=True)
        draft = CACHE / f"{key}.{os.getpid()}.{threading.get_ident()}"
        draft.write_text(json.dumps([code, base64.b64encode(out).decode()]))
        draft.replace(remembered)
    return code, out


def compare(heddle, path, flags, native):
    """The complaint, or an empty string."""
    with open(path, encoding="utf-8", errors="replace") as source:
        first = source.readline()
    if first.startswith("// flags: "):
        flags = [*flags, *first.split()[2:]]
    compiler = "clang++-19" if path.endswith((".cpp", ".cc")) else "clang-19"
    expected = native(compiler, path, flags)
    if expected[0] is None:
        return f"{path}: no end or no program natively\n{expected[1].decode(errors='replace')}"
    ours = run([heddle, "run", path, "--", "-w", *flags], 120)
    if expected == ours[:2]:
        return ""
    text = f"{' '.join([path, *flags])}: native exit {expected[0]}, in the VM {ours[0]}\n"
    for mark, out in (("native", expected[1]), ("VM", ours[1])):
        text += f"--- {mark}\n{out.decode(errors='replace')}"
    return text + f"--- VM's messages\n{ours[2].decode(errors='replace')}"


def main():
    arguments = sys.argv[1:]
    flags = []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, flags = arguments[:cut], arguments[cut + 1:]
    heddle, *paths = arguments
    jobs = [(path, flags, run_natively) for path in paths]
    if not paths:
        folder = Path(__file__).parent
        suite = sorted(str(path) for path in folder.glob("*.c"))
        # Headers of C++ take their time: one level has to do, and they go first.
        jobs = [(str(path), ["-O0", *flags], recall_native) for path in sorted(folder.glob("*.cpp"))]
        jobs += [(path, [level, *flags], recall_native) for level in ("-O0", "-O1") for path in suite]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for complaint in pool.map(lambda job: compare(heddle, *job), jobs):
            if complaint:
                failed += 1
                print(complaint)
    print(f"{len(jobs) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not jobs else 0)


main()
