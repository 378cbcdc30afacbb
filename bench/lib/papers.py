"""The papers' tables beside ours: theirs from papers.json, ours from the tables of README.md as bench/run printed them."""
import json
import re
from pathlib import Path

import tables

BENCH = Path(__file__).resolve().parents[1]
PAGE = BENCH.parent / "docs/papers.md"
MARK = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
TYPES = ("Sync.", "Cond.", "Th.Order", "Order")
KINDS = ("RW", "MM", "WM", "WN")


class Missing(Exception):
    """A table or row that README.md should have."""


def theirs(name):
    """The rows of a table of papers.json, by the names of its columns."""
    found = json.loads((BENCH / "papers.json").read_text())[name]
    return [dict(zip(found["columns"], row)) for row in found["rows"]]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def ours(*columns):
    """The rows of the tables of bench/README.md whose first columns are these: names of columns and cells of each."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", (BENCH / "README.md").read_text(), re.MULTILINE):
        head, _, *rows = block.splitlines()
        if cells(head)[:len(columns)] == list(columns):
            found += [(cells(head), cells(row)) for row in rows]
    if found:
        return found
    raise Missing(f"bench/README.md has no table that begins with the columns {', '.join(columns)}")


def by_name(*columns):
    """Rows by their first cell, each by the names of its columns."""
    return {row[0]: dict(zip(head, row)) for head, row in ours(*columns)}


def number(value, digits=None):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, (int, float)):
        return str(value)
    return f"{value:,.{digits}f}" if digits is not None else f"{value:,}"


def runs(executions, seconds):
    return "time-out" if executions is None else f"{executions:,} in {seconds:g} s"


def source_of(folder, name):
    """The program of this name, its lines, and the bug that its first lines tell."""
    file = next((BENCH / "programs" / folder).glob(f"{name}.c*"))
    text = file.read_text()
    comment = " ".join(line.lstrip("/ ") for line in text.splitlines() if line.startswith("//"))
    bug = re.search(r"Bug: (.*?)\.(?: |$)", comment)
    return len(text.splitlines()), bug[1] if bug else ""


def summaries():
    """Table 2 of the paper on assertion-guided symbolic execution."""
    mine = {}
    for head, row in ours("program", "N", "verdict", "exhaustive"):
        mine.setdefault(row[0].removesuffix(" with a bug"), []).append(row)
    lines = []
    for row in theirs("summaries"):
        own = mine[row["ours"]].pop(0) if mine.get(row["ours"]) else None
        lines.append([row["program"], number(row["lines"]), number(row["threads"]), runs(row["runs"], row["s"]),
                      runs(row["runs with DPOR"], row["s with DPOR"]),
                      runs(row["runs with summaries"], row["s with summaries"]), *own_summary(own)])
    rest = [["", "", "", "", "", "", *own_summary(own)] for left in mine.values() for own in left]
    return tables.table(["program", "lines", "threads", "all orders", "DPOR", "with summaries", "ours", "`N`", "`exhaustive`",
                         "`dpor`", "`assertion-guided`"], lines + rest)


def own_summary(own):
    if not own:
        return [""] * 5
    return [own[0], own[1], *(f"{own[at]} in {own[at + 1].removeprefix('≥ ')} s" for at in (3, 5, 7))]


def reach():
    """Tables 1 and 2 of the paper on abstraction-guided symbolic execution."""
    mine, lines = by_name("program", "trace sets", "length (paper)"), []
    for row in theirs("reach"):
        names = [row["ours"], f"{row['ours']}, std::vector"]
        for at, own in enumerate(mine[name] for name in names if name in mine):
            first = at == 0
            lines.append([row["program"] if first else "", own["program"]] + [
                cell for key, column in (("trace sets", "trace sets"), ("length", "length (paper)"), ("states", "states (paper)"),
                                         ("refinements", "refinements (paper)"), ("s", "s"))
                for cell in (number(row[key]) if first else "", own[column].split(" ")[0])])
    head = [name for what in ("trace sets", "length", "states", "refinements", "s") for name in (what, "ours")]
    return tables.table(["program", "our program", *head], lines)


def pairs():
    """Tables 3.2, 4.2 and 4.3 of the thesis on value schedules."""
    mine, lines = by_name("program", "threads", "nodes", "MHP pairs"), []
    for row in theirs("pairs"):
        own = mine[row["ours"]]
        length, _ = source_of("pairs", row["ours"])
        lines.append([row["program"] + (" (coarse)" if row["is_coarse"] else ""), own["program"], number(row["lines"]), number(length),
                      number(row["nodes"]), own["nodes"], number(row["MHP pairs"]), own["MHP pairs"],
                      " / ".join(number(row[kind]) for kind in KINDS), " / ".join(own[kind] for kind in KINDS),
                      number(row["s"], 2), own["s"]])
    return tables.table(["program", "our program", "lines", "ours", "nodes", "ours", "MHP pairs", "ours", "RW / MM / WM / WN", "ours", "s",
                         "ours"], lines)


def bugs():
    """Table 3.2 of that thesis: what is wrong with its programs, and with ours."""
    return tables.table(["program", "threads", "error", "our program", "its bug"], [
        [row["program"], number(row["threads"]), row["error"], row["ours"], source_of("pairs", row["ours"])[1]]
        for row in theirs("pairs")])


def filters():
    """Tables 4.4 and 4.5 of that thesis."""
    mine, lines = by_name("program (RW / MM / WM / WN)", "all filters"), []
    for row in theirs("filters"):
        own = mine[row["ours"]]
        without = own[f"no {row['filter']}"] or own["all filters"]
        lines.append([row["program"], row["filter"], " / ".join(number(row[kind]) for kind in KINDS),
                      " / ".join(number(row[f"{kind} with it"]) for kind in KINDS), row["ours"], without, own["all filters"]])
    return tables.table(["program", "filter", "without it", "with it", "our program", "without it", "with it"], lines)


def values():
    """Tables 6.2 and 6.3 of that thesis."""
    states, work = by_name("program", "pairs RW / MM / WM / WN"), by_name("program (instructions)", "value-schedule")
    lines = []
    for row in theirs("values"):
        own, done = states[row["ours"]], work[row["ours"]]
        lines.append([row["program"], row["ours"], number(row["states of JPF"]) or "time-out", number(row["states"]),
                      own["value-schedule"], own["dpor"], number(row["instructions of JPF"]) or "time-out",
                      number(row["instructions"]), done["value-schedule"], done["dpor"]])
    return tables.table(["program", "our program", "states: JPF", "value schedules", "ours", "our `dpor`", "instructions: JPF",
                         "value schedules", "ours", "our `dpor`"], lines)


def times():
    """Tables 6.4 and 6.5 of that thesis."""
    work = by_name("program (instructions)", "value-schedule")
    return tables.table(["program", "our program", "JPF s", "value schedules s", "static part", "search", "our static part s", "search s"], [
        [row["program"], row["ours"], number(row["s of JPF"], 2) or "time-out", number(row["s"], 2), number(row["s of the static part"], 2),
         number(row["s of the search"], 2), work[row["ours"]]["static part s"], work[row["ours"]]["search s"]]
        for row in theirs("values")])


def diff_types():
    """Tables 1 and 2 of the paper on semantic diffing, by the kind of change."""
    small = [row for row in theirs("diff") if row["earlier_s"] is not None or row["lines"] < 1000]
    large = [row for row in theirs("diff") if row not in small]
    mine = [dict(zip(head, row)) for head, row in ours("name", "lines", "threads", "type")]
    made = [row for row in mine if row["name"].startswith("generated")]
    pairs_of_ours = [row for row in mine if row not in made]
    lines = [both(kind, [row for row in small if row["type"] == kind], [row for row in pairs_of_ours if row["type"] == kind])
             for kind in TYPES]
    lines += [both("table 1", small, pairs_of_ours), both("table 2", large, made)]
    head = ["pairs", "found", "by rank 1, 2, 3", "only old", "only new", "s"]
    return tables.table(["what changed", *head, *(f"our {one}" for one in head)], lines)


def both(name, paper, own):
    ranks = lambda rows, of: ", ".join(str(sum(int(row["rank"]) == rank and of(row) for row in rows)) for rank in (1, 2, 3))
    total = lambda rows, key: number(sum(int(str(row[key]).replace(",", "")) for row in rows))
    found, different = (lambda row: row["found"]), (lambda row: row["difference"] == "different")
    return [name, str(len(paper)), str(sum(map(found, paper))), ranks(paper, found), total(paper, "only old"), total(paper, "only new"),
            number(sum(row["s"] for row in paper), 2), str(len(own)), str(sum(map(different, own))), ranks(own, different),
            total(own, "Δ12"), total(own, "Δ21"), f"{sum(float(row['s']) for row in own):.2f}"]


def diff():
    """Tables 1 and 2 of that paper, row by row."""
    return tables.table(["program", "lines", "threads", "type", "found", "rank", "only old", "only new", "mayHB old", "mayHB new", "s",
                         "before it, s"],
                        [[number(value) for key, value in row.items() if key not in ("s", "earlier_s")]
                         + [number(row["s"], 2), number(row["earlier_s"], 2)] for row in theirs("diff")])


def diff_ours():
    mine = ours("name", "lines", "threads", "type")
    return tables.table(mine[0][0], [row for _, row in mine])


def defuse():
    """Table II of the paper on definition-use testing."""
    mine, lines = by_name("program", "lines", "#inst", "#F", "#tr"), []
    for row in theirs("defuse"):
        own = mine.get(row["ours"], dict.fromkeys(("#tr", "+", "lines", "#inst", "#DU", "#imDU", "#inDU", "open", "bug", "all s"), ""))
        lines.append([row["program"], row["ours"], number(row["lines"]), own["lines"], number(row["instructions"]), own["#inst"],
                      number(row["executions"]), f"{own['#tr']} + {own['+']}".strip(" +"), number(row["pairs"]), own["#DU"], number(row["inferred"]),
                      own["#imDU"], number(row["impossible"]), own["#inDU"], own["open"], row["bug"], own["bug"], number(row["s"], 2),
                      own["all s"]])
    two = lambda name: [name, "ours"]
    return tables.table(["program", "our program", *two("lines"), *two("instructions"), *two("executions"), *two("pairs"), *two("inferred"),
                         *two("impossible"), "open", *two("bug"), *two("s")], lines)


TABLES = {"summaries": summaries, "reach": reach, "bugs": bugs, "pairs": pairs, "filters": filters, "values": values, "times": times,
          "diff_types": diff_types, "diff": diff, "diff_ours": diff_ours, "defuse": defuse}


def page():
    """The page with the tables that the figures of today make."""
    return MARK.sub(lambda mark: f"{mark[1]}\n{TABLES[mark[2]]()}\n\n{mark[3]}", PAGE.read_text())


def update():
    PAGE.write_text(page())
    print(f"{PAGE.name} has the figures of bench/README.md beside those of bench/papers.json")
    return 0
