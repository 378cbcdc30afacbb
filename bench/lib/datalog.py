"""The dense Datalog evaluator beside Z3's fixedpoint engine (µZ) on generated facts of growing size."""
import json
import sys

import rates

# rules, accesses, variables, seconds that µZ may take (0: it is not asked), what is wanted
SIZES = [
    ("order", 100, 5, 10, None),
    ("order", 300, 5, 30, None),
    ("order", 1_000, 5, 60, "≥ 1,000×"),
    ("order", 10_000, 5, 0, None),
    ("rank1", 100, 5, 30, None),
    ("rank1", 1_000, 5, 30, None),
    ("rank1", 10_000, 20, 0, "≤ 30 s, 4 GB"),
    ("rank1", 10_000, 1, 0, "≤ 30 s, 4 GB"),
]


def is_met(found, target):
    if target is None:
        return None
    if target.endswith("×"):
        return found["ratio"] >= 1_000
    return found["seconds"] <= 30 and found["megabytes"] <= 4_096


def measure_one(tool, size, repeat):
    rules, accesses, variables, limit, target = size
    runs = [json.loads(rates.run([tool, rules, accesses, variables, limit if i == 0 else 0])[0]) for i in range(repeat)]
    seconds = min(run["seconds"] for run in runs)
    found = {
        "rules": rules,
        "accesses": accesses,
        "variables": variables,
        "tuples": runs[0]["tuples"],
        "seconds": seconds,
        "muz_limit": limit,
        "muz_seconds": runs[0]["muzSeconds"],
        "muz_done": runs[0]["muzDone"],
        # Both of one run, one after the other.
        "ratio": runs[0]["muzSeconds"] / runs[0]["seconds"],
        "megabytes": max(run["megabytes"] for run in runs),
        "target": target or "",
    }
    found["met"] = is_met(found, target)
    return found


def measure(directory, repeat):
    tool = directory / "heddle_datalog_bench"
    if not tool.exists():
        raise rates.Failed(f"{tool} is missing: build it first (ninja -C build/release)")
    found = []
    for size in SIZES:
        print(f"measuring {size[0]} rules, {size[1]} accesses…", file=sys.stderr)
        found.append(measure_one(tool, size, repeat))
    return found
