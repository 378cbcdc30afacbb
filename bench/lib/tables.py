"""The figures as Markdown tables, so that they can be pasted into a page."""


def table(head, rows):
    cells = [head, *rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]

    def line(row):
        # The first column is words, the others are figures.
        padded = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]
        return "| " + " | ".join(padded) + " |"

    rule = "|" + "|".join("-" * (w + 1) + (":" if i else "-") for i, w in enumerate(widths)) + "|"
    return "\n".join([line(head), rule, *map(line, rows)])


def verdict(program):
    if not program["met"]:
        return "missed"
    return "met, and the aim" if program["aim_met"] else "met"


def render_rates(programs):
    head = ["program", "instructions", "lli s", "heddle s", "lli M/s", "heddle M/s", "ratio", "target (aim)", "result"]
    rows = [[p["program"], f"{p['instructions']:,}", f"{p['lli_seconds']:.2f}", f"{p['heddle_seconds']:.3f}",
             f"{p['lli_mips']:.1f}", f"{p['heddle_mips']:.1f}", f"{p['ratio']:.1f}×",
             f"{p['target']:g}× ({p['aim']:g}×)", verdict(p)] for p in programs]
    return table(head, rows)


def number(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:g}"


def render_figures(figures):
    rows = []
    for figure in figures:
        target, result = "", ""
        if figure["target"] is not None:
            target = ("≥ " if figure["more_is_better"] else "≤ ") + number(figure["target"])
            result = "met" if figure["met"] else "missed"
        rows.append([figure["name"], number(figure["value"]), figure["unit"], target, result])
    return table(["figure", "value", "unit", "target", "result"], rows)


def reference(row):
    """What µZ took, and how much longer that is: at least, where it was stopped."""
    if not row["muz_limit"]:
        return "", ""
    least = "" if row["muz_done"] else "≥ "
    return f"{least}{row['muz_seconds']:.2f}", f"{least}{row['ratio']:,.0f}×"


def render_evaluations(evaluations):
    head = ["rules", "accesses", "variables", "tuples", "dense s", "µZ s", "ratio", "peak MB", "target", "result"]
    rows = [[e["rules"], f"{e['accesses']:,}", f"{e['variables']}", f"{e['tuples']:,}", f"{e['seconds']:.4f}", *reference(e),
             f"{e['megabytes']:,}", e["target"], "" if e["met"] is None else "met" if e["met"] else "missed"]
            for e in evaluations]
    return table(head, rows)


def peers(search):
    if not search["peer_seconds"]:
        return ""
    least, most = search["peer_seconds"]
    return f"{least:g}" if least == most else f"{least:g} to {most:g}"


def compared(search):
    beside = search["beside"]
    return (f"N = {beside['size']}: {beside['exhaustive_executions']:,} / {beside['dpor_executions']:,} executions, "
            f"{beside['ratio']:.1f}×")


def workers(search):
    ratio = search["two_workers"]
    return f"{ratio:.2f}× (≥ {search['workers_target']}×)" if ratio else ""


def render_searches(searches):
    head = ["search", "executions", "blocked", "s", "processor s", "target s", "peers s", "peak MB", "target MB",
            "two workers", "result", "exhaustive / dpor"]
    rows = [[f"{s['program']}, N = {s['size']}", f"{s['executions']:,}", f"{s['blocked']:,}", f"{s['seconds']:.3f}",
             f"{s['processor_seconds']:.3f}", f"≤ {s['target']:g}" if s["target"] else "", peers(s), f"{s['peak_memory_mb']:.0f}",
             f"≤ {s['memory_target']}", workers(s), "met" if s["met"] else "missed", compared(s)] for s in searches]
    return table(head, rows)


def render_comparisons(found):
    head = ["name", "lines", "threads", "type", "difference", "rank", "Δ12", "Δ21", "mayHB old", "mayHB new", "s"]
    rows = [[r["name"], f"{r['lines']:,}", str(r["threads"]), r["type"], r["difference"], str(r["rank"]), f"{r['only_old']:,}",
             f"{r['only_new']:,}", f"{r['may_hb_old']:,}", f"{r['may_hb_new']:,}", f"{r['seconds']:.3f}"] for r in found["rows"]]
    totals = [[t["name"], f"{t['seconds']:.3f}", f"≤ {t['target']}", "met" if t["met"] else "missed"] for t in found["totals"]]
    return table(head, rows) + "\n\n" + table(["figure", "s", "target s", "result"], totals)
