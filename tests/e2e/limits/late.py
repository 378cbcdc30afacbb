#!/usr/bin/env python3
"""late.py HEDDLE PROGRAM OUT: a bug that is met, but cannot be run again before the time is up.

The limit must lie between one run of the program and the three that writing a test takes. How long
that is depends on what else the machine does, so a limit that was too long or too short is changed.
"""
import json
import subprocess
import sys
import time

TRIES = 8
heddle, program, out = sys.argv[1:]


def attempt(limit):
    """What is wrong, and by how much to change the limit if that may be the cause."""
    begin = time.monotonic()
    done = subprocess.run([heddle, "check", program, "--time", str(limit), "--out", out, "--json", "-"],
                          capture_output=True, text=True, check=False)
    took = time.monotonic() - begin
    result = json.loads(done.stdout)
    late = [one for one in result["incomplete"] if one["reason"] == "not-replayed"]
    if result["findings"]:
        return "it was run again", 0.75
    if not late:
        return "nothing was found", 1.25
    if took > limit + 1.3:
        return f"it took {took:.1f} s with a limit of {limit:.1f} s", 1
    if done.returncode != 3 or result["verdict"] != "unknown":
        sys.exit(f"exit code {done.returncode}, {result['verdict']}")
    if len(late) != 1 or late[0]["line"] != 17 or "assertion" not in late[0]["detail"]:
        sys.exit(f"{late}")
    return None, 1


begin = time.monotonic()
subprocess.run([heddle, "run", program], capture_output=True, check=False)
limit = 1.7 * (time.monotonic() - begin)
for _ in range(TRIES):
    problem, change = attempt(limit)
    if not problem:
        sys.exit(0)
    limit *= change
sys.exit(problem)
