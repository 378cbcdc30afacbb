"""Exact counts of searches over small programs, against the stored baseline."""
import json
import subprocess
import tempfile
from pathlib import Path

import guided

EXHAUSTIVE, DPOR, WRITES_APART = "exhaustive", "dpor", "dpor --no-observers"
READS_FROM = "dpor --reads-from"
ALL = (EXHAUSTIVE, DPOR, WRITES_APART, READS_FROM)
# Programs with a size: which ones, and how they are searched. Trying everything is for small ones.
SIZED = [
    ("fib", 3, ALL),
    *[("fib", size, (DPOR,)) for size in (4, 5, 6, 7)],
    ("lastzero", 3, ALL),
    ("lastzero", 14, (DPOR,)),
    ("mutex", 5, ALL),
    ("mutex", 8, (DPOR,)),
    ("ticket", 3, ALL),
    ("ticket", 7, (DPOR,)),
    ("writers", 4, ALL),
    ("writers", 8, (DPOR, READS_FROM)),
    ("writers", 40, (READS_FROM,)),
]
# Summaries (paper 004): the programs of its figures, with nothing but assertions to check.
SUMMARIES = tuple(f"{strategy} --property assertion" for strategy in
                  ("exhaustive", "dpor", "assertion-guided --no-slicing --no-summaries",
                   "assertion-guided --no-slicing --no-dpor", "assertion-guided --no-slicing"))
GUIDED = [
    ("figure2", [], SUMMARIES),
    *[("figure3", [f"-DK={size}"], SUMMARIES if size in (3, 6) else SUMMARIES[3:]) for size in range(3, 13)],
    *[("figure3", [f"-DK={size}", "-DAT_ONCE"], SUMMARIES[1:]) for size in (3, 6)],
    ("figure4", [], SUMMARIES),
    ("figure4", ["-DTURNED"], SUMMARIES),
]
# The smallest sizes of the programs with a size. Of the large ones trying every order takes too long
# (of the allocator dpor does, too).
LARGE = {"list", "map"}
FAMILIES = [(name, sizes[0], (SUMMARIES[1], SUMMARIES[4]) if name in LARGE
             else SUMMARIES[1:2] + SUMMARIES[3:] if name == "fs" else SUMMARIES[:2] + SUMMARIES[3:])
            for name, sizes in guided.SIZES.items() if name != "allocator"]
# Without threads there are no writes to tell apart.
SEQUENTIAL = (EXHAUSTIVE, DPOR)
# The traces of this one are not all tried yet by dpor, so that a count would pin too few.
ONLY = {"spin-dekker": (EXHAUSTIVE, READS_FROM)}


def cases(here):
    """(name, file, flags, settings) of all that is counted."""
    found = [(p.stem, p, [], ONLY.get(p.stem, ALL)) for p in (here / "programs/search").glob("*.c")]
    found += [(p.stem, p, [], SEQUENTIAL) for p in (here / "programs/symbolic").glob("*.c")]
    found += [(f"{name}-{size}", here / f"programs/dpor/{name}.c", [f"-DN={size}"], settings)
              for name, size, settings in SIZED]
    found += [("".join([f"guided-{name}", *flags]), here / f"programs/guided/{name}.c", flags, settings)
              for name, flags, settings in GUIDED]
    found += [(f"guided-{name}-DN={size}", guided.find(here / "programs", name), [f"-DN={size}"], settings)
              for name, size, settings in FAMILIES]
    found.append(("account", here.parent / "examples/account.c", [], ALL))
    return sorted(found)


def count(heddle, source, flags, setting):
    """What a search says about a program and where its findings are, or a message."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([str(heddle), "check", "--strategy", *setting.split(), "--all", "--quiet", "--out",
                               scratch, "--json", "-", str(source), "--", *flags],
                              text=True, capture_output=True, stdin=subprocess.DEVNULL)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f"heddle ends with {done.returncode} and prints no JSON:\n{done.stdout}{done.stderr}", None
    counted = ("executions", "blocked", "states") if setting == EXHAUSTIVE else ("executions", "blocked")
    if setting in SUMMARIES[3:]:
        counted += ("pruned",)
    places = sorted((f["kind"], sorted({(at["file"], at["line"], at["column"]) for at in f["locations"]}))
                    for f in result["findings"])
    return {"verdict": result["verdict"], "findings": sorted(f["kind"] for f in result["findings"]),
            **{name: result["stats"][name] for name in counted}}, (result["verdict"], places)


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
    for field in new.keys() - {"verdict", "findings"}:
        if new[field] > old[field]:
            failures.append(f"{name}: {field} grew from {old[field]:,} to {new[field]:,}")
        elif new[field] < old[field]:
            notes.append(f"{name}: {field} shrank from {old[field]:,} to {new[field]:,}; "
                         "lower the baseline with 'bench/run --counts --update'")
    return failures, notes


def dump(found):
    """JSON with a line for each search, so that a change shows what changed."""
    programs = [f"  {json.dumps(name)}: {{\n" + ",\n".join(f"    {json.dumps(setting)}: {json.dumps(one)}"
                for setting, one in results.items()) + "\n  }" for name, results in found.items()]
    return "{\n" + ",\n".join(programs) + "\n}\n"


def disagreements(name, told):
    """A reduction leaves out executions, never a finding: every setting must tell the same."""
    first = next(iter(told))
    return [f"{name}: {setting} tells {told[setting]}, {first} tells {told[first]}"
            for setting in told if told[setting] != told[first]]


def check(here: Path, heddle: Path, update: bool):
    baseline = here / "counts.json"
    found, failures, notes = {}, [], []
    for name, source, flags, settings in cases(here):
        results = {setting: count(heddle, source, flags, setting) for setting in settings}
        found[name] = {setting: result for setting, (result, _) in results.items()}
        failures += disagreements(name, {setting: told for setting, (_, told) in results.items()})
    broken = failures or any(isinstance(one, str) for results in found.values() for one in results.values())
    if update and not broken:
        baseline.write_text(dump(found))
    stored = json.loads(baseline.read_text()) if baseline.exists() else {}
    old = {(name, setting): one for name, results in stored.items() for setting, one in results.items()}
    new = {(name, setting): one for name, results in found.items() for setting, one in results.items()}
    for key, result in new.items():
        worse, better = compare(f"{key[0]} ({key[1]})", old.get(key), result)
        failures += worse
        notes += better
    failures += [f"{name} ({setting}): in the baseline, but it is not counted"
                 for name, setting in sorted(old.keys() - new.keys())]
    print("\n".join([*failures, *notes, f"{len(new)} searches of {len(found)} programs counted, "
                     f"{len(failures)} failures, {len(notes)} shrunk"]))
    return 1 if failures else 0
