"""Searches with `--strategy dpor`, beside what peers take and beside `--strategy exhaustive`."""
import json
import subprocess
import sys
import tempfile

import rates

MEMORY_TARGET = 300  # MB
# program, N, executions it must have, seconds of the peers, our target in seconds, a smaller N for
# which trying everything ends soon. The peers are GenMC 0.11 and Nidhugg 0.4 on one core.
PROGRAMS = [
    ("fib", 7, 616_227, (22.7, 47.0), 3.0, 5),
    ("mutex", 8, 40_320, (3.6, 4.7), 0.4, 8),
    ("lastzero", 14, 69_632, (7.6, 22.0), 0.8, 4),
    ("writers", 8, 1_025, None, None, 7),
    ("ticket", 7, 5_040, (0.65, 0.65), 0.1, 4),
]


def run(heddle, source, size, strategy):
    """The figures of one search, which must find nothing and be complete."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [str(heddle), "check", "--strategy", strategy, "--quiet", "--out", scratch, "--json", "-",
                   str(source), "--", f"-DN={size}"]
        done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise rates.Failed(f"'{' '.join(command)}' ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)["stats"]


def beside(heddle, source, size, repeat):
    """How many times faster than trying everything, for a size at which that ends."""
    everything, reduced = [], []
    for _ in range(repeat):  # In turns, so that a busy moment hits both.
        everything.append(run(heddle, source, size, "exhaustive"))
        reduced.append(run(heddle, source, size, "dpor"))
    slow, fast = (min(max(one["seconds"], 1e-5) for one in runs) for runs in (everything, reduced))
    return {"size": size, "exhaustive_executions": everything[0]["executions"],
            "dpor_executions": reduced[0]["executions"], "exhaustive_seconds": round(slow, 5),
            "dpor_seconds": round(fast, 5), "ratio": round(slow / fast, 2)}


def measure(programs, heddle, repeat):
    found = []
    for name, size, executions, peers, target, smaller in PROGRAMS:
        print(f"measuring the search of {name}…", file=sys.stderr)
        source = programs / f"{name}.c"
        runs = [run(heddle, source, size, "dpor") for _ in range(repeat)]
        if any(one["executions"] != executions for one in runs):
            raise rates.Failed(f"{name}.c, N = {size}: {runs[0]['executions']:,} executions instead of {executions:,}")
        seconds = min(one["seconds"] for one in runs)
        memory = max(one["peak_memory_mb"] for one in runs)
        found.append({"program": name, "size": size, "executions": executions, "blocked": runs[0]["blocked"],
                      "seconds": round(seconds, 4), "peak_memory_mb": round(memory, 1), "peer_seconds": peers,
                      "target": target, "memory_target": MEMORY_TARGET,
                      "met": (target is None or seconds <= target) and memory <= MEMORY_TARGET,
                      "beside": beside(heddle, source, smaller, repeat)})
    return found
