"""Searches on symbolic inputs: the search's own seconds, without clang, with their targets."""
import json
import subprocess
import sys
import tempfile

import figures
import rates

# program, paths it must have, what it is, unit, target, whether more is better
TARGETS = [
    ("parity", 4096, "parity of a running sum of 12 symbolic bytes, 4,096 paths", "s", 3, False),
    ("branches", 16384, "independent branches on 14 symbolic bytes", "paths/s", 15_000, True),
    ("table", 2, "six reads of a 256-byte table at symbolic indices", "s", 1, False),
]


def search(heddle, source):
    with tempfile.TemporaryDirectory() as scratch:
        command = [str(heddle), "check", "--strategy", "exhaustive", "--quiet", "--out", scratch, "--json", "-",
                   str(source)]
        done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise rates.Failed(f"'{' '.join(command)}' ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)["stats"]


def measure(programs, heddle, repeat):
    print("measuring symbolic searches…", file=sys.stderr)
    found = []
    for program, paths, name, unit, target, more in TARGETS:
        runs = [search(heddle, programs / f"{program}.c") for _ in range(repeat)]
        if any(run["executions"] != paths for run in runs):
            raise rates.Failed(f"{program}.c: {runs[0]['executions']} paths instead of {paths}")
        seconds = max(min(run["seconds"] for run in runs), 1e-4)
        value = round(paths / seconds) if more else round(seconds, 3)
        found.append({"key": f"symbolic_{program}", "name": name, "value": value, "unit": unit, "target": target,
                      "more_is_better": more, "met": figures.is_met(value, target, more)})
    return found
