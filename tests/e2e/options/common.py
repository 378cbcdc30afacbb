#!/usr/bin/env python3
"""common.py HEDDLE: whether commands that do the same kind of thing have the same options for it."""
import json
import subprocess
import sys

READS_PROGRAMS = {"FILES", "OLD"}
# Of commands that read a program; of those that tell of more than what stands in it; of those that run it.
ALL = {"--json", "--quiet", "--entry", "--models", "--compile-commands", "--config", "--no-config"}
TELLS = {"--html", "--sarif", "--dot", "--stats", "--verbose", "--out"}
RUNS = {"--args", "--file", "--stdin"}
SEARCHES = {"--time", "--memory"}


def main():
    described = json.loads(subprocess.run([sys.argv[1], "describe"], capture_output=True, text=True, check=True).stdout)
    commands = {one["name"]: {name for option in one["options"] for name in option["names"]} for one in described}
    problems = []

    def wants(options, names):
        problems.extend(f"heddle {name} has no {option}" for name in names for option in sorted(options - commands[name]))

    readers = [name for name, options in commands.items() if options & READS_PROGRAMS]
    wants(ALL, readers)
    wants(TELLS, ["check", "reach", "pairs", "defuse", "diff"])
    wants(TELLS - {"--out"} | {"--json", "--quiet", "--witness", "--full-stacks"}, ["replay"])
    wants(RUNS, ["check", "reach", "defuse", "run"])
    wants(SEARCHES, ["check", "reach", "defuse", "diff"])
    wants({"--workers", "--jobs", "--spurious-wakeups", "--max-steps", "--max-depth", "--unroll"}, ["check", "reach"])
    wants({"--spurious-wakeups"}, ["diff"])
    wants({"--confirm", "--confirm-time"}, ["pairs", "diff"])
    wants({"--json"}, ["query", "explain"])
    print("\n".join(problems) or f"{len(readers)} commands that read programs have the same options")
    return 1 if problems or len(readers) < 7 else 0


if __name__ == "__main__":
    sys.exit(main())
