"""The engine's own figures, from heddle_bench, with their targets; and the calibration time."""
import json
import statistics
import sys

import rates

# key of heddle_bench, what it is, unit, target, whether more is better
TARGETS = [
    ("mark_ns", "marking a point", "ns", 50, False),
    ("take_and_back_ns", "one step and back", "ns", None, False),
    ("copy_us", "full copy of five threads, in place of an older one", "µs", 2, False),
    ("copy_fresh_us", "full copy of five threads, in new memory", "µs", 2, False),
    ("copy_touch_us", "of that, first touches of its pages", "µs", None, False),
    ("copy_kb", "size of such a copy", "KB", None, False),
    ("executions_per_second_plain", "exhaustive, 2 threads × 10 plain accesses", "executions/s", 200_000, True),
    ("executions_per_second_atomic", "exhaustive, 2 threads × 10 atomic operations", "executions/s", 200_000, True),
    ("peak_memory_mb", "peak memory of these searches", "MB", 200, False),
]
# The least of several differences would be one where the noise happened to help.
DIFFERENCES = {"mark_ns"}


def is_met(value, target, more_is_better):
    if target is None:
        return None
    return value >= target if more_is_better else value <= target


def measure(directory, repeat):
    bench, calibrate = directory / "heddle_bench", directory / "calibrate"
    for needed in (bench, calibrate):
        if not needed.exists():
            raise rates.Failed(f"{needed} is missing: build it first (ninja -C build/release)")
    print("measuring heddle_bench…", file=sys.stderr)
    runs = [json.loads(rates.run([bench])[0]) for _ in range(repeat)]
    found = []
    for key, name, unit, target, more in TARGETS:
        values = [run[key] for run in runs]
        if key in DIFFERENCES:
            value = statistics.median_high(values)
        else:
            value = max(values) if more else min(values)
        found.append({"key": key, "name": name, "value": value, "unit": unit, "target": target,
                      "more_is_better": more, "met": is_met(value, target, more)})
    seconds = min(rates.run([calibrate])[2] for _ in range(repeat))
    found.append({"key": "calibrate_seconds", "name": "bench/calibrate.c", "value": round(seconds, 3), "unit": "s",
                  "target": None, "more_is_better": False, "met": None})
    return found
