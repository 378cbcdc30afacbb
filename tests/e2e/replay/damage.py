#!/usr/bin/env python3
"""damage.py HEDDLE TEST: every damaged copy of a test is refused with its name and line."""
import os
import random
import re
import subprocess
import sys

heddle, path = sys.argv[1:]
good = open(path, "rb").read()
lines = good.decode().splitlines(keepends=True)
switch = next(i for i, line in enumerate(lines) if line.startswith("switch"))
random.seed(1)


def replaced(old, new):
    changed = good.replace(old, new, 1)
    assert changed != good, old
    return changed


def number(line, word, value):
    words = line.split()
    words[word] = value
    return " ".join(words) + "\n"


damaged = {
    "empty": (b"", 1),
    "other version": (replaced(b"heddle test 1", b"heddle test 7"), 1),
    "another file": (b"int main(void) { return 0; }\n", 1),
    "random bytes": (random.randbytes(5000), 1),
    "random bytes inside": (good[:200] + random.randbytes(500) + good[200:], None),
    "zeros at the end": (good + bytes(100), None),
    "no files": (re.sub(rb"(?m)^file .*\n", b"", good), None),
    "program that is gone": (replaced(b"pair.c\n", b"pear.c\n"), 4),
    "unknown entry": (replaced(b"entry main", b"entry mein"), 4),
    "unknown kind": (replaced(b"expect assertion", b"expect assertoin"), None),
    "unknown word": (good.replace(b"expect", b"except"), None),
    "two of everything": (good + good, None),
}
for name, word, value in [("far operation", 3, "4000000000"), ("huge operation", 3, "99999999999999999999"),
                          ("negative time", 4, "-1"), ("time zero", 4, "0"), ("odd thread", 1, "T-1"),
                          ("unknown function", 2, "mian"), ("odd target", 6, "nobody")]:
    changed = lines[:switch] + [number(lines[switch], word, value)] + lines[switch + 1:]
    damaged[name] = ("".join(changed).encode(), switch + 1)
for length in range(1, len(good) - 1, 37):
    damaged[f"cut after {length} bytes"] = (good[:length], None)

failures = 0
for name, (content, line) in damaged.items():
    copy = os.path.join(os.path.dirname(path), "damaged.heddle")
    with open(copy, "wb") as file:
        file.write(content)
    done = subprocess.run([heddle, "replay", copy], capture_output=True)
    said = done.stderr.decode(errors="replace")
    at = re.match(r"heddle: error: .*damaged\.heddle:(\d+): \S", said)
    if done.returncode != 2 or done.stdout or not at or line not in (None, int(at[1])):
        failures += 1
        print(f"{name}: exit code {done.returncode}, line {line} expected:\n{said}{done.stdout.decode()}")
sys.exit(1 if failures else 0)
