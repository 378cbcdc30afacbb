"""The points-to analysis of the SQLite amalgamation, which is not part of this tree, with its targets."""
import json
import sys

import figures
import rates

# key of heddle_points_to, what it is, unit, target
TARGETS = [
    ("seconds", "points-to analysis of SQLite", "s", 60),
    ("megabytes", "peak memory of that, with the program", "MB", 3072),
    ("functions", "functions that may run", "functions", None),
    ("objects", "abstract objects", "objects", None),
    ("constraints", "constraints", "constraints", None),
    ("averageObjects", "objects that the pointer of an access may point to, on average", "objects", None),
]


def measure(directory, program, source, repeat):
    tool = directory / "heddle_points_to"
    if not tool.exists():
        raise rates.Failed(f"{tool} is missing: build it first (ninja -C build/release)")
    print("measuring the points-to analysis…", file=sys.stderr)
    command = [tool, program, "main", f'-DSQLITE_SOURCE="{source.resolve()}"']
    runs = [json.loads(rates.run(command)[0]) for _ in range(repeat)]
    found = []
    for key, name, unit, target in TARGETS:
        value = min(run[key] for run in runs)
        found.append({"key": f"points_to_{key}", "name": name, "value": value, "unit": unit, "target": target,
                      "more_is_better": False, "met": figures.is_met(value, target, False)})
    return found
