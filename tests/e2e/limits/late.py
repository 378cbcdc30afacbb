#!/usr/bin/env python3
"""late.py HEDDLE PROGRAM OUT: a bug that is met, but cannot be run again before the time is up.

The limit lies between one run of the program and the three that writing a test takes.
"""
import json
import subprocess
import sys
import time

heddle, program, out = sys.argv[1:]
begin = time.monotonic()
subprocess.run([heddle, "run", program], capture_output=True, check=False)
limit = 1.8 * (time.monotonic() - begin) + 0.2
begin = time.monotonic()
done = subprocess.run([heddle, "check", program, "--time", str(limit), "--out", out, "--json", "-"],
                      capture_output=True, text=True, check=False)
took = time.monotonic() - begin
result = json.loads(done.stdout)
problems = []
if took > limit + 1.3:
    problems.append(f"it took {took:.1f} s with a limit of {limit:.1f} s")
if done.returncode != 1 or result["verdict"] != "bug":
    problems.append(f"exit code {done.returncode}, {result['verdict']}")
if [one["kind"] for one in result["findings"]] != ["assertion"]:
    problems.append(f"findings {result['findings']}")
elif "no time was left" not in result["findings"][0]["message"] or result["findings"][0]["test"]:
    problems.append(f"it was run again: {result['findings'][0]['message']}")
elif result["findings"][0]["line"] != 17:
    problems.append(f"line {result['findings'][0]['line']}")
sys.exit("\n".join(problems) or 0)
