#!/usr/bin/env python3
"""rename.py CLANG DIRECTORY MODEL...: compiles models natively, with model_ before every name they
define, so that they can stand in one program with the library they model."""
import pathlib
import subprocess
import sys


def main():
    clang, directory, *sources = sys.argv[1:]
    objects = []
    for source in sources:
        out = str(pathlib.Path(directory) / (pathlib.Path(source).stem + ".o"))
        subprocess.run([clang, "-std=gnu17", "-O1", "-fno-builtin", "-c", source, "-o", out], check=True)
        objects.append(out)
    listing = subprocess.run(["llvm-nm", "--defined-only", "--extern-only", *objects],
                             check=True, capture_output=True, text=True).stdout
    names = [line.split()[2] for line in listing.splitlines() if len(line.split()) == 3]
    table = pathlib.Path(directory) / "names"
    table.write_text("".join(f"{name} model_{name}\n" for name in names))
    for one in objects:
        subprocess.run(["llvm-objcopy", f"--redefine-syms={table}", one], check=True)


main()
