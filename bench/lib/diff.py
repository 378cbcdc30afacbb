"""`heddle diff` on the pairs of tests/diff-pairs and on generated ones of 1,500 lines: the columns of tables 1 and 2 of the paper on semantic diffing."""
import json
import sys
from pathlib import Path

import rates

TYPES = {"lock": "Sync.", "condition": "Cond.", "thread": "Th.Order", "order": "Order"}
PAIRS_TOGETHER = 2  # seconds
GENERATED_EACH = 1
# name, threads, lines of a thread, variables
GENERATED = [("generated-2", 2, 720, 24), ("generated-4", 4, 360, 24), ("generated-6", 6, 240, 24)]


def program(threads, lines, variables, is_new):
    """Threads that copy shared variables about; the new version locks a part of the first one."""
    text = ["#include <pthread.h>", "", "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;"]
    text += [f"int v{i};" for i in range(variables)]
    for thread in range(threads):
        text += ["", f"static void *run{thread}(void *unused) {{"]
        for line in range(lines):
            is_edge = thread < 2 and line in (lines // 3, 2 * lines // 3)
            if is_edge and (is_new or thread == 1):
                text.append(f"  pthread_mutex_{'lock' if line == lines // 3 else 'unlock'}(&lock);")
            to, source = (7 * line + thread) % variables, (5 * line + 3 * thread + 1) % variables
            text.append(f"  v{to} = v{source} + {line};")
        text += ["  return unused;", "}"]
    text += ["", "int main(void) {", f"  pthread_t threads[{threads}];"]
    text += [f"  pthread_create(&threads[{i}], 0, run{i}, 0);" for i in range(threads)]
    text += [f"  pthread_join(threads[{i}], 0);" for i in range(threads)]
    return "\n".join([*text, "  return 0;", "}"]) + "\n"


def measure_one(heddle, name, kind, old, new, repeat, *more):
    runs = []
    for _ in range(repeat):
        out = rates.run([heddle, "diff", old, new, "--quiet", "--json", "-", *more], codes=(0, 1))[0]
        runs.append(json.loads(out))
    result, stats = runs[0], runs[0]["stats"]["more"]
    found = [one for one in result["differences"] if not one["apart"]]
    return {
        "name": name,
        "lines": len(Path(new).read_text().splitlines()),
        "threads": int(stats["old_threads"]),
        "type": kind,
        "difference": result["verdict"],
        "rank": result["rank"],
        "only_old": sum(one["only_in"] == "old" for one in found),
        "only_new": sum(one["only_in"] == "new" for one in found),
        "may_hb_old": int(stats["old_may_hb"]),
        "may_hb_new": int(stats["new_may_hb"]),
        "seconds": min(run["stats"]["seconds"] for run in runs),
    }


def total(name, rows, target):
    seconds = sum(row["seconds"] for row in rows) if target == PAIRS_TOGETHER else max(row["seconds"] for row in rows)
    return {"name": name, "seconds": seconds, "target": target, "met": seconds <= target}


def measure(root, heddle, repeat, scratch):
    pairs, generated = [], []
    for folder in sorted(path.parent for path in (root / "tests/diff-pairs").glob("*/expect.json")):
        print(f"measuring {folder.name}…", file=sys.stderr)
        old, new = (next(folder.glob(f"{side}.c*")) for side in ("old", "new"))
        kind = TYPES[json.loads((folder / "expect.json").read_text())["by"]]
        pairs.append(measure_one(heddle, folder.name, kind, old, new, repeat))
    for name, threads, lines, variables in GENERATED:
        print(f"measuring {name}…", file=sys.stderr)
        files = []
        for is_new in (False, True):
            files.append(scratch / f"{name}-{'new' if is_new else 'old'}.c")
            files[-1].write_text(program(threads, lines, variables, is_new))
        generated.append(measure_one(heddle, name, "Sync.", *files, repeat, "--rank", "1"))
    return {"rows": pairs + generated,
            "totals": [total("pairs together", pairs, PAIRS_TOGETHER),
                       total("slowest generated pair, rank 1", generated, GENERATED_EACH)]}
