"""What summaries are worth: the strategy assertion-guided beside dpor on programs with a size."""
import json
import subprocess
import tempfile

from rates import Failed

DPOR, GUIDED = "dpor", "assertion-guided"
LIMIT = 30  # Seconds of a search.
SIZES = {
    "bluetooth": (3, 4), "check-then-use": (4, 6), "dekker": (2, 4), "fib": (5, 7), "linked-list": (3, 4),
    "peterson": (3, 5), "reader-writer": (2, 3), "reorder": (4, 5), "sigma": (5, 7), "szymanski": (1, 2),
    "ticket": (4, 5),
}


def search(heddle, source, size, strategy):
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([str(heddle), "check", str(source), "--strategy", *strategy.split(), "--no-races", "--all",
                               "--quiet", "--time", str(LIMIT), "--out", scratch, "--json", "-", "--", f"-DN={size}"],
                              text=True, capture_output=True, stdin=subprocess.DEVNULL)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise Failed(f"{source.name}: heddle ends with {done.returncode}: {done.stderr.strip()}") from None
    stats = result["stats"]
    return {"verdict": result["verdict"], "executions": stats["executions"] + stats["pruned"] + stats["blocked"],
            "seconds": stats["seconds"]}


def measure(directory, heddle, repeat):
    """For each program and size, what each strategy did; the best time counts."""
    rows = []
    for name, sizes in SIZES.items():
        for size in sizes:
            row = {"program": name, "size": size}
            for strategy in (DPOR, GUIDED):
                runs = [search(heddle, directory / f"{name}.c", size, strategy)]
                while len(runs) < repeat and runs[0]["seconds"] < 2:
                    runs.append(search(heddle, directory / f"{name}.c", size, strategy))
                row[strategy] = {**runs[0], "seconds": min(run["seconds"] for run in runs)}
            told = {row[strategy]["verdict"] for strategy in (DPOR, GUIDED)} - {"unknown"}
            if len(told) > 1:
                raise Failed(f"{name} ({size}): the strategies disagree: {', '.join(sorted(told))}")
            rows.append(row)
    return rows


def render(rows):
    from tables import table
    head = ["program", "N", "verdict"]
    for strategy in (DPOR, GUIDED):
        head += [strategy, "s"]
    cells = []
    for row in rows:
        line = [row["program"], str(row["size"]), row[GUIDED]["verdict"]]
        for strategy in (DPOR, GUIDED):
            one = row[strategy]
            over = "≥ " if one["verdict"] == "unknown" else ""
            line += [f"{over}{one['executions']:,}", f"{over}{one['seconds']:.2f}"]
        cells.append(line)
    return table(head, cells)
