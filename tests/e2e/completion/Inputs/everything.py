#!/usr/bin/env python3
"""everything.py HEDDLE ASK.BASH: whether each shell is told every command and every option that --help has."""
import json
import os
import re
import subprocess
import sys
import tempfile


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, check=True, **more).stdout


def offered_by_bash(script, ask, *words):
    return set(run("bash", ask, script, "heddle", *words).split())


def offered_by_fish(script, home, line):
    shown = run("fish", "--no-config", "-c", f"source {script}; complete -C {json.dumps(line)}",
                env={**os.environ, "HOME": home})
    return {row.split("\t")[0] for row in shown.splitlines()}


def told_to_zsh(script, command):
    """The part of the script for a command; what is offered instead of one for ''."""
    if not command:
        return set(re.findall(r"^ +'(-*[a-z][\w-]*|-h):", script.split("_describe")[0], re.MULTILINE))
    part = re.search(rf"^    {command}\)\n(.*?);;", script, re.MULTILINE | re.DOTALL)[1]
    found = set(re.findall(r"^ +'\*?(?:\([^)]*\))?(--?[\w-]+)", part, re.MULTILINE))
    for names in re.findall(r"\{([^}\[]*)\}'\[", part):
        found |= set(names.split(","))
    return found


def main():
    heddle, ask = sys.argv[1:]
    described = json.loads(run(heddle, "describe"))
    problems, count = [], 0
    with tempfile.TemporaryDirectory() as directory:
        scripts = {}
        for shell in ("bash", "zsh", "fish"):
            scripts[shell] = os.path.join(directory, shell)
            with open(scripts[shell], "w", encoding="utf-8") as file:
                file.write(run(heddle, "completion", shell))
        with open(scripts["zsh"], encoding="utf-8") as file:
            zsh = file.read()
        commands = {one["name"] for one in described if one["name"]}
        for one in described:
            wanted = {name for option in one["options"] for name in option["names"] if name.startswith("-")}
            name, place = one["name"], [one["name"], "-"] if one["name"] else ["-"]
            long = {option for option in wanted if option.startswith("--")}
            offered = {"bash": offered_by_bash(scripts["bash"], ask, *place), "zsh": told_to_zsh(zsh, name),
                       "fish": offered_by_fish(scripts["fish"], directory, " ".join(["heddle", *place[:-1], "--"]))}
            if not name:
                offered["bash"] |= offered_by_bash(scripts["bash"], ask, "")
                offered["fish"] |= offered_by_fish(scripts["fish"], directory, "heddle ")
            for shell, words in offered.items():
                missing = ((long if shell == "fish" else wanted) | (set() if name else commands)) - words
                problems += [f"{shell} is not told {word} of 'heddle {name}'" for word in sorted(missing)]
            count += len(wanted)
    print("\n".join(problems) or f"{count} options of {len(commands)} commands in 3 shells")
    return 1 if problems or len(commands) < 8 or count < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
