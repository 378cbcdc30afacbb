"""Charts as SVG text, without any library."""
import math
from xml.sax.saxutils import escape

import tables

LABEL, WIDTH, ROW, TOP = 330, 420, 26, 48
MET, MISSED, LINE = "#3b7dd8", "#d2603a", "#555555"


def chart(title, bars, lines, top):
    """`bars` are (label, value, text, met); `lines` are (value, text); `top` is the end of the axis."""
    height = TOP + ROW * len(bars) + 12
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LABEL + WIDTH + 110}" height="{height}" '
           'font-family="sans-serif" font-size="13">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="10" y="20" font-weight="bold">{escape(title)}</text>']
    for i, (label, value, text, met) in enumerate(bars):
        y, length = TOP + i * ROW, WIDTH * min(value, top) / top
        out.append(f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escape(label)}</text>')
        out.append(f'<rect x="{LABEL}" y="{y}" width="{length:.1f}" height="{ROW - 8}" fill="{MET if met else MISSED}"/>')
        out.append(f'<text x="{LABEL + length + 6:.1f}" y="{y + 14}">{escape(text)}</text>')
    for value, text in lines:
        x = LABEL + WIDTH * value / top
        out.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{height - 8}" stroke="{LINE}" '
                   'stroke-dasharray="4 3"/>')
        out.append(f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle" fill="{LINE}">{escape(text)}</text>')
    return "\n".join([*out, "</svg>", ""])


def draw_rates(programs):
    bars = [(p["program"], p["ratio"], f"{p['ratio']:.1f}×", p["met"]) for p in programs]
    target, aim = programs[0]["target"], programs[0]["aim"]
    top = max(aim, *(p["ratio"] for p in programs)) * 1.1
    return chart("Instruction rate, as a multiple of lli-19 -force-interpreter", bars,
                 [(target, f"target {target:g}×"), (aim, f"aim {aim:g}×")], top)


def draw_figures(figures):
    """Each figure against its own target: 1 is the target, and longer is better."""
    bars = []
    for figure in figures:
        if figure["target"] is None:
            continue
        value, target = figure["value"], figure["target"]
        times = value / target if figure["more_is_better"] else target / max(value, 1e-9)
        bars.append((figure["name"], times, f"{tables.number(value)} {figure['unit']}", figure["met"]))
    top = max(2.0, min(10.0, max(bar[1] for bar in bars) * 1.1))  # A bar that is longer is cut off.
    return chart("How many times better than the target", bars, [(1, "target")], top)


CURVES = ("#555555", "#d2603a", "#7aa63c", "#3b7dd8")
LEFT, WIDE, HIGH = 70, 460, 300


def draw_growth(title, across, curves):
    """`curves` are names with their points (x, y); y is on a logarithmic scale."""
    values = [max(y, 1e-3) for points in curves.values() for _, y in points]
    low, high = math.floor(math.log10(min(values))), max(math.ceil(math.log10(max(values))), 1)
    first, last = (pick(x for points in curves.values() for x, _ in points) for pick in (min, max))
    across_at = lambda x: LEFT + WIDE * (x - first) / max(last - first, 1)  # noqa: E731
    up_at = lambda y: TOP + HIGH * (1 - (math.log10(max(y, 1e-3)) - low) / (high - low))  # noqa: E731
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDE + 220}" height="{TOP + HIGH + 50}" '
           'font-family="sans-serif" font-size="13">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="10" y="20" font-weight="bold">{escape(title)}</text>',
           f'<text x="{LEFT + WIDE / 2:.0f}" y="{TOP + HIGH + 40}" text-anchor="middle">{escape(across)}</text>']
    for power in range(low, high + 1):
        y = up_at(10.0 ** power)
        out.append(f'<line x1="{LEFT}" x2="{LEFT + WIDE}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** power:,g}</text>')
    for x in range(first, last + 1):
        out.append(f'<text x="{across_at(x):.1f}" y="{TOP + HIGH + 20}" text-anchor="middle">{x}</text>')
    for (name, points), colour in zip(curves.items(), CURVES):
        line = " ".join(f"{across_at(x):.1f},{up_at(y):.1f}" for x, y in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{across_at(x):.1f}" cy="{up_at(y):.1f}" r="3" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        out.append(f'<text x="{across_at(x) + 8:.1f}" y="{up_at(y) + 4:.1f}" fill="{colour}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>", ""])
