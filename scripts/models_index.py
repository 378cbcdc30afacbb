#!/usr/bin/env python3
"""Writes models/INDEX (every modelled function and its file), or with --check compares it and sees that
each of the functions is called by some test."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"
HEADER = "# Every function that has a model, and where it is. scripts/models_index.py writes this file.\n"


def functions(source, clang, nm):
    """What a model defines. Of C++ only what is written out there: not what it makes of templates."""
    cxx = source.suffix == ".cpp"
    compiler = [clang.replace("clang", "clang++"), "-std=gnu++20" if "cxx20" in source.name else "-std=gnu++17"] if cxx else [clang]
    with tempfile.NamedTemporaryFile(suffix=".bc") as bitcode:
        subprocess.run([*compiler, "-emit-llvm", "-c", "-o", bitcode.name, source], check=True)
        listing = subprocess.run([nm, "--defined-only", "--extern-only", *(["--demangle"] if cxx else []),
                                  bitcode.name], check=True, capture_output=True, text=True).stdout
    symbols = [line.split(maxsplit=2)[1:] for line in listing.splitlines()]
    return sorted({name for kind, name in symbols if kind in ("T" if cxx else "TW")})


def untested(names):
    """Those that no test program names. What only models call begins with __heddle_."""
    words = set()
    for folder in ("semantics", "e2e", "property"):
        for path in (MODELS.parent / "tests" / folder).rglob("*.[ch]"):
            words |= set(re.findall(r"\w+", path.read_text(errors="replace")))
    return [name for name in names if name not in words and not name.startswith("__heddle_")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--nm", default="llvm-nm-19")
    arguments = parser.parse_args()

    lines = []
    for source in sorted([*MODELS.glob("*.c"), *MODELS.glob("*.cpp")]):
        names = functions(source, arguments.clang, arguments.nm)
        lines += [f"{name} {source.name}\n" for name in sorted(names)]
    text = HEADER + "".join(lines)
    index = MODELS / "INDEX"
    if not arguments.check:
        index.write_text(text)
        return 0
    missing = untested([line.split()[0] for line in text.splitlines()[1:] if line.endswith(".c")])
    for name in missing:
        print(f"models/INDEX: no test calls {name}")
    if index.read_text() == text:
        return 1 if missing else 0
    known, found = set(index.read_text().splitlines()), set(text.splitlines())
    for line in sorted(known - found):
        print(f"models/INDEX: no such function: {line}")
    for line in sorted(found - known):
        print(f"models/INDEX: missing: {line}")
    print("run scripts/models_index.py")
    return 1


sys.exit(main())
