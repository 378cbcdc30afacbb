#!/usr/bin/env python3
"""clang-format over the project's own C and C++ files; `--fix` rewrites them."""
import subprocess
import sys

import project

# tests/e2e is left out: its programs are inputs, some of them broken or odd on purpose.
FOLDERS = {"src", "include", "examples", "models", "bench"}
TEST_FOLDERS = {"unit", "property"}


def is_checked(path):
    if path.suffix not in (".h", ".c", ".cpp"):
        return False
    return path.parts[0] in FOLDERS or path.parts[0] == "tests" and path.parts[1] in TEST_FOLDERS


def main():
    paths = [str(path) for path in project.files() if is_checked(path)]
    mode = ["-i"] if "--fix" in sys.argv[1:] else ["--dry-run", "-Werror"]
    result = subprocess.run(["clang-format-19", *mode, *paths], cwd=project.ROOT)
    print(f"{len(paths)} files" + (
        "; scripts/check_format.py --fix puts it right" if result.returncode else ""))
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
