"""States and instructions to the first bug, by pairs of operations, by dpor and by trying everything (tables 6.2 to 6.5
of the thesis on value schedules)."""
import json
import subprocess
import sys
import tempfile

import rates
import tables

LEADER, DPOR, EXHAUSTIVE = "value-schedule", "dpor", "exhaustive"
ORDERS = 10
SECONDS = {LEADER: 20, DPOR: 20, EXHAUSTIVE: 4}  # of one search
# States that the thesis's own program makes (table 6.2).
THESIS = {"twostage": 7, "wronglock": 5, "producer-consumer": 30, "block-barrier": 24, "reorder": 16, "deadlock-d1": 4,
          "deadlock-d2": 8, "dining-philosophers": 367, "lost-notify": 7, "clean": 3, "nested-monitor": 19,
          "alarm-clock": 48, "rax-extend": 11, "small-fs": 6477, "rw-deadlock": 28, "rw-exception": 6090,
          "replicated-workers": 1206, "bounded-buffer": 71876, "linked-list": 197, "piper": 15, "account-race": 124,
          "account-deadlock": 49991, "account-subtype": 332}
KINDS = ("rw", "mm", "wm", "wn", "ww")


def search(heddle, source, strategy, order):
    """What one search says; None if it found no bug in its time."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([str(heddle), "check", str(source), "--strategy", strategy, "--seed", str(order),
                               "--no-races", "--quiet", "--stats", "--time", str(SECONDS[strategy]), "--out", scratch,
                               "--json", "-"],
                              text=True, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode not in (1, 3):
        raise rates.Failed(f"{source}: {strategy} ends with {done.returncode}: {done.stderr.strip()}")
    result = json.loads(done.stdout)
    return result["stats"] if result["findings"] else None


def median(values):
    """The greater one of the two in the middle; None, which is the greatest of all, if that was not found."""
    known = sorted(value for value in values if value is not None)
    middle = len(values) // 2
    return known[middle] if middle < len(known) else None


def measure_strategy(heddle, source, strategy):
    runs = []
    for order in range(ORDERS):
        runs.append(search(heddle, source, strategy, order))
        if sum(run is None for run in runs) >= ORDERS - ORDERS // 2:
            runs += [None] * (ORDERS - len(runs))
            break
    return {"states": median([run and run["states"] for run in runs]),
            "instructions": median([run and run["instructions"] for run in runs]),
            "executions": median([run and run["executions"] + run["pruned"] for run in runs]),
            "seconds": median([run and run["seconds"] for run in runs]), "all": [run and run["states"] for run in runs]}


def pairs_of(more):
    return {kind: int(more[f"pairs_{kind}"]) for kind in KINDS}


def static_part(heddle, source):
    """Pairs by kind, seconds of what is found out before anything is run, and of the whole search."""
    with tempfile.TemporaryDirectory() as scratch:
        output = rates.run([heddle, "check", source, "--strategy", LEADER, "--no-races", "--quiet", "--stats", "--time",
                            SECONDS[LEADER], "--out", scratch, "--json", "-"], (1, 3))[0]
    stats = json.loads(output)["stats"]
    return pairs_of(stats["more"]), int(stats["more"]["pairs_milliseconds"]) / 1000, stats["seconds"]


def measure_program(heddle, source):
    print(f"measuring {source.stem}…", file=sys.stderr)
    row = {"program": source.stem, "thesis": THESIS[source.stem]}
    for strategy in (LEADER, DPOR, EXHAUSTIVE):
        row[strategy] = measure_strategy(heddle, source, strategy)
    row["pairs"], row["static"], row["whole"] = static_part(heddle, source)
    mine, other = row[LEADER]["states"], row[DPOR]["states"]
    row["fewer"] = mine is not None and (other is None or mine < other)
    row["within_twice"] = mine is not None and (other is None or mine <= 2 * other)
    row["within_thesis"] = mine is not None and mine <= row["thesis"]
    return row


def measure(here, heddle):
    return [measure_program(heddle, source) for source in sorted((here / "programs/pairs").glob("*.c*"))]


def number(value):
    return "time-out" if value is None else f"{value:,.0f}"


def yes(value):
    return "met" if value else "missed"


def render_states(rows):
    head = ["program", "pairs RW / MM / WM / WN", LEADER, "the thesis", DPOR, EXHAUSTIVE, "fewer than dpor", "≤ the thesis"]
    lines = [[row["program"], " / ".join(f"{row['pairs'][kind]:,}" for kind in KINDS[:4]), number(row[LEADER]["states"]),
              number(row["thesis"]), number(row[DPOR]["states"]), number(row[EXHAUSTIVE]["states"]), yes(row["fewer"]),
              yes(row["within_thesis"])] for row in rows]
    return tables.table(head, lines)


def render_work(rows):
    head = ["program (instructions)", LEADER, DPOR, EXHAUSTIVE, "static part s", "search s"]
    lines = [[row["program"], *(number(row[strategy]["instructions"]) for strategy in (LEADER, DPOR, EXHAUSTIVE)),
              f"{row['static']:.3f}", f"{max(row['whole'] - row['static'], 0):.3f}"] for row in rows]
    return tables.table(head, lines)


def render_targets(rows):
    fewer, twice, thesis = (sum(row[key] for row in rows) for key in ("fewer", "within_twice", "within_thesis"))
    slowest = max(row["static"] for row in rows)
    return tables.table(["states and time", "programs", "target", "result"], [
        ["fewer states than dpor", str(fewer), "≥ 18", yes(fewer >= 18)],
        ["at most twice those of dpor", str(twice), str(len(rows)), yes(twice == len(rows))],
        ["no more than the thesis", str(thesis), str(len(rows)), yes(thesis == len(rows))],
        ["slowest static part, s", f"{slowest:.3f}", "< 1", yes(slowest < 1)]])


def rendered(rows):
    """As `tables` has it: what renders, and what it is given."""
    return [(render_states, rows), (render_work, rows), (render_targets, rows)] if rows else []
