"""Inputs and orders together: bugs that one order and one input show, and their corrected twins."""
import sys

import families

FOUND, SAFE = 1.0, 2.0  # Processor seconds, clang included.
# program, flags, what it is, what the peer took: CBMC 6.3 on programs of the same kind.
PROGRAMS = [
    ("one-order", [], "one input and one order", None),
    ("mutex", ["-DN=2"], "2 threads take a mutex", (1, 31)),
    ("mutex", ["-DN=3"], "3 threads take a mutex", (1, 31)),
    ("mutex", ["-DN=4"], "4 threads take a mutex", (1, 31)),
    ("check-then-use", [], "others between check and use", (0.4, 10)),
    ("hash-rounds", [], "two rounds of a hash", (16, 60)),
]
# What a user types, and the strategy itself.
SETTINGS = {"check": [], "assertion-guided": ["--strategy", "assertion-guided", "--no-races"]}
LIMIT = 20  # Processor seconds.


def run(heddle, source, flags, setting, is_bug, repeat):
    """The best of some runs; another verdict than the program has fails."""
    runs = [families.Process(heddle, source, SETTINGS[setting], flags, LIMIT) for _ in range(repeat)]
    told = {one.result["verdict"] for one in runs} - {"unknown"}
    if told - {"bug" if is_bug else "safe"}:
        raise families.Failed(f"{source.name} {' '.join(flags)}: {setting} says {', '.join(sorted(told))}")
    seconds = min(one.seconds for one in runs)
    return {"verdict": runs[0].result["verdict"], "seconds": round(seconds, 3),
            "met": bool(told) and seconds <= (FOUND if is_bug else SAFE)}


def measure(programs, heddle, repeat):
    rows = []
    print("measuring inputs and orders…", file=sys.stderr)
    for name, flags, text, peer in PROGRAMS:
        for is_bug in (True, False):
            own = [*flags, *(["-DBUG"] if is_bug else [])]
            rows.append({"program": name, "what": text, "bug": is_bug, "peer_seconds": peer if is_bug else None,
                         "runs": {setting: run(heddle, programs / f"{name}.c", own, setting, is_bug, repeat)
                                  for setting in SETTINGS}})
    return rows


def render(rows):
    from tables import table
    head = ["program", "target s", "CBMC s"]
    for setting in SETTINGS:
        head += [f"{setting} s", "result"]
    lines = []
    for row in rows:
        line = [row["what"] + ("" if row["bug"] else ", corrected"), f"bug in ≤ {FOUND:g}" if row["bug"] else f"safe in ≤ {SAFE:g}",
                "{:g} to {:g}".format(*row["peer_seconds"]) if row["peer_seconds"] else ""]
        for one in row["runs"].values():
            cut = "≥ " if one["verdict"] == "unknown" else ""
            line += [f"{cut}{one['seconds']:.2f}", "met" if one["met"] else "missed"]
        lines.append(line)
    return table(head, lines)
