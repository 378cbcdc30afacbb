"""Exact counts of an exhaustive search over small programs, against the stored baseline."""
import json
import subprocess
import tempfile
from pathlib import Path

COUNTED = ("executions", "states")


def sources(here):
    programs = [*(here / "programs/search").glob("*.c"), *(here / "programs/symbolic").glob("*.c")]
    return sorted([*programs, here.parent / "examples/account.c"], key=lambda p: p.stem)


def count(heddle, source):
    """What a search says about a program, or a message."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([str(heddle), "check", "--strategy", "exhaustive", "--all", "--quiet", "--out", scratch,
                               "--json", "-", str(source)], text=True, capture_output=True, stdin=subprocess.DEVNULL)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f"heddle ends with {done.returncode} and prints no JSON:\n{done.stdout}{done.stderr}"
    return {"verdict": result["verdict"], "findings": sorted(f["kind"] for f in result["findings"]),
            **{name: result["stats"][name] for name in COUNTED}}


def compare(name, old, new):
    """(failures, notes): a count that shrank is welcome, and the baseline is to follow it."""
    failures, notes = [], []
    if isinstance(new, str):
        return [f"{name}: {new}"], []
    if old is None:
        return [f"{name}: not in the baseline; store it with 'bench/run --counts --update'"], []
    for field in ("verdict", "findings"):
        if old[field] != new[field]:
            failures.append(f"{name}: {field} was {old[field]}, is {new[field]}")
    for field in COUNTED:
        if new[field] > old[field]:
            failures.append(f"{name}: {field} grew from {old[field]:,} to {new[field]:,}")
        elif new[field] < old[field]:
            notes.append(f"{name}: {field} shrank from {old[field]:,} to {new[field]:,}; "
                         "lower the baseline with 'bench/run --counts --update'")
    return failures, notes


def check(here: Path, heddle: Path, update: bool):
    baseline = here / "counts.json"
    programs = sources(here)
    found = {program.stem: count(heddle, program) for program in programs}
    if update and not any(isinstance(result, str) for result in found.values()):
        baseline.write_text(json.dumps(found, indent=2) + "\n")
    stored = json.loads(baseline.read_text()) if baseline.exists() else {}
    failures, notes = [], []
    for name, result in found.items():
        worse, better = compare(name, stored.get(name), result)
        failures += worse
        notes += better
    failures += [f"{name}: in the baseline, but there is no such program" for name in stored.keys() - found.keys()]
    print("\n".join([*failures, *notes, f"{len(found)} programs counted, {len(failures)} failures, {len(notes)} shrunk"]))
    return 1 if failures else 0
