#!/usr/bin/env python3
"""House rules that hold for every text file: length, open ends, shell scripts."""
import re
import subprocess
import sys

import project

MAX_LINES = 1000
TEXT = {".h", ".c", ".cpp", ".py", ".sh", ".md", ".cmake", ".txt", ".dl", ".js", ".css", ".html",
        ".ll", ".yml", ".json", ".test", ""}
# Spelled in two parts, so that this file does not find itself.
OPEN_END = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b(?!\(#\d+\))")


def check_file(name, text):
    problems = []
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        problems.append(f"{name}: {len(lines)} lines, more than {MAX_LINES}: it holds more than one idea")
    for number, line in enumerate(lines, 1):
        found = OPEN_END.search(line)
        if found:
            problems.append(f"{name}:{number}: {found[1]} without an issue: write {found[1]}(#NUMBER)")
    return problems


def main():
    problems, shell = [], []
    for path in project.files():
        if path.suffix not in TEXT:
            continue
        try:
            text = (project.ROOT / path).read_text()
        except UnicodeDecodeError:
            continue  # Bad input for a test.
        problems += check_file(path, text)
        if path.suffix == ".sh" or text.startswith("#!/usr/bin/env bash"):
            shell.append(str(path))
    print("\n".join(problems) or "house rules kept")
    checked = subprocess.run(["shellcheck", "--external-sources", *shell], cwd=project.ROOT)
    return 1 if problems or checked.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
