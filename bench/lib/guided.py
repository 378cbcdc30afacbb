"""What summaries are worth: paper 004's table 2 with programs of our own, judged."""
import sys
import tempfile
from pathlib import Path

import families
from families import DPOR, EXHAUSTIVE, GUIDED, STRATEGIES

# Family: a size that takes moments, one that takes dpor about a second or more, and one of `--long`
# that takes it over 30; the size of the program with a bug, if there is one.
SIZES = {
    "account": (1, 3, 5, 1),
    "allocator": (1, 2, 4, 1),
    "art": (1, 4, 5, 1),
    "bluetooth": (2, 5, 6, 1),
    "check-then-use": (3, 8, 9, None),
    "circular-buffer": (3, 10, 13, 3),
    "dekker": (1, 4, 6, 1),
    "fib": (3, 7, 9, 2),
    "fs": (3, 8, 10, 3),
    "hash-table": (1, 8, 11, 1),
    "indexer": (2, 5, 6, 2),
    "lazy": (3, 8, 10, 3),
    "linked-list": (2, 5, 7, 1),
    "list": (1, 2, 3, 1),
    "map": (1, 2, 3, None),
    "peterson": (1, 5, 6, 1),
    "queue": (2, 5, 6, 1),
    "read-read-write": (2, 7, 9, 1),
    "reader-writer": (1, 4, 5, 1),
    "reorder": (2, 7, 8, 1),
    "sigma": (3, 9, 11, 2),
    "singleton": (2, 8, 10, 2),
    "skip-list": (1, 4, 5, 1),
    "stack": (3, 9, 13, 1),
    "stateful": (2, 6, 7, 2),
    "szymanski": (1, 3, 4, 1),
    "ticket": (2, 7, 8, 2),
    "time-varying-mutex": (2, 16, 22, 1),
    "two-stage": (1, 3, 4, 1),
    "unverif": (2, 6, 7, 2),
}
FOLDERS = ("guided", "structures")
# On these the paper's summaries win; we want to win by so much on half of them.
WINS = ("fib", "sigma", "dekker", "peterson", "szymanski", "reader-writer", "ticket", "bluetooth", "skip-list",
        "hash-table", "linked-list")
WIN, LOSS = 10, 2
TAKES_LONG = 1.0  # Seconds of dpor from which on a win counts.
TOO_SHORT = 0.1   # Seconds below which a time says little: loading a program varies by as much.
# Processor seconds. Trying everything is soon out of the question.
LIMITS = {EXHAUSTIVE: 0.5, DPOR: 3, GUIDED: 3}
LONG_LIMITS = {EXHAUSTIVE: 5, DPOR: 45, GUIDED: 45}


def cases(is_long):
    """(family, size, flags) of all rows."""
    for name, (*sizes, large, with_bug) in SIZES.items():
        for size in [*sizes, *([large] if is_long else [])]:
            yield name, size, []
        if with_bug:
            yield name, with_bug, ["-DBUG"]


def find(programs, name):
    return next(file for folder in FOLDERS if (file := programs / folder / f"{name}.c").exists())


def measure(programs, heddle, is_long):
    """For each program and size, what each strategy did."""
    rows, limits = [], LONG_LIMITS if is_long else LIMITS
    with tempfile.TemporaryDirectory() as scratch:
        loading = families.loading_seconds(heddle, Path(scratch))
    for name, size, flags in cases(is_long):
        label = f"{name}{' with a bug' if flags else ''}"
        print(f"measuring {label} of size {size}…", file=sys.stderr)
        runs = {}
        for strategy in STRATEGIES:
            runs[strategy] = families.search(heddle, find(programs, name), [f"-DN={size}", *flags], strategy,
                                             limits[strategy], loading)
        families.agree(f"{name}.c, N = {size}", runs)
        rows.append({"program": label, "family": name, "size": size, "verdict": verdict(runs), "runs": runs})
    return {"rows": rows, "judged": judge(rows)}


def verdict(runs):
    complete = [run["verdict"] for run in runs.values() if run["complete"]]
    return complete[0] if complete else "unknown"


def tried(run):
    return run["executions"] + run["pruned"]


def times_fewer(row):
    """How many times fewer executions than dpor; None if the guided search was cut off."""
    dpor, guided = row["runs"][DPOR], row["runs"][GUIDED]
    return tried(dpor) / max(tried(guided), 1) if guided["complete"] else None


def times_faster(row):
    """Of times that say something; a search that was cut off took at least so long."""
    return max(row["runs"][DPOR]["seconds"], TOO_SHORT) / max(row["runs"][GUIDED]["seconds"], TOO_SHORT)


def is_win(row):
    fewer = times_fewer(row)
    return (row["runs"][DPOR]["seconds"] >= TAKES_LONG and fewer is not None and fewer >= WIN
            and times_faster(row) >= WIN)


def is_loss(row):
    """Also where it is not known by how much: dpor came to its end, and the guided search did not."""
    runs = row["runs"]
    return times_faster(row) < 1 / LOSS or runs[DPOR]["complete"] and not runs[GUIDED]["complete"]


def judge(rows):
    """The summary: losses beyond a factor, and the paper's wins that are ours, too."""
    lost = sorted({row["program"] for row in rows if is_loss(row)})
    long = {row["family"] for row in rows if row["family"] in WINS and row["runs"][DPOR]["seconds"] >= TAKES_LONG}
    won = {row["family"] for row in rows if row["family"] in WINS and is_win(row)}
    needed = (len(WINS) + 1) // 2
    return [
        {"name": f"programs on which assertion-guided takes over {LOSS}× the time of dpor", "value": len(lost),
         "target": "0", "met": not lost, "which": lost},
        {"name": f"of the paper's {len(WINS)} wins that take dpor over {TAKES_LONG:g} s ({len(long)} do): {WIN}× fewer "
                 "executions in a tenth of the time", "value": len(won), "target": f"≥ {needed}",
         "met": len(won) >= needed, "which": sorted(won)},
    ]


def cells(run):
    least = "" if run["complete"] else "≥ "
    pruned = f" + {run['pruned']:,}" if run["pruned"] else ""
    return [f"{least}{run['executions']:,}{pruned}", f"{least}{run['seconds']:.2f}"]


def ratio(row, value):
    if value is None:
        return ""
    least = "" if row["runs"][DPOR]["complete"] else "≥ "
    return f"{least}{value:,.0f}×" if value >= 10 else f"{least}{value:.1f}×"


def faster(row):
    """Nothing, where both take next to nothing."""
    if max(row["runs"][DPOR]["seconds"], row["runs"][GUIDED]["seconds"]) < TOO_SHORT:
        return ""
    return ratio(row, times_faster(row)) if row["runs"][GUIDED]["complete"] or times_faster(row) < 1 else ""


def render(found):
    from tables import table
    head = ["program", "N", "verdict"]
    for strategy in STRATEGIES:
        head += [strategy, "s"]
    head += ["fewer than dpor", "faster"]
    rows = [[row["program"], str(row["size"]), row["verdict"],
             *(cell for strategy in STRATEGIES for cell in cells(row["runs"][strategy])),
             ratio(row, times_fewer(row)), faster(row)] for row in found["rows"]]
    judged = [[one["name"], str(one["value"]), one["target"], "met" if one["met"] else "missed", ", ".join(one["which"])]
              for one in found["judged"]]
    return table(head, rows) + "\n\n" + table(["figure", "value", "target", "result", "which"], judged)
