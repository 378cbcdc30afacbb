"""`heddle diff` on the pairs of tests/diff-pairs and on generated ones of 1,500 lines: the columns of tables 1 and 2 of the paper on semantic diffing."""
import json
import sys

import rates

TYPES = {"lock": "Sync.", "condition": "Cond.", "thread": "Th.Order", "order": "Order"}
PAIRS_TOGETHER = 2  # seconds
GENERATED_EACH = 1
# name, threads, lines of a thread, variables
LARGE_EACH = 30
LARGE = [("generated-10000", 5, 1000, 24)]  # 10,000 accesses
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


def bitcode(source, scratch):
    """Compiled beforehand: clang takes longer than comparing."""
    folder = scratch / f"{source.parent.name}-{source.stem}"
    folder.mkdir(exist_ok=True)
    return rates.compile_program(source, folder)


def compare(heddle, files, repeat, *more):
    """(what it says, the least processor seconds)."""
    runs = [rates.run([heddle, "diff", *files, "--quiet", "--json", "-", *more], codes=(0, 1)) for _ in range(repeat)]
    return json.loads(runs[0][0]), min(run[2] for run in runs)


def loading_seconds(heddle, repeat, scratch):
    source = scratch / "nothing.c"
    source.write_text("int main(void) { return 0; }\n")
    file = bitcode(source, scratch)
    return compare(heddle, [file, file], repeat)[1]


def measure_one(heddle, name, kind, sources, repeat, scratch, loading, *more):
    result, seconds = compare(heddle, [bitcode(source, scratch) for source in sources], repeat, *more)
    stats = result["stats"]["more"]
    found = [one for one in result["differences"] if not one["apart"]]
    return {
        "name": name,
        "lines": len(sources[1].read_text().splitlines()),
        "threads": int(stats["old_threads"]),
        "type": kind,
        "difference": result["verdict"],
        "rank": result["rank"],
        "only_old": sum(one["only_in"] == "old" for one in found),
        "only_new": sum(one["only_in"] == "new" for one in found),
        "may_hb_old": int(stats["old_may_hb"]),
        "may_hb_new": int(stats["new_may_hb"]),
        "seconds": max(0.0, seconds - loading),
    }


def total(name, rows, target):
    seconds = sum(row["seconds"] for row in rows) if target == PAIRS_TOGETHER else max(row["seconds"] for row in rows)
    return {"name": name, "seconds": seconds, "target": target, "met": seconds <= target}


def measure(root, heddle, repeat, scratch):
    pairs, generated, large = [], [], []
    loading = loading_seconds(heddle, repeat, scratch)
    for folder in sorted(path.parent for path in (root / "tests/diff-pairs").glob("*/expect.json")):
        print(f"measuring {folder.name}…", file=sys.stderr)
        sources = [next(folder.glob(f"{side}.c*")) for side in ("old", "new")]
        kind = TYPES[json.loads((folder / "expect.json").read_text())["by"]]
        pairs.append(measure_one(heddle, folder.name, kind, sources, repeat, scratch, loading))
    for name, threads, lines, variables in GENERATED + LARGE:
        print(f"measuring {name}…", file=sys.stderr)
        files = []
        for is_new in (False, True):
            files.append(scratch / f"{name}-{'new' if is_new else 'old'}.c")
            files[-1].write_text(program(threads, lines, variables, is_new))
        to = large if (name, threads, lines, variables) in LARGE else generated
        to.append(measure_one(heddle, name, "Sync.", files, repeat, scratch, loading, "--rank", "1"))
    return {"rows": pairs + generated + large,
            "totals": [total("pairs together", pairs, PAIRS_TOGETHER),
                       total("slowest generated pair, rank 1", generated, GENERATED_EACH),
                       total("10,000 accesses, rank 1", large, LARGE_EACH)]}
