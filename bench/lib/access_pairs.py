"""Access pairs of small programs with known bugs (tables 4.2 to 4.5 of the thesis on value schedules), how the
analyses grow, and how many of the candidates exhaustive search confirms."""
import json
import subprocess
import sys
import tempfile

import rates
import tables

KINDS = ("rw", "mm", "wm", "wn")
# threads, shared accesses; what is wanted of the seconds of orders, locks and pairs together
SIZES = [(2, 1_000, 1.0), (8, 1_000, 1.0), (32, 1_000, 1.0), (2, 10_000, None), (8, 10_000, None), (32, 10_000, None),
         (8, 2_500, None), (8, 5_000, None)]
SECONDS = 5  # of exhaustive search, for each program


def pairs_of(heddle, source, *options):
    """What `heddle pairs` says, or None if it cannot read the program by itself."""
    done = subprocess.run([str(heddle), "pairs", "--stats", "--all", *options, "--json", "-", str(source)], text=True,
                          capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 1, 3):
        return None
    return json.loads(done.stdout)


def left(found, stage="left"):
    return {kind: int(found["stats"]["more"][f"{kind}_pairs_{stage}"]) for kind in KINDS}


def measure_program(heddle, source, repeat):
    runs = [pairs_of(heddle, source) for _ in range(repeat)]
    if runs[0] is None:
        raise rates.Failed(f"{source}: heddle pairs cannot read it")
    more = runs[0]["stats"]["more"]
    return {
        "program": source.stem,
        "threads": len(runs[0]["threads"]) - 1,
        "nodes": int(more["nodes"]),
        "parallel": sum(left(runs[0], "parallel").values()),
        "pairs": left(runs[0]),
        "unguarded": int(more["rw_pairs_unguarded"]),
        "deadlocks": len(runs[0]["deadlocks"]),
        "waits": len(runs[0]["waits"]),
        "seconds": min(run["stats"]["seconds"] for run in runs),
        "coarse": left(pairs_of(heddle, source, "--mhp", "coarse")),
        "no_alias": left(pairs_of(heddle, source, "--no-alias")),
        "no_escape": left(pairs_of(heddle, source, "--no-escape")),
        "no_disjoint": left(pairs_of(heddle, source, "--no-disjoint")),
    }


def grow(tool, repeat):
    rows = []
    for threads, accesses, target in sorted(SIZES):
        print(f"measuring pairs of {threads} threads with {accesses} accesses…", file=sys.stderr)
        runs = [json.loads(rates.run([tool, threads, accesses])[0]) for _ in range(repeat)]
        best = {key: min(run[key] for run in runs) for key in runs[0]}
        seconds = best["parallel"] + best["order"] + best["locks"] + best["pairs"]
        rows.append({"threads": threads, "accesses": accesses, "nodes": best["nodes"], "pairs": best["accessPairs"],
                     "points_to": best["pointsTo"], "average_objects": best["averageObjects"],
                     "mhp": best["parallel"] + best["order"], "pairing": best["locks"] + best["pairs"], "seconds": seconds,
                     "target": target, "met": None if target is None else seconds <= target})
    return rows


def place(at):
    return at["file"], at["line"], at["column"]


def confirm(heddle, sources):
    """Of the unprotected RW pairs of each program whose executions can all be tried, by places in the user's code:
    how many there are, and how many of them are races in an execution."""
    result = {"programs": 0, "not_ended": 0, "candidates": 0, "confirmed": 0, "missed": 0}
    for source in sources:
        found = pairs_of(heddle, source)
        if found is None or len(found["threads"]) < 2 or found["incomplete"]:
            continue
        candidates = {tuple(sorted((place(pair["a"]), place(pair["b"])))) for pair in found["pairs"]
                      if pair["kind"] == "RW" and not pair["protected"]}
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run([str(heddle), "check", "--strategy", "exhaustive", "--all", "--quiet", "--time", str(SECONDS),
                                   "--property", "race", "--out", scratch, "--json", "-", str(source)], text=True,
                                  capture_output=True, stdin=subprocess.DEVNULL)
        if done.returncode not in (0, 1, 3):
            continue
        searched = json.loads(done.stdout)
        if searched["incomplete"]:
            result["not_ended"] += 1
            continue
        races = {tuple(sorted(place(at) for at in finding["locations"][:2])) for finding in searched["findings"]
                 if finding["kind"] == "data-race"}
        result["programs"] += 1
        result["candidates"] += len(candidates)
        result["confirmed"] += len(candidates & races)
        result["missed"] += len(races - candidates)
    return result


def threaded(folder):
    """C programs that start threads and need no flags of their own."""
    texts = [(path, path.read_text(errors="replace")) for path in sorted(folder.rglob("*.c"))]
    return [path for path, text in texts if "_create(" in text and "int main(" in text]


def measure(here, build, repeat):
    heddle = build / "src/cli/heddle"
    tool = build / "bench/heddle_slices"
    if not tool.exists():
        raise rates.Failed(f"{tool} is missing: build it first (ninja -C build/release)")
    print("measuring access pairs…", file=sys.stderr)
    programs = [measure_program(heddle, source, repeat) for source in sorted((here / "programs/pairs").glob("*.c*"))]
    growth = grow(tool, repeat)
    print("confirming candidates by exhaustive search…", file=sys.stderr)
    own = confirm(heddle, sorted((here / "programs/pairs").glob("*.c*")))
    others = confirm(heddle, threaded(here.parent / "tests/e2e") + threaded(here.parent / "examples"))
    return {"programs": programs, "growth": growth, "confirmed": {"bench/programs/pairs": own, "tests/e2e and examples": others}}


def numbers(counts):
    return [f"{counts[kind]:,}" for kind in KINDS]


def changed(one, other):
    return "" if one == other else " / ".join(f"{other[kind]:,}" for kind in KINDS)


def render_programs(programs):
    head = ["program", "threads", "nodes", "MHP pairs", "RW", "MM", "WM", "WN", "unprotected RW", "deadlocks", "waits", "s"]
    rows = [[p["program"], str(p["threads"]), f"{p['nodes']:,}", f"{p['parallel']:,}", *numbers(p["pairs"]), f"{p['unguarded']:,}",
             str(p["deadlocks"]), str(p["waits"]), f"{p['seconds']:.3f}"] for p in programs]
    return tables.table(head, rows)


def render_filters(programs):
    head = ["program (RW / MM / WM / WN)", "all filters", "coarse MHP", "no alias", "no escape", "no disjoint"]
    rows = [[p["program"], " / ".join(numbers(p["pairs"])),
             *(changed(p["pairs"], p[key]) for key in ("coarse", "no_alias", "no_escape", "no_disjoint"))] for p in programs]
    return tables.table(head, rows)


def render_growth(growth):
    head = ["threads, shared accesses", "nodes", "pairs", "points-to s", "MHP s", "locks and pairs s", "target s", "result"]
    rows = [[f"{g['threads']}, {g['accesses']:,}", f"{g['nodes']:,}", f"{g['pairs']:,}", f"{g['points_to']:.3f}", f"{g['mhp']:.3f}",
             f"{g['pairing']:.3f}", "" if g["target"] is None else f"≤ {g['target']:g}",
             "" if g["met"] is None else "met" if g["met"] else "missed"] for g in growth]
    return tables.table(head, rows)


def render_confirmed(confirmed):
    head = ["programs", "searched to the end", "not ended", "candidates", "confirmed", "share", "races that are no candidate"]
    rows = [[name, str(c["programs"]), str(c["not_ended"]), str(c["candidates"]), str(c["confirmed"]),
             f"{100 * c['confirmed'] / c['candidates']:.0f} %" if c["candidates"] else "", str(c["missed"])]
            for name, c in confirmed.items()]
    return tables.table(head, rows)


def rendered(found):
    """As `tables` has it: what renders, and what it is given."""
    if not found:
        return []
    return [(render_programs, found["programs"]), (render_filters, found["programs"]), (render_growth, found["growth"]),
            (render_confirmed, found["confirmed"])]
