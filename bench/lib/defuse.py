"""Definition-use testing: the columns of paper 000's table II over programs in its spirit, and how much the
reductions of the encoding are worth."""
import json
import os
import resource
import subprocess
import tempfile
from pathlib import Path

import rates

# Program, definitions, seconds that the paper took with its own program of that name.
SMALL = [
    ("account", {}, 0.10), ("arithmetic", {}, 0.38), ("banking", {}, 0.82), ("twostage", {"N": 10}, 0.24),
    ("twostage", {"N": 3}, 0.09), ("lazy", {}, 0.04), ("micro", {"N": 5}, 482.29), ("queue", {}, 0.40),
    ("reorder", {"N": 20}, 0.37), ("reorder", {"N": 2}, 0.05), ("stack", {}, 3.77), ("stateful", {}, 0.13),
    ("token_ring", {}, 0.20),
]
# The paper's are of 578 to 1,537 lines, and their traces of 30,000 to 130,000 instructions.
LARGE = [
    ("options", {"FAULT": 1, "OPTIONS": 64}, 64.99),
    ("lu_blocks", {"FAULT": 1, "SIZE": 12}, 1586.10), ("lu_blocks", {"FAULT": 2, "SIZE": 12}, 1082.93),
    ("fft", {"FAULT": 1, "LOG": 5}, 2366.63), ("fft", {"FAULT": 2, "LOG": 6}, 1753.27),
    ("radix", {"FAULT": 1, "KEYS": 128}, 2034.99), ("radix", {"FAULT": 2, "KEYS": 256}, 364.10),
    ("lu_rows", {"FAULT": 1, "SIZE": 10}, 5131.84), ("pfscan", {"FAULT": 1}, 10.12),
]
SLOWEST = {"micro": 5}  # Seconds of processor time, where it is not one of these:
SMALL_SECONDS, LARGE_SECONDS = 1, 60
LARGE_LINES, LARGE_INSTRUCTIONS = 300, 30_000
LIMIT = 60  # Seconds on the clock, more where others keep the cores busy; what is open then stays open.

# Of --long: what the plain encoding may take, and how many times faster the other one is to be.
PLAIN_LIMIT, PLAIN_RATIO = 600, 20
LONG = [("radix", {"FAULT": 1, "KEYS": 128}), ("lu_rows", {"FAULT": 1, "SIZE": 10}),
        ("options", {"FAULT": 1, "OPTIONS": 64})]


def run(heddle, source, defines, *options, limit=LIMIT):
    """What heddle says, and its processor seconds."""
    with tempfile.TemporaryDirectory() as scratch:
        bitcode = Path(scratch) / f"{source.stem}.bc"
        rates.run([*rates.CLANG, "-D__HEDDLE__=1", "-I", Path(__file__).resolve().parents[2] / "include",
                   *(f"-D{name}={value}" for name, value in defines.items()), source, "-o", bitcode])
        limit = round(limit * max(1, os.getloadavg()[0] / os.cpu_count()))
        command = [str(heddle), "defuse", "--quiet", "--time", str(limit), "--out", scratch, "--json", "-", *options,
                   str(bitcode)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1, 3):
        raise rates.Failed(f"'{' '.join(command)}' ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shortfalls(case):
    """What keeps a row from what it is to show."""
    found = []
    if not case["found"]:
        found.append("bug missed")
    if not case["replayed"]:
        found.append("pairs not replayed")
    if case["processor_seconds"] > case["target"]:
        found.append("slow")
    if case["is_large"] and case["lines"] < LARGE_LINES:
        found.append("few lines")
    if case["is_large"] and case["instructions"] < LARGE_INSTRUCTIONS:
        found.append("short traces")
    if not case["guided_done"]:
        found.append("not all of the paper's algorithm")
    return found


def row(name, defines, paper, is_large, directory, heddle):
    source = directory / f"{name}.c"
    result, processor = run(heddle, source, defines)
    ended = "pairs" in result  # If not, the time was up in the midst of a question.
    if not ended:
        result = {**result, "pairs": [], "branch_pairs": [], "guided": 0, "completing": 0, "replayed": 0, "inferred": 0}
    more = {key: int(value) for key, value in result["stats"].get("more", {}).items()}
    statuses = [pair["status"] for pair in result["pairs"]]
    by = next((name for name, met in (("guided", "guided_executions"), ("replay", "replays"), ("search", "search"))
               if more.get(f"faults_in_{met}")), "found")
    case = {"program": " ".join([name, *map(str, defines.values())]), "is_large": is_large,
            "lines": len(source.read_text().splitlines()), "instructions": more.get("longest_trace", 0),
            "constraints": more.get("formula_constraints", 0), "traces": result["guided"],
            "completing": result["completing"], "branch_pairs": sum(one["covered"] for one in result["branch_pairs"]),
            "pairs": statuses.count("observed") + statuses.count("inferred"), "implicit": statuses.count("inferred"),
            "infeasible": statuses.count("infeasible"), "open": statuses.count("open") if ended else None,
            "replayed": result["replayed"] == result["inferred"], "guided_done": ended and result["guided"] > 0,
            "solver_seconds": more.get("formula_milliseconds", 0) / 1000,
            "guided_seconds": more.get("guided_milliseconds", 0) / 1000, "processor_seconds": round(processor, 3),
            "megabytes": round(result["stats"].get("peak_memory_mb", 0)), "found": bool(result["findings"]), "by": by,
            "paper_seconds": paper,
            "target": SLOWEST.get(name, LARGE_SECONDS if is_large else SMALL_SECONDS)}
    return {**case, "shortfalls": shortfalls(case)}


def measure(directory, heddle):
    return [row(*case, is_large, directory, heddle) for is_large, cases in ((False, SMALL), (True, LARGE))
            for case in cases]


def render(rows):
    import tables
    head = ["program", "lines", "#inst", "#F", "#tr", "+", "#BP", "#DU", "#imDU", "#inDU", "open", "solver s",
            "guided s", "all s", "MB", "bug", "paper s", "target s", "result"]
    shown = [[r["program"], f"{r['lines']}", f"{r['instructions']:,}", f"{r['constraints']:,}", f"{r['traces']}",
              f"{r['completing']}", f"{r['branch_pairs']}", f"{r['pairs']}", f"{r['implicit']}", f"{r['infeasible']}",
              "" if r["open"] is None else f"{r['open']}", f"{r['solver_seconds']:.2f}", f"{r['guided_seconds']:.2f}",
              f"{r['processor_seconds']:.2f}", f"{r['megabytes']}", r["by"] if r["found"] else "missed",
              f"{r['paper_seconds']:g}", f"≤ {r['target']}", ", ".join(r["shortfalls"]) or "met"] for r in rows]
    return tables.table(head, shown)


def compare(directory, heddle):
    """The paper's algorithm with the plain encoding and with the other one, in one run (bench/run --long)."""
    found = []
    for name, defines in LONG:
        fast, seconds = run(heddle, directory / f"{name}.c", defines, "--no-completing", limit=PLAIN_LIMIT)
        plain, plain_seconds = run(heddle, directory / f"{name}.c", defines, "--no-completing", "--plain",
                                   limit=PLAIN_LIMIT)
        is_stopped = "pairs" not in plain or any(one["reason"] in ("time", "memory", "solver")
                                                 for one in plain["incomplete"])
        found.append({"program": " ".join([name, *map(str, defines.values())]),
                      "instructions": int(fast["stats"]["more"]["longest_trace"]), "seconds": round(seconds, 3),
                      "plain_seconds": round(plain_seconds, 3), "is_stopped": is_stopped,
                      "ratio": round(plain_seconds / seconds, 1), "target": PLAIN_RATIO})
    return found


def render_comparison(rows):
    import tables
    head = ["program", "#inst", "s", "plain s", "ratio", "target", "result"]
    bound = {True: "≥ ", False: ""}
    return tables.table(head, [[r["program"], f"{r['instructions']:,}", f"{r['seconds']:.2f}",
                                f"{bound[r['is_stopped']]}{r['plain_seconds']:.2f}",
                                f"{bound[r['is_stopped']]}{r['ratio']:.1f}×", f"≥ {r['target']}×",
                                "met" if r["ratio"] >= r["target"] else "missed"] for r in rows])
