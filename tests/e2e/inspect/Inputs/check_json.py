"""Reads the JSON of `heddle inspect` and checks threads and accesses: the arguments are
`thread FUNCTION LINE...` (lines of its creations) and `access KIND LINE FUNCTION VARIABLE`,
separated by commas."""
import json
import sys

result = json.load(sys.stdin)
assert result["schema"] == 1 and result["tool"]["name"] == "heddle"
assert result["command"] == "inspect" and result["verdict"] is None and result["findings"] == []
threads = {t["function"]: [c["line"] for c in t["creations"]] for t in result["threads"]}
accesses = [(a["kind"], str(a["line"]), a["function"], a["variable"]) for a in result["accesses"]]
for words in (part.split() for part in " ".join(sys.argv[1:]).split(",")):
    if words[0] == "thread":
        assert threads.get(words[1]) == [int(w) for w in words[2:]], (words, threads)
    else:
        wanted = tuple(words[1:]) + ("",) * (5 - len(words))
        assert wanted in accesses, (wanted, accesses)
for access in result["accesses"]:
    assert access["file"] or access["instruction"] > 0, access
print("ok", len(threads), "threads")
