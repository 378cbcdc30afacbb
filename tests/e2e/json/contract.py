#!/usr/bin/env python3
"""contract.py COMMAND < RESULT: whether the JSON of a command keeps what docs/json.md promises.

A shape is a type, a tuple of values to choose from, a list of the shape of its elements, or a dict
of fields, all of which must be there; fields that it does not name are fine. A callable says by
itself what is wrong.
"""
import json
import sys

KINDS = tuple("""assertion abort reach-error deadlock lost-wakeup hang data-race out-of-bounds use-after-free double-free
invalid-free null-pointer invalid-pointer uninitialised division-by-zero shift overflow leak lock-misuse thread-misuse
uncaught-exception unreachable target""".split())
VERDICTS = ("bug", "safe", "unknown", "reached", "unreachable", "different", "equal")
PLACE = {"file": str, "line": int, "column": int, "function": str}


def values(inputs, path):
    if not isinstance(inputs, dict):
        return [f"{path}: no object"]
    return [f"{path}.{name}: {value!r} is no input" for name, value in inputs.items()
            if not isinstance(value, (int, str))]


def maybe_place(place, path):
    return [] if place is None else mistakes(place, PLACE, path)


THREAD = {"id": int, "name": str, "function": str}
LOCATION = {**PLACE, "role": str, "thread": int, "stack": [{**PLACE, "library": bool}]}
EVENT = {**PLACE, "thread": int, "kind": str, "object": str, "text": str, "held": [str]}
FINDING = {**PLACE, "kind": KINDS, "message": str, "threads": [THREAD], "locations": [LOCATION], "inputs": values,
           "events": int, "switches": int, "test": str, "output": str, "interleaving": [EVENT]}
NUMBER = (int, float)
STATS = {"executions": int, "pruned": int, "blocked": int, "states": int, "instructions": int, "solver_calls": int,
         "seconds": NUMBER, "peak_memory_mb": NUMBER, "more": values}
RESULT = {"schema": (1,), "tool": {"name": ("heddle",), "version": str}, "covers": [str], "assumes": [str],
          "incomplete": [{**PLACE, "reason": str, "detail": str}], "findings": [FINDING], "stats": STATS}
MORE = {
    "check": {"verdict": ("bug", "safe", "unknown"), "strategy": str, "by": values,
              "phases": [{"strategy": str, "executions": int, "workers": int}]},
    "reach": {"verdict": ("reached", "unreachable", "unknown"), "strategy": str,
              "questions": [{"targets": [str], "status": ("reached", "unreachable", "open"), "by": str, "test": str,
                             "why": str, "states": int, "refinements": int, "trace_sets": int, "trace_length": int,
                             "steps": [{**PLACE, "what": str, "target": int, "segment": int, "passed": bool}],
                             "blocked": [{**PLACE, "thread": str, "times": int, "values": values}]}]},
    "replay": {"verdict": ("bug", "unknown", "reached")},
    "run": {"verdict": ("bug", "unknown"), "output": str},
    "explain": {"verdict": (None,), "explanations": [{"word": str, "sort": ("finding", "difference", "verdict", "reason", "word"),
                                                      "summary": str, "text": str}]},
    "defuse": {"verdict": ("bug", "unknown", None), "guided": int, "completing": int, "searched": int, "inferred": int,
               "replayed": int,
               "database": str, "invariants": [{"kind": ("local-remote", "follower", "definition-set"), "variable": str,
                                                "read": PLACE, "pairs": [int], "why": str}],
               "pairs": [{"variable": str, "write": maybe_place, "read": PLACE, "test": str,
                          "status": ("observed", "inferred", "infeasible", "open")}],
               "branch_pairs": [{"write": {**PLACE, "side": bool}, "read": {**PLACE, "side": bool}, "covered": bool}]},
    "inspect": {"verdict": (None,),
                "threads": [{"function": str, "creations": [PLACE], "in_loop": bool}],
                "shared_globals": [{"name": str, "file": str, "line": int, "functions": [str]}],
                "accesses": [{**PLACE, "kind": str, "variable": str}]},
}


def mistakes(value, shape, path):
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{path}: no object"]
        missing = [f"{path}.{name} is missing" for name in shape if name not in value]
        return missing + [m for name in shape if name in value
                          for m in mistakes(value[name], shape[name], f"{path}.{name}")]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{path}: no list"]
        return [m for i, one in enumerate(value) for m in mistakes(one, shape[0], f"{path}[{i}]")]
    if isinstance(shape, (tuple, type)):
        types = shape if isinstance(shape, type) or all(isinstance(one, type) for one in shape) else None
        if types is None:
            return [] if value in shape else [f"{path}: {value!r} is none of {shape}"]
        wrong = not isinstance(value, types) or (isinstance(value, bool) and types is not bool)
        return [f"{path}: {value!r} is no {types}"] if wrong else []
    return shape(value, path)


def finding_mistakes(finding, path):
    """What the fields of a finding say about each other."""
    ids = {thread["id"] for thread in finding["threads"]}
    if not ids or not finding["locations"]:
        yield f"{path}: nobody takes part"
    if finding["events"] != len(finding["interleaving"]):
        yield f"{path}.events: {finding['events']}, but {len(finding['interleaving'])} are listed"
    for one in finding["locations"] + finding["interleaving"]:
        if one["thread"] not in ids:
            yield f"{path}: thread {one['thread']} is not among its threads"
    for one in finding["locations"]:
        own = [frame["function"] for frame in one["stack"] if not frame["library"]]
        if not one["role"] or own[:1] != [one["function"]]:
            yield f"{path}: a location without role or stack: {one}"
    if finding["kind"] == "data-race" and len({(one["thread"]) for one in finding["locations"]}) != 2:
        yield f"{path}: a race is between two threads"
    # What is run through is no choice of the schedule.
    order = [event["thread"] for event in finding["interleaving"]
             if event["kind"] not in ("create", "join", "thread-exit")]
    if sum(a != b for a, b in zip(order, order[1:])) > finding["switches"]:
        yield f"{path}.switches: {finding['switches']} are fewer than the interleaving shows"


def check(result, command):
    found = mistakes(result, {**RESULT, **MORE[command], "command": (command,)}, "result")
    if found:
        return found
    for i, finding in enumerate(result["findings"]):
        found += finding_mistakes(finding, f"result.findings[{i}]")
        if command != "run" and not finding["test"]:
            found.append(f"result.findings[{i}]: no test")
    if result["verdict"] == "bug" and not result["findings"]:
        found.append("a bug without a finding")
    if result["verdict"] == "safe" and (result["incomplete"] or result["findings"]):
        found.append("safe, but something was found or left out")
    if result["verdict"] == "unknown" and not result["incomplete"]:
        found.append("unknown, and no reason why")
    return found


if __name__ == "__main__":
    problems = check(json.load(sys.stdin), sys.argv[1])
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
