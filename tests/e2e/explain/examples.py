#!/usr/bin/env python3
"""examples.py HEDDLE [WORD...]: whether the example of every explained finding is reported as such, and the mended
one is safe; and whether the two versions of every explained difference differ so, and in nothing when each is compared
with itself. Without words: all; as many at a time as there are cores."""
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor


def result_of(heddle, *arguments):
    done = subprocess.run([heddle, *arguments, "--json", "-"], capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout), done.stderr


def check(heddle, one, part, directory):
    path = os.path.join(directory, f"{one['word']}-{part}.{one['language']}")
    with open(path, "w", encoding="utf-8") as source:
        source.write(one[part])
    # What is looked for by name only is named.
    asked = ["--property", one["property"]] if one["property"] == one["word"] else []
    return result_of(heddle, "check", path, "--out", os.path.join(directory, "out"), *asked)


def problems_of(heddle, one, directory):
    found, said = check(heddle, one, "example", directory)
    kinds = [finding["kind"] for finding in found["findings"]]
    if kinds[:1] != [one["word"]] or said:
        yield f"{one['word']}: the example is reported as {kinds}; {said}"
    mended, said = check(heddle, one, "mended", directory)
    if mended["verdict"] != "safe" or said:
        yield f"{one['word']}: what is mended is {mended['verdict']}; {said}"


def differences(heddle, old, new):
    result, said = result_of(heddle, "diff", old, new)
    kinds = {one["kind"] for one in result["exclusion"]}
    kinds |= {word for word, part in (("data-flow", "differences"), ("lock-order", "lock_order"), ("thread", "threads"))
              if result[part]}
    return kinds, said


def problems_of_difference(heddle, one, directory):
    paths = []
    for part in ("example", "mended"):
        paths.append(os.path.join(directory, f"{one['word']}-{part}.{one['language']}"))
        with open(paths[-1], "w", encoding="utf-8") as source:
            source.write(one[part])
    kinds, said = differences(heddle, *paths)
    if one["word"] not in kinds or said:
        yield f"{one['word']}: the versions differ in {sorted(kinds)}; {said}"
    for path in paths:
        kinds, said = differences(heddle, path, path)
        if kinds or said:
            yield f"{one['word']}: {path} differs from itself in {sorted(kinds)}; {said}"


def main():
    heddle, words = sys.argv[1], sys.argv[2:]
    known = result_of(heddle, "explain")[0]["explanations"]
    explained = [one for one in known if one["sort"] == "finding"]
    versions = [one for one in known if one["sort"] == "difference" and one["word"] != "difference"]
    problems = [f"{one['word']}: no versions" for one in versions if "mended" not in one]
    # Two are no bugs but outcomes of tests, and have no example.
    missing = [one["word"] for one in explained if "mended" not in one and one["word"] not in ("target", "reads-from")]
    problems += [f"{word}: no example" for word in missing]
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(os.cpu_count()) as pool:
        wanted = [one for one in explained if "mended" in one and (not words or one["word"] in words)]
        for some in pool.map(lambda one: list(problems_of(heddle, one, directory)), wanted):
            problems += some
        wanted += [one for one in versions if "mended" in one and (not words or one["word"] in words)]
        for one in wanted:
            if one["sort"] == "difference":
                problems += problems_of_difference(heddle, one, directory)
    print("\n".join(problems) or f"{len(wanted)} examples do what their pages say")
    return 1 if problems or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
