#!/usr/bin/env python3
"""Holds `heddle diff` to pairs of programs whose difference is known.

A folder NAME has old.c and new.c (or .cpp) and expect.json, which names the difference a reviewer
would name: a variable, the lines of a write (or "init") and of a read in both versions, the version
that alone allows it, and the lowest rank at which the versions differ. "missed" marks those that the
rules cannot tell: "equal" where they say so, "thread" where a join that is missing is all they see. From each pair come others
that differ in nothing that matters (variants.py).

  check.py --truth EDGES_SEEN           expect.json against all executions of both versions
  check.py --seen EDGES_SEEN HEDDLE     `heddle diff` finds what is named, at no lower rank; what it
                                        calls impossible is in no execution; what executions of one
                                        version alone show is reported; variants are equal; most is
                                        confirmed, by tests that replay
  check.py --found HEDDLE               the differences named, their confirmation, and one variant of
                                        each program: takes seconds
"""
import argparse
import difflib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import variants

HERE = Path(__file__).resolve().parent
SIDES = ("old", "new")


class Pair:
    def __init__(self, folder):
        self.folder = folder
        self.name = str(folder.relative_to(HERE))
        self.files = {side: next(folder.glob(f"{side}.c*")) for side in SIDES}
        named = folder / "expect.json"
        self.expected = json.loads(named.read_text()) if named.exists() else None
        self.to_new = self.match()

    def match(self):
        """Which line of the new version each line of the old one is."""
        old, new = (self.files[side].read_text().splitlines() for side in SIDES)
        blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        return {a + i + 1: b + i + 1 for a, b, size in blocks for i in range(size)}

    def in_new(self, edge, side):
        """The edge (variable, write, read) by lines of the new version; None if one is missing."""
        if side == "new":
            known = set(self.to_new.values())
            ok = edge[2] in known and (edge[1] == "init" or edge[1] in known)
            return edge if ok else None
        write = "init" if edge[1] == "init" else self.to_new.get(edge[1])
        read = self.to_new.get(edge[2])
        return (edge[0], write, read) if write and read else None

    def named(self, side):
        """What a reviewer would name, by lines of a version; None if it lacks one of them."""
        edges = []
        for edge in self.expected["edges"]:
            write = "init" if edge["write"] == "init" else edge["write"].get(side)
            read = edge["read"].get(side)
            if not write or not read:
                return None
            edges.append((edge["variable"], write, read))
        return tuple(edges)


def pairs(only):
    folders = [path.parent for path in sorted(HERE.rglob("old.c*"))]
    found = [Pair(folder) for folder in folders]
    return [pair for pair in found if not only or any(word in pair.name for word in only)]


def executions(tool, files, rank):
    """What all executions of a program show: sequences of up to `rank` edges."""
    command = [tool, *map(str, files), "--rank", str(rank)]
    programs = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    result = []
    for one in programs:
        edges = []
        for edge in one["edges"]:
            write = edge["write"] if edge["write"] == "init" else edge["write"]["line"]
            edges.append((edge["variable"], write, edge["read"]["line"]))
        sequences = {1: {(edge,) for edge in edges}}
        for size, key in ((2, "pairs"), (3, "triples")):
            sequences[size] = {tuple(edges[i] for i in some) for some in one.get(key, [])}
        waits = {edge for edge, known in zip(edges, one["edges"]) if known["waits"]}
        result.append((one["complete"], sequences, waits))
    return result


def check_truth(pair, tool):
    """Problems of expect.json."""
    rank = pair.expected["rank"] if pair.expected else 2
    (whole, old, old_waits), (also, new, new_waits) = executions(
        tool, [pair.files[side] for side in SIDES], rank)
    if not whole or not also:
        return ["the search was not complete"]
    problems = []
    shown = {"old": old, "new": new}
    waits = {"old": old_waits, "new": new_waits}
    if pair.expected:
        side = pair.expected["only_in"]
        other = "new" if side == "old" else "old"
        if pair.named(side) not in shown[side][rank]:
            problems.append(f"no execution of {side} shows {pair.named(side)}")
        if pair.named(other) in shown[other][rank]:
            problems.append(f"an execution of {other} shows {pair.named(other)}")
    for lower in range(1, rank if pair.expected else rank + 1):
        common = {}
        for side in SIDES:
            mapped = [tuple(pair.in_new(edge, side) for edge in some)
                      for some in shown[side][lower]
                      if not any(edge in waits[side] for edge in some)]
            common[side] = {some for some in mapped if None not in some}
        for side in SIDES:
            other = "new" if side == "old" else "old"
            for some in sorted(common[side] - common[other], key=str):
                problems.append(f"a difference at rank {lower}: {some} only in {side}")
    return problems


class Diff:
    """What `heddle diff` says about two files."""

    def __init__(self, heddle, old, new, *more):
        command = [heddle, "diff", str(old), str(new), "--json", "-", "--quiet", *more]
        ran = subprocess.run(command, capture_output=True, text=True)
        self.code = ran.returncode
        self.errors = ran.stderr
        self.result = json.loads(ran.stdout) if ran.stdout.startswith("{") else {}

    def differences(self):
        """(version, rank, edges by lines, the whole of it), without those of added statements."""
        for one in self.result.get("differences", []):
            if one["apart"] or one.get("relation", "rf") != "rf":
                continue
            edges = tuple((edge["variable"],
                           "init" if edge["initial"] else edge["write"]["line"],
                           edge["read"]["line"]) for edge in one["edges"])
            yield one["only_in"], one["rank"], edges, one


def check_found(pair, diff):
    side, rank = pair.expected["only_in"], pair.expected["rank"]
    found = list(diff.differences())
    problems = []
    if pair.expected.get("missed") != "equal" and (diff.code != 1 or diff.result.get("verdict") != "different"):
        problems.append(f"exit code {diff.code}, verdict {diff.result.get('verdict')}: {diff.errors}")
    if "missed" in pair.expected:
        if (side, rank, pair.named(side)) in [one[:3] for one in found]:
            problems.append("is found now: take 'missed' out of expect.json")
        return problems
    if (side, rank, pair.named(side)) not in [one[:3] for one in found]:
        problems.append(f"{pair.named(side)} only in {side} at rank {rank} was not found, but "
                        f"{[one[:3] for one in found]}")
    problems += [f"found at rank {one[1]}: {one[:3]}" for one in found if one[1] < rank]
    return problems


def check_law(pair, diff, tool):
    """What is said to be impossible in a version is in none of its executions, and what only one of
    them does is said."""
    rank = pair.expected["rank"]
    seen = executions(tool, [pair.files[side] for side in SIDES], rank)
    shown = {side: {} for side in SIDES}
    for side, (_, sequences, waits) in zip(SIDES, seen):
        for size, some in sequences.items():
            mapped = {tuple(pair.in_new(edge, side) for edge in one): one for one in some
                      if not any(edge in waits for edge in one)}
            shown[side][size] = {key: one for key, one in mapped.items() if None not in key}
    problems = []
    reported = set()
    for side, size, edges, _ in diff.differences():
        other = "new" if side == "old" else "old"
        key = tuple(pair.in_new(edge, side) for edge in edges)
        reported.add((side, key))
        if key in shown[other].get(size, {}):
            problems.append(f"{edges} is said to be only in {side}, and {other} does it")
    for side in SIDES:
        other = "new" if side == "old" else "old"
        for key, edges in shown[side].get(rank, {}).items():
            if rank == 1 and key not in shown[other][rank] and (side, key) not in reported:
                # Perhaps the rules cannot tell: then the other version is not said to exclude it.
                problems.append(f"(missed) {edges} is only in executions of {side}")
    return problems


def check_confirmed(pair, heddle):
    """Whether the named difference is confirmed; and problems."""
    side, rank = pair.expected["only_in"], pair.expected["rank"]
    with tempfile.TemporaryDirectory() as folder:
        diff = Diff(heddle, pair.files["old"], pair.files["new"], "--confirm", "--out", folder)
        problems = []
        confirmed = False
        for one in diff.differences():
            if one[3]["status"] != "confirmed":
                continue
            confirmed |= one[:3] == (side, rank, pair.named(side))
            again = subprocess.run([heddle, "replay", one[3]["test"]],
                                   capture_output=True, text=True)
            if again.returncode != 1:
                problems.append(f"the test of {one[:3]} does not replay: {again.stderr}")
    return confirmed, problems


def check_pair(pair, options):
    diff = Diff(options.heddle, pair.files["old"], pair.files["new"])
    problems = check_found(pair, diff)
    if diff.result:
        problems += check_law(pair, diff, options.seen)
    confirmed, more = check_confirmed(pair, options.heddle)
    return confirmed, problems + more


def check_variant(pair, change, options, both=True):
    """A version and itself, written in another way: which is the old one makes no difference."""
    source = pair.files["new"]
    text = source.read_text()
    if change(text) == text:
        return None
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / source.name
        other.write_text(change(text))
        problems = []
        for old, new in ((source, other), (other, source))[:2 if both else 1]:
            diff = Diff(options.heddle, old, new)
            if diff.code or diff.result.get("verdict") != "equal":
                problems.append(f"{change.__name__}: exit code {diff.code}, "
                                f"{[one[:3] for one in diff.differences()]} {diff.errors}")
        return problems


def check_variant_truth(pair, change, tool):
    """A variant shows as many edges, and pairs of them, as what it was made from."""
    source = pair.files["new"]
    text = source.read_text()
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / source.name
        other.write_text(change(text))
        (_, one, _), (_, two, _) = executions(tool, [source, other], 2)
        return [f"{change.__name__} changes what executions show at rank {rank}"
                for rank in (1, 2) if len(one[rank]) != len(two[rank])]


def report(name, problems):
    for problem in problems:
        print(f"{name}: {problem}", flush=True)
    return not any(not problem.startswith("(missed)") for problem in problems)


def variants_of(chosen, options):
    """Pairs of a pair and a change; each change in turn, or all."""
    return [(pair, change) for i, pair in enumerate(chosen)
            for j, change in enumerate(variants.CHANGES)
            if options.long or (i - j) % len(variants.CHANGES) in (0, 1)]


def check_diff(chosen, options):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda pair: check_pair(pair, options), chosen))
        jobs = variants_of(chosen, options)
        equal = list(pool.map(lambda job: check_variant(*job, options), jobs))
    passed = sum(report(pair.name, result[1]) for pair, result in zip(chosen, results))
    confirmed = sum(result[0] for result in results)
    for pair, result in zip(chosen, results):
        if not result[0]:
            print(f"{pair.name}: not confirmed")
    alike = [(pair, problems) for (pair, _), problems in zip(jobs, equal) if problems is not None]
    same = sum(report(pair.name, problems) for pair, problems in alike)
    print(f"{passed} of {len(chosen)} pairs as expected, {confirmed} confirmed by a test; "
          f"{same} of {len(alike)} rewritten programs equal")
    return passed == len(chosen) and same == len(alike) and 4 * confirmed >= 3 * len(chosen)


def check_all_found(chosen, options):
    """Whether `heddle diff` says what a reviewer would, with tests; and one variant of each pair."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda pair: check_named(pair, options), chosen))
        jobs = [(pair, variants.CHANGES[i % len(variants.CHANGES)]) for i, pair in enumerate(chosen)]
        equal = list(pool.map(lambda job: check_variant(*job, options, both=False), jobs))
    passed = sum(report(pair.name, problems) for pair, (problems, _) in zip(chosen, results))
    confirmed = sum(is_confirmed for _, is_confirmed in results)
    alike = [(pair, problems) for (pair, _), problems in zip(jobs, equal) if problems is not None]
    same = sum(report(pair.name, problems) for pair, problems in alike)
    kinds = Counter(pair.expected["by"] for pair in chosen)
    ranks = Counter(pair.expected["rank"] for pair in chosen)
    enough = options.only or (
        len(chosen) >= 40 and ranks[2] >= 12 and ranks[3] >= 2 and len(alike) >= 30
        and all(kinds[kind] >= 5 for kind in ("lock", "condition", "thread", "order")))
    print(f"{passed} of {len(chosen)} pairs as expected ({of(kinds)}; {of(ranks, 'rank ')}), "
          f"{confirmed} confirmed by a test; {same} of {len(alike)} rewritten programs equal")
    if not enough:
        print("too few pairs of some kind")
    return enough and passed == len(chosen) and same == len(alike) and 4 * confirmed >= 3 * len(chosen)


def of(counter, word=""):
    return ", ".join(f"{counter[key]} {word}{key}" for key in sorted(counter))


def check_named(pair, options):
    """Problems of what is found; and whether the named difference is confirmed by a test."""
    with tempfile.TemporaryDirectory() as folder:
        diff = Diff(options.heddle, pair.files["old"], pair.files["new"], "--confirm", "--out", folder)
        named = (pair.expected["only_in"], pair.expected["rank"], pair.named(pair.expected["only_in"]))
        is_confirmed = any(one[:3] == named and one[3]["status"] == "confirmed" and
                           Path(one[3]["test"]).exists() for one in diff.differences())
        return check_found(pair, diff), is_confirmed


def check_expectations(chosen, options):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(lambda pair: check_truth(pair, options.truth), chosen))
        jobs = variants_of(chosen, options)
        same = list(pool.map(lambda job: check_variant_truth(*job, options.truth), jobs))
    passed = sum(report(pair.name, some) for pair, some in zip(chosen, problems))
    alike = sum(report(pair.name, some) for (pair, _), some in zip(jobs, same))
    print(f"{passed} of {len(chosen)} expectations are what executions show; "
          f"{alike} of {len(jobs)} rewritten programs do the same")
    return passed == len(chosen) and alike == len(jobs)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("heddle", nargs="?")
    parser.add_argument("--truth", metavar="EDGES_SEEN")
    parser.add_argument("--seen", metavar="EDGES_SEEN")
    parser.add_argument("--found", action="store_true", help="look at what is found and confirmed, and at one variant of each")
    parser.add_argument("--only", action="append", help="pairs whose name contains this")
    parser.add_argument("--long", action="store_true", help="every variant of every program")
    options = parser.parse_args()
    if options.heddle and not options.seen and not options.found:
        parser.error("--seen says what executions show")
    chosen = pairs(options.only)
    good = bool(chosen)
    if options.truth:
        good &= check_expectations(chosen, options)
    if options.heddle:
        good &= (check_all_found if options.found else check_diff)(chosen, options)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
