"""figure1.py HEDDLE DATABASE: all interleavings of the program of figure1.c, gone through by hand, against the pairs
that the database has. Lines are those of figure1.c."""
import json
import subprocess
import sys

WORD = 0xFFFFFFFF
# By thread: (line, what x becomes) of the two sides of its first branch, the line that looks at x, and the two sides
# of its second one; all of 32-bit numbers.
THREADS = [
    ([(20, lambda x: x + 2), (22, lambda x: x + 3)], 23, [(24, lambda x: x * 2), (26, lambda x: x * 3)]),
    ([(33, lambda x: x * 2), (35, lambda x: x * 3)], 36, [(37, lambda x: x * x), (39, lambda x: x * x * x)]),
    ([(46, lambda x: x * x), (48, lambda x: x * x * x)], 49, [(50, lambda x: x + 2), (52, lambda x: x + 3)]),
]


def step(thread, state):
    """The states after a step of a thread, with the line that read, if one did. A thread is where it is, the side it
    took, and what it has read."""
    x, writer, threads = state
    at, side, value = threads[thread]
    first, look, second = THREADS[thread]

    def to(new, x=x, writer=writer):
        return (x, writer, (*threads[:thread], new, *threads[thread + 1:]))

    if at == 0:  # An input says which side.
        return [(to((1, side, None)), None) for side in (0, 1)]
    if at == 1:
        return [(to((2, side, x)), first[side][0])]
    if at == 2:
        line, change = first[side]
        return [(to((3, None, None), change(value) & WORD, line), None)]
    if at == 3:
        return [(to((4, 0 if x > 8 else 1, None)), look)]
    if at == 4:
        return [(to((5, side, x)), second[side][0])]
    if at == 5:
        line, change = second[side]
        return [(to((6, None, None), change(value) & WORD, line), None)]
    return []


def explore():
    """All (write, read) by line; 0 is the initial value."""
    start = (1, 0, ((0, None, None),) * 3)
    known, todo, pairs = {start}, [start], set()
    while todo:
        state = todo.pop()
        for thread in range(3):
            for after, read in step(thread, state):
                if read is not None:
                    pairs.add((state[1], read))
                if after not in known:
                    known.add(after)
                    todo.append(after)
    return pairs


expected = explore()
rows = json.loads(subprocess.run([sys.argv[1], "query", sys.argv[2], "--json",
                                  "select write_line, read_line, status from flows"],
                                 stdout=subprocess.PIPE, check=True).stdout)
found = {(int(row["write_line"] or 0), int(row["read_line"])) for row in rows if row["status"] in ("observed", "inferred")}
assert found == expected, f"only here {sorted(expected - found)}, only there {sorted(found - expected)}"
print(len(expected), "pairs")
