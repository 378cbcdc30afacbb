"""Searches with `--strategy dpor`, beside what peers take and beside `--strategy exhaustive`."""
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import rates

MEMORY_TARGET = 300  # MB
WORKERS_TARGET = 1.7  # Times faster with two of them; for searches that take long enough.
LONG_ENOUGH = 0.05  # Seconds.
# program, N, executions it must have, seconds of the peers, our target in seconds, a smaller N for
# which trying everything ends soon. The peers are GenMC 0.11 and Nidhugg 0.4 on one core.
PROGRAMS = [
    ("fib", 7, 616_227, (22.7, 47.0), 3.0, 5),
    ("mutex", 8, 40_320, (3.6, 4.7), 0.4, 8),
    ("lastzero", 14, 69_632, (7.6, 22.0), 0.8, 4),
    ("writers", 8, 1_025, None, None, 7),
    ("ticket", 7, 5_040, (0.65, 0.65), 0.1, 4),
]


def compile_program(source, size, scratch):
    bitcode = scratch / f"{source.stem}-{size}.bc"
    rates.run([*rates.CLANG, f"-DN={size}", source, "-o", bitcode])
    return bitcode


def run(heddle, bitcode, strategy, *options):
    """The figures of one search, which must find nothing and be complete; and what the process used."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [str(heddle), "check", "--strategy", strategy, *options, "--quiet", "--out", scratch, "--json", "-",
                   str(bitcode)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise rates.Failed(f"'{' '.join(command)}' ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {**json.loads(done.stdout)["stats"], "processor": used}


def loading_seconds(heddle, repeat, scratch):
    """Processor time of a search that has nothing to do."""
    source = scratch / "nothing.c"
    source.write_text("int main(void) { return 0; }\n")
    bitcode = compile_program(source, 0, scratch)
    return min(run(heddle, bitcode, "dpor")["processor"] for _ in range(repeat))


def beside(heddle, bitcode, size, repeat):
    """How many times faster than trying everything, for a size at which that ends."""
    everything, reduced = [], []
    for _ in range(repeat):  # In turns, so that a busy moment hits both.
        everything.append(run(heddle, bitcode, "exhaustive"))
        reduced.append(run(heddle, bitcode, "dpor"))
    slow, fast = (min(max(one["seconds"], 1e-5) for one in runs) for runs in (everything, reduced))
    return {"size": size, "exhaustive_executions": everything[0]["executions"],
            "dpor_executions": reduced[0]["executions"], "exhaustive_seconds": round(slow, 5),
            "dpor_seconds": round(fast, 5), "ratio": round(slow / fast, 2)}


def measure_one(case, source, heddle, repeat, loading, scratch):
    name, size, executions, peers, target, smaller = case
    bitcode = compile_program(source, size, scratch)
    runs, pairs = [], []
    for _ in range(repeat):  # In turns, so that a busy moment hits both.
        runs.append(run(heddle, bitcode, "dpor"))
        pairs.append(run(heddle, bitcode, "dpor", "--jobs", "2"))
    for one in runs + pairs:
        if one["executions"] != executions:
            raise rates.Failed(f"{name}.c, N = {size}: {one['executions']:,} executions instead of {executions:,}")
    seconds = min(one["seconds"] for one in runs)
    speedup = seconds / max(min(one["seconds"] for one in pairs), 1e-5)
    is_long = seconds >= LONG_ENOUGH
    processor = max(min(one["processor"] for one in runs) - loading, 0)
    memory = max(one["peak_memory_mb"] for one in runs)
    return {"program": name, "size": size, "executions": executions, "blocked": runs[0]["blocked"],
            "seconds": round(seconds, 4), "processor_seconds": round(processor, 4),
            "peak_memory_mb": round(memory, 1), "peer_seconds": peers, "target": target,
            "memory_target": MEMORY_TARGET,
            "two_workers": round(speedup, 2) if is_long else None, "workers_target": WORKERS_TARGET,
            "met": (target is None or seconds <= target) and memory <= MEMORY_TARGET
                   and (not is_long or speedup >= WORKERS_TARGET),
            "beside": beside(heddle, compile_program(source, smaller, scratch), smaller, repeat)}


def measure(programs, heddle, repeat):
    found = []
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        loading = loading_seconds(heddle, repeat, scratch)
        for case in PROGRAMS:
            print(f"measuring the search of {case[0]}…", file=sys.stderr)
            found.append(measure_one(case, programs / f"{case[0]}.c", heddle, repeat, loading, scratch))
    return found
