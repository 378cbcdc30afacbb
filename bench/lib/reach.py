"""Guided searches to chosen lines: paper 001's table 2 with programs of our own, beside other searches for the same."""
import json
import resource
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from families import used_by
from rates import Failed
from tables import table

LIBRARY = ["-DLIBRARY"]
OWN_HEADER, LIBRARY_HEADER = "sync_vector.h", "sync_std_vector.h"


def lines_of(file, text, behind=0):
    return [number + behind for number, line in enumerate(file.read_text().splitlines(), 1) if text in line]


def at_abort(folder, name, _):
    return [f"{name}:{line}" for line in lines_of(folder / name, "// target")]


def at_locks(folder, _, header):
    """Both threads want the lock of the vector that the other one holds, where elements are looked for."""
    (line,) = lines_of(folder / header, "size_type index_of(const T &value, size_type from = 0)", 1)
    return [f"{header}:{line}"] * 2


def at_race(folder, _, header):
    """A size is read without the lock while elements are taken out."""
    (reading,) = lines_of(folder / header, "// Without the other one's lock.")
    (writing,) = lines_of(folder / header, "void clear() {", 2)
    return [f"{header}:{reading}", f"{header}:{writing}"]


# Row, program, its flags, its targets, the property that other searches check; what the paper's table 2 has: states,
# length of the first trace, refinements (its library is another one, so rows with a library of ours have its figures).
CASES = [
    ("reorder (9,1)", "reorder.c", ["-DSETTERS=9"], at_abort, "assertion", (205, 13, 1)),
    ("reorder (10,1)", "reorder.c", ["-DSETTERS=10"], at_abort, "assertion", (239, 13, 1)),
    ("airline (15,3)", "airline.c", ["-DTICKETS=15", "-DCUSHION=3"], at_abort, "assertion", (619, 3, 13)),
    ("airline (20,2)", "airline.c", ["-DTICKETS=20", "-DCUSHION=2"], at_abort, "assertion", (1230, 3, 19)),
    ("airline (20,1)", "airline.c", ["-DTICKETS=20", "-DCUSHION=1"], at_abort, "assertion", (1248, 3, 20)),
    ("vec-deadlock0", "vec_deadlock0.cpp", [], at_locks, "deadlock", (37, 14, 1)),
    ("vec-deadlock1", "vec_deadlock1.cpp", [], at_locks, "deadlock", (294, 15, 2)),
    ("vec-race", "vec_race.cpp", [], at_race, "race", (312, 12, 1)),
    ("vec-deadlock0, std::vector", "vec_deadlock0.cpp", LIBRARY, at_locks, "deadlock", (37, 14, 1)),
    ("vec-deadlock1, std::vector", "vec_deadlock1.cpp", LIBRARY, at_locks, "deadlock", (294, 15, 2)),
    ("vec-race, std::vector", "vec_race.cpp", LIBRARY, at_race, "race", (312, 12, 1)),
]
MOST_SECONDS = 1.0
# Other searches for the same, each until the first one that is found.
OTHERS = {
    "exhaustive": ["--strategy", "exhaustive"],
    "dpor": ["--strategy", "dpor"],
    "dpor, 2 preemptions": ["--strategy", "dpor", "--preemptions", "2"],
    "pct": ["--strategy", "pct", "--runs", "1000000000"],
    "1,000 random runs": ["--strategy", "random", "--runs", "1000"],
}
LIMIT, LONG_LIMIT = 2, 600  # Processor seconds of each of them.


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def heddle_json(command, flags):
    """What a command says, and the processor seconds that it used."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "result.json"
        whole = [*map(str, command), "--quiet", "--out", scratch, "--json", str(out), "--", *flags]
        before = children()
        done = subprocess.run(whole, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if not out.exists():
            raise Failed(f"'{' '.join(whole)}' ends with {done.returncode}: {done.stderr.strip()}")
        return json.loads(out.read_text()), children() - before


def loading_seconds(heddle, source, flags, repeat):
    """Of reading the program, clang included, and running it once."""
    command = [heddle, "check", source, "--strategy", "random", "--runs", "1", "--no-races"]
    return min(heddle_json(command, flags)[1] for _ in range(repeat))


def stop_at_limit(process, limit, is_over):
    while not is_over.wait(0.1):
        if used_by(process) >= limit:
            process.terminate()
            return


def search(heddle, source, flags, options, limit, loading):
    """Until the first finding is told, or the processor seconds are used."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [str(heddle), "check", str(source), *options, "--verbose", "--time", "36000", "--out", scratch, "--",
                   *flags]
        before, found, output = children(), None, ""
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True) as process:
            is_over = threading.Event()
            watch = threading.Thread(target=stop_at_limit, args=(process, limit + loading, is_over))
            watch.start()
            for line in process.stdout:
                output += line
                if "heddle: found after " in line:
                    found = int(line.split("found after ")[1].split()[0])
                    process.kill()
                    break
            is_over.set()
            watch.join()
        tail = [line for line in output.splitlines() if " executions, " in line]
        executions = found if found is not None else int(tail[-1].split(" executions,")[0].split()[-1]) if tail else 0
        return {"found": found is not None, "executions": executions,
                "seconds": round(max(children() - before - loading, 0), 2)}


def measure_one(case, folder, heddle, repeat, limit):
    name, program, flags, targets, prop, paper = case
    source = folder / program
    loading = loading_seconds(heddle, source, flags, repeat)
    lines = targets(folder, program, LIBRARY_HEADER if flags == LIBRARY else OWN_HEADER)
    command = [heddle, "reach", source, "--strategy", "guided"]
    for line in lines:
        command += ["--target", line]
    runs = [heddle_json(command, flags) for _ in range(repeat)]
    result, seconds = min(runs, key=lambda run: run[1])
    (question,) = result["questions"]
    row = {"program": name, "targets": lines, "reached": question["status"] == "reached",
           "states": question["states"], "refinements": question["refinements"],
           "trace_sets": question["trace_sets"], "length": question["trace_length"],
           "seconds": round(max(seconds - loading, 0), 2), "paper": dict(zip(("states", "length", "refinements"), paper)),
           "others": {}}
    row["met"] = (row["reached"] and row["states"] <= paper[0] and row["refinements"] <= paper[2]
                  and row["seconds"] < MOST_SECONDS)
    for other, options in OTHERS.items():
        row["others"][other] = search(heddle, source, flags, [*options, "--property", prop], limit, loading)
    return row


def measure(folder, heddle, repeat, is_long):
    rows = []
    for case in CASES:
        print(f"measuring searches for the target of {case[0]}…", file=sys.stderr)
        rows.append(measure_one(case, folder, heddle, repeat, LONG_LIMIT if is_long else LIMIT))
    return rows


def render(rows):
    head = ["program", "trace sets", "length (paper)", "states (paper)", "refinements (paper)", "s", "result"]
    found = [[row["program"], f"{row['trace_sets']:,}", f"{row['length']} ({row['paper']['length']})",
              f"{row['states']:,} ({row['paper']['states']:,})",
              f"{row['refinements']} ({row['paper']['refinements']})", f"{row['seconds']:.2f}",
              "met" if row["met"] else "missed"] for row in rows]
    return table(head, found) + "\n\n" + render_others(rows)


def cell(run):
    if run["found"]:
        return f"{run['executions']:,} in {run['seconds']:.2f} s"
    return f"none of {run['executions']:,} in {run['seconds']:.1f} s"


def render_others(rows):
    return table(["executions until found", *OTHERS],
                 [[row["program"], *(cell(run) for run in row["others"].values())] for row in rows])
