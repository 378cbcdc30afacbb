#!/usr/bin/env python3
"""Holds `heddle diff` to small changes that make a difference, or make none.

changes.json lists them: in which program what is replaced by what; white space does not count. Those
marked "same" leave all data flows as they are, and are called equal. All others are told as a
difference, or it is said that it is not known: none is called equal.

  check.py HEDDLE [NAME...]
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
CODES = {"equal": 0, "different": 1, "unknown": 3}


def changed(text, change):
    pattern = r"\s*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", change["from"])))
    found = re.findall(pattern, text)
    assert found, f"{change['change']}: there is no such text"
    return re.sub(pattern, lambda _: change["to"], text, count=1)


def problem_of(change, heddle):
    source = HERE / change["program"]
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / source.name
        other.write_text(changed(source.read_text(), change))
        command = [heddle, "diff", str(source), str(other), "--json", "-", "--quiet"]
        if source.suffix == ".cpp":
            command += ["--", "-std=c++20"]
        ran = subprocess.run(command, capture_output=True, text=True)
    if not ran.stdout.startswith("{"):
        return f"exit code {ran.returncode}: {ran.stderr}"
    verdict = json.loads(ran.stdout)["verdict"]
    if ran.returncode != CODES.get(verdict):
        return f"{verdict}, with exit code {ran.returncode}"
    if (verdict == "equal") != change.get("same", False):
        return f"is called {verdict}"
    return None


def main():
    heddle, *names = sys.argv[1:]
    changes = [one for one in json.loads((HERE / "changes.json").read_text())
               if not names or one["change"] in names]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(lambda change: problem_of(change, heddle), changes))
    for change, problem in zip(changes, problems):
        if problem:
            print(f"{change['change']}: {problem}")
    right = {same: sum(not problem for change, problem in zip(changes, problems)
                       if change.get("same", False) == same) for same in (False, True)}
    same = sum(change.get("same", False) for change in changes)
    print(f"{right[False]} of {len(changes) - same} changes are not called equal; "
          f"{right[True]} of {same} that change nothing are")
    return 1 if any(problems) else 0


if __name__ == "__main__":
    sys.exit(main())
