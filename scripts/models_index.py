#!/usr/bin/env python3
"""Writes models/INDEX (every modelled function and its file), or with --check compares it."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"
HEADER = "# Every function that has a model, and where it is. scripts/models_index.py writes this file.\n"


def functions(source, clang, nm):
    with tempfile.NamedTemporaryFile(suffix=".bc") as bitcode:
        subprocess.run([clang, "-emit-llvm", "-c", "-o", bitcode.name, source], check=True)
        listing = subprocess.run([nm, "--defined-only", "--extern-only", bitcode.name],
                                 check=True, capture_output=True, text=True).stdout
    return [line.split()[-1] for line in listing.splitlines() if line.split()[-2] in "TW"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--nm", default="llvm-nm-19")
    arguments = parser.parse_args()

    lines = []
    for source in sorted(MODELS.glob("*.c")):
        names = functions(source, arguments.clang, arguments.nm)
        lines += [f"{name} {source.name}\n" for name in sorted(names)]
    text = HEADER + "".join(lines)
    index = MODELS / "INDEX"
    if not arguments.check:
        index.write_text(text)
        return 0
    if index.read_text() == text:
        return 0
    known, found = set(index.read_text().splitlines()), set(text.splitlines())
    for line in sorted(known - found):
        print(f"models/INDEX: no such function: {line}")
    for line in sorted(found - known):
        print(f"models/INDEX: missing: {line}")
    print("run scripts/models_index.py")
    return 1


sys.exit(main())
