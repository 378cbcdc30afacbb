#!/usr/bin/env python3
"""both.py HEDDLE CLANG SOURCE INPUTS [--stdin FILE] ARGS...: runs a tool natively, in a copy of the
directory INPUTS, and in the VM, which is given the same files. Output, messages and exit code must be the
same; prints them."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    heddle, clang, source, inputs, *arguments = sys.argv[1:]
    given = subprocess.DEVNULL
    ours = [heddle, "run", source]
    if arguments[:1] == ["--stdin"]:
        given = open(arguments[1], "rb")
        ours += ["--stdin", arguments[1]]
        arguments = arguments[2:]
    for path in sorted(Path(inputs).iterdir()):
        ours += ["--file", f"{path.name}={path}"]
    ours += ["--args", *arguments, "--", "-w"]
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "tool")
        subprocess.run([clang, "-w", "-pthread", source, "-o", binary, "-lm"], check=True)
        work = os.path.join(folder, "work")
        shutil.copytree(inputs, work)
        native = subprocess.run([binary, *arguments], stdin=given, capture_output=True, cwd=work, timeout=60)
    vm = subprocess.run(ours, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    sys.stdout.write(native.stdout.decode() + native.stderr.decode())
    print(f"exit {native.returncode}")
    for what in ("returncode", "stdout", "stderr"):
        a, b = getattr(native, what), getattr(vm, what)
        if a != b:
            sys.exit(f"{what} differs\n--- native\n{a}\n--- in the VM\n{b}\n{vm.stderr.decode()}")


main()
