#!/usr/bin/env python3
"""Runs a heddle that would take for ages and looks at how it ends.

usage: ends.py [--within S] [--interrupt [SIGNAL]] [--verdict V] [--reason R] [--kind K] [--no-line] -- COMMAND

The command gets `--json -`. It must end within S seconds with the verdict, the exit code that
belongs to it, an incomplete entry of that reason with its place, and, with --kind, a finding of
that kind. --interrupt sends that signal (SIGINT) after a second, twice at once if it ends in
`+`, as timeout(1) does.
"""
import argparse
import json
import signal
import subprocess
import sys
import time

LATE = "it took"
TRIES = 3  # A machine that is busy with something else may be late; a limit that does not hold is late again.
CODES = {"bug": 1, "safe": 0, "unknown": 3}


def run(command, interrupt, within):
    begin = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    try:
        if interrupt:
            time.sleep(1)
            for _ in range(1 + interrupt.endswith("+")):
                process.send_signal(signal.Signals[interrupt.rstrip("+")])
        out, err = process.communicate(timeout=within + 60)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    return process.returncode, out, err, time.monotonic() - begin


def problems(arguments, code, out, err, seconds):
    if seconds > arguments.within:
        yield f"{LATE} {seconds:.1f} s"
    try:
        result = json.loads(out)
    except ValueError:
        yield f"exit code {code} without JSON:\n{out}{err}"
        return
    if result["verdict"] != arguments.verdict:
        yield f"verdict {result['verdict']}"
    if code != CODES[arguments.verdict]:
        yield f"exit code {code}"
    entries = [one for one in result["incomplete"] if one["reason"] == arguments.reason]
    if not entries:
        yield f"no reason {arguments.reason} in {result['incomplete']}"
    if not all(one["detail"] and one["file"] and (one["line"] or arguments.no_line) for one in entries):
        yield f"no place in {entries}"
    if len(result["incomplete"]) != len({json.dumps(one) for one in result["incomplete"]}):
        yield "an entry stands twice"
    kinds = [one["kind"] for one in result["findings"]]
    if arguments.kind and arguments.kind not in kinds:
        yield f"findings {kinds}"
    if any(not one["test"] for one in result["findings"]):
        yield "a finding without its test"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--within", type=float, default=60)
    parser.add_argument("--interrupt", nargs="?", const="SIGINT")
    parser.add_argument("--verdict", default="unknown")
    parser.add_argument("--reason", required=True)
    parser.add_argument("--kind")
    parser.add_argument("--no-line", action="store_true")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    command = arguments.command[:2] + ["--json", "-"] + arguments.command[2:]
    for _ in range(TRIES):
        found = list(problems(arguments, *run(command, arguments.interrupt, arguments.within)))
        if not found or not found[0].startswith(LATE):
            break
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
