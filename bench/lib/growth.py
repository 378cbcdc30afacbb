"""Paper 004's figure 9: how searches grow with the threads of a program, as a table and as plots."""
import sys
import tempfile
from pathlib import Path

import families
from families import STRATEGIES

PROGRAM = "reorder"
THREADS, LONG_THREADS = range(2, 8), range(2, 11)  # Those that write; one more looks.
LIMIT, LONG_LIMIT = 3, 45  # Processor seconds.


def measure(programs, heddle, is_long):
    """A strategy that was cut off is not asked for more threads."""
    rows, over = [], set()
    with tempfile.TemporaryDirectory() as scratch:
        loading = families.loading_seconds(heddle, Path(scratch))
    for threads in LONG_THREADS if is_long else THREADS:
        print(f"measuring {PROGRAM} with {threads} threads…", file=sys.stderr)
        runs = {}
        for strategy in STRATEGIES:
            if strategy in over:
                continue
            run = families.search(heddle, programs / f"{PROGRAM}.c", [f"-DN={threads}"], strategy,
                                  LONG_LIMIT if is_long else LIMIT, loading)
            if not run["complete"]:
                over.add(strategy)
            runs[strategy] = run
        families.agree(f"{PROGRAM}.c, N = {threads}", runs)
        rows.append({"threads": threads, "runs": runs})
    return rows


def render(rows):
    from guided import cells
    from tables import table
    head = ["threads"]
    for strategy in STRATEGIES:
        head += [strategy, "s"]
    lines = []
    for row in rows:
        line = [f"{row['threads']} + 1"]
        for strategy in STRATEGIES:
            line += cells(row["runs"][strategy]) if strategy in row["runs"] else ["", ""]
        lines.append(line)
    return table(head, lines)


def curves(rows, value):
    """For each strategy its points (threads, value), as far as it came to its end."""
    found = {}
    for strategy in STRATEGIES:
        points = [(row["threads"], value(row["runs"][strategy])) for row in rows
                  if strategy in row["runs"] and row["runs"][strategy]["complete"]]
        if points:
            found[strategy] = points
    return found


# Name of the file, heading, figure.
PLOTS = (
    ("executions", f"{PROGRAM}: executions and pruned ones", lambda run: run["executions"] + run["pruned"]),
    ("seconds", f"{PROGRAM}: processor seconds", lambda run: run["seconds"]),
)
