#!/usr/bin/env python3
"""Replays every finding of the programs of the e2e tests on real threads.

usage: native_replays.py HEDDLE [FILE...] [--jobs N] [--verbose] [--states NATIVE_STATES]

Each program is checked with the options its own test uses. Every finding in the supported subset
must come on real threads as it does in the VM: the share is printed, and below 95 % the run
fails. What is outside of the subset is listed with the reason.

With --states, generated programs are run by random schedules as well, in the VM and on real
threads, and must end in the same state.
"""

import argparse
import collections
import concurrent.futures
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ["tests/e2e/" + name for name in ("bugs", "check", "cxx", "strategies", "symbolic")]
LEAST = 0.95
TIMEOUT = 60
# Options of a test that say what is searched; all others say how it is shown.
TAKES = {"--property", "--strategy", "--entry", "--args", "--unroll", "--preemptions", "--seed",
         "--max-steps", "--file", "--stdin", "--executions"}
ALONE = {"--spurious", "--no-races", "--all", "--no-all"}


def programs():
    found = glob.glob(os.path.join(ROOT, "examples", "*.c*"))
    for folder in FOLDERS:
        found += glob.glob(os.path.join(ROOT, folder, "*.c"))
        found += glob.glob(os.path.join(ROOT, folder, "*.cpp"))
    return sorted(path for path in found if ".fixed." not in path and "native-stubs" not in path)


def searching(words):
    """Of the words of a command line, those that say what is searched."""
    kept, at = [], 0
    while at < len(words):
        name = words[at].split("=")[0]
        if name == "--":
            return kept + words[at:]
        if name in ALONE or (name in TAKES and "=" in words[at]):
            kept.append(words[at])
        elif name in TAKES and at + 1 < len(words):
            kept += words[at : at + 2]
            at += 1
        at += 1
    return kept


def options(path):
    """The options of each way in which the program's test finds something."""
    with open(path, encoding="utf-8") as source:
        text = source.read()
    if "%expect %s" in text:
        return [shlex.split(" ".join(re.findall(r"^// CHECK-FLAGS: (.*)$", text, re.M)))]
    ways = []
    for line in re.findall(r"^// RUN: (.*)$", text, re.M):
        match = re.search(r"(?:%exits 1|not) %heddle check %s([^|>&]*)", line)
        if match:
            way = searching(shlex.split(match.group(1).replace("%S", os.path.dirname(path))))
            if way not in ways:
                ways.append(way)
    return ways if "RUN:" in text else [[]]


def findings(heddle, path, way, out):
    """The tests that a search writes."""
    flags = way.index("--") if "--" in way else len(way)
    command = [heddle, "check", path, "--quiet", "--time", "10", "--out", out]
    subprocess.run(command + way[:flags] + way[flags:], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=TIMEOUT)
    return sorted(glob.glob(os.path.join(out, "*.heddle")))


def expectation(path):
    with open(path, encoding="utf-8") as test:
        return re.sub(r"#.*", "", test.read().split("\nexpect ")[1])


def replay(heddle, test):
    """(reason, text) of what did not come; ("", what was seen) if it did."""
    done = subprocess.run([heddle, "replay", "--native", "--json", "-", test],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=TIMEOUT)
    if not done.stdout:
        return "failed", done.stderr.strip()
    result = json.loads(done.stdout)
    if done.returncode == 1:
        return "", result["findings"][0]["native"]
    why = [one for one in result["incomplete"] if one["reason"].startswith("n")]
    return why[0]["reason"], why[0]["detail"]


def work(heddle, path):
    rows, seen = [], set()
    for way in options(path):
        with tempfile.TemporaryDirectory() as out:
            try:
                for test in findings(heddle, path, way, out):
                    if expectation(test) in seen:
                        continue
                    seen.add(expectation(test))
                    rows.append((os.path.basename(test), *replay(heddle, test)))
            except subprocess.TimeoutExpired:
                rows.append((os.path.basename(path), "time", "took too long"))
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heddle")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--states", help="the program that tries random schedules")
    arguments = parser.parse_args()
    heddle = os.path.abspath(arguments.heddle)
    paths = [os.path.abspath(path) for path in arguments.files] or programs()
    count = 2000 if os.environ.get("HEDDLE_LONG") else 150
    states = arguments.states and subprocess.Popen(
        [arguments.states, "--count", str(count), "--runs", "5"], stdout=subprocess.PIPE, text=True)
    same, missed, outside = 0, [], collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for path, rows in zip(paths, pool.map(lambda path: work(heddle, path), paths)):
            for test, reason, text in rows:
                same += not reason
                if reason == "native-unsupported":
                    outside[text] += 1
                elif reason:
                    missed.append(f"{os.path.relpath(path, ROOT)}: {test}: {reason}: {text}")
                if arguments.verbose:
                    print(f"{test}: {reason or 'same'}: {text}", flush=True)
    supported = same + len(missed)
    print(f"{len(paths)} programs, {supported + sum(outside.values())} findings")
    for text, count in outside.most_common():
        print(f"outside of the supported subset: {count}: {text}")
    for line in missed:
        print(f"not the same: {line}")
    share = same / supported if supported else 0
    print(f"{same} of {supported} findings come on real threads as in the VM: {share:.1%}")
    if states:
        print(states.communicate()[0], end="")
    sys.exit(share < LEAST or bool(states and states.returncode))


main()
