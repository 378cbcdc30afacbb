"""Definition-use testing: the columns of paper 000's table II over programs in its spirit."""
import json
import resource
import subprocess
import tempfile
from pathlib import Path

import rates

# program, definitions, seconds that the paper took with its own program of that name, our target.
PROGRAMS = [
    ("account", {}, 0.10, 1), ("arithmetic", {}, 0.38, 1), ("banking", {}, 0.82, 1),
    ("twostage", {"N": 10}, 0.24, 1), ("twostage", {"N": 3}, 0.09, 1), ("lazy", {}, 0.04, 1),
    ("micro", {"N": 5}, 482.29, 5), ("queue", {}, 0.40, 1), ("reorder", {"N": 20}, 0.37, 1),
    ("reorder", {"N": 2}, 0.05, 1), ("stack", {}, 3.77, 1), ("stateful", {}, 0.13, 1), ("token_ring", {}, 0.20, 1),
    ("fft", {"LOG": 5}, 2366.63, 60), ("lu", {"SIZE": 10}, 1586.10, 60), ("radix", {"KEYS": 64}, 2034.99, 60),
    ("pfscan", {"FILES": 4}, 10.12, 60),
]
LIMIT = 60  # Seconds a program may take; what is open then stays open.


def run(heddle, source, defines, *options):
    with tempfile.TemporaryDirectory() as scratch:
        bitcode = Path(scratch) / f"{source.stem}.bc"
        rates.run([*rates.CLANG, "-I", Path(__file__).resolve().parents[2] / "include", "-g",
                   *(f"-D{name}={value}" for name, value in defines.items()), source, "-o", bitcode])
        command = [str(heddle), "defuse", "--quiet", "--time", str(LIMIT), "--out", scratch, "--json", "-", *options,
                   str(bitcode)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1, 3):
        raise rates.Failed(f"'{' '.join(command)}' ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def row(case, source, heddle):
    name, defines, paper, target = case
    result, processor = run(heddle, source, defines)
    if "pairs" not in result:  # The time was up: what is known is in the database.
        result = {**result, "pairs": [], "branch_pairs": [], "guided": 0, "completing": 0, "replayed": 0, "inferred": 0}
    more = {"longest_trace": 0, "formula_constraints": 0, "formula_milliseconds": 0, "faults_in_guided_executions": 0,
            "faults_in_replays": 0, **{key: int(value) for key, value in result["stats"]["more"].items()}}
    statuses = [pair["status"] for pair in result["pairs"]]
    guided, replays = more["faults_in_guided_executions"], more["faults_in_replays"]
    return {"program": name + "".join(f" {value}" for value in defines.values()),
            "lines": len(source.read_text().splitlines()), "instructions": more["longest_trace"],
            "constraints": more["formula_constraints"], "traces": result["guided"], "completing": result["completing"],
            "branch_pairs": sum(one["covered"] for one in result["branch_pairs"]),
            "pairs": statuses.count("observed") + statuses.count("inferred"), "implicit": statuses.count("inferred"),
            "infeasible": statuses.count("infeasible"), "open": statuses.count("open"),
            "replayed": result["replayed"] == result["inferred"],
            "solver_seconds": more["formula_milliseconds"] / 1000, "seconds": result["stats"]["seconds"],
            "processor_seconds": round(processor, 3), "megabytes": round(result["stats"]["peak_memory_mb"]),
            "bug": "guided" if guided else "replay" if replays else "found" if result["findings"] else "missed", "paper_seconds": paper, "target": target,
            "met": processor <= target and bool(result["findings"])}


def measure(directory, heddle):
    return [row(case, directory / f"{case[0]}.c", heddle) for case in PROGRAMS]


def render(rows):
    import tables
    head = ["program", "lines", "instr", "formulas", "traces", "+", "BP", "DU", "imDU", "inDU", "open", "solver s", "s",
            "processor s", "MB", "bug", "paper s", "target s", "result"]
    return tables.table(head, [[r["program"], f"{r['lines']}", f"{r['instructions']:,}", f"{r['constraints']:,}",
                                f"{r['traces']}", f"{r['completing']}", f"{r['branch_pairs']}", f"{r['pairs']}",
                                f"{r['implicit']}", f"{r['infeasible']}", f"{r['open']}", f"{r['solver_seconds']:.2f}",
                                f"{r['seconds']:.2f}", f"{r['processor_seconds']:.2f}", f"{r['megabytes']}", r["bug"],
                                f"{r['paper_seconds']:g}", f"≤ {r['target']}", "met" if r["met"] else "missed"]
                               for r in rows])
