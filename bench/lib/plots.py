"""Bar charts as SVG text, without any library."""
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
