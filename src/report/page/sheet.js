// The sheet: source lines of one program, or of two versions beside each other, and arrows over
// them. Only rows that are in sight are drawn.

const rowHeight = 20;

/// `sides` names the columns. An item has `marks` ({side, place}), lines that stand out while it is
/// chosen, and `arrows` ({side, kind, from, to, slot, label}), places of one column; `isInitial` is
/// one from nowhere, `isNever` is crossed out, `isEven` has no direction.
class Sheet {
  constructor({rows, rowOf}, sides) {
    this.rows = rows;
    this.rowOf = rowOf;
    this.sides = sides;
    this.nodes = new Map();
    this.ends = this.noEnds();
    this.items = [];
    this.scroll = byId("scroll");
    const height = rows.length * rowHeight + 24;
    byId("sheet").style.height = `${height}px`;
    byId("edges").setAttribute("height", height);
    this.drawSoon = oncePerFrame(() => this.draw());
    this.scroll.addEventListener("scroll", this.drawSoon);
    addEventListener("resize", oncePerFrame(() => { this.draw(); this.drawEdges(); }));
  }

  noEnds() {
    return Object.fromEntries(this.sides.map((side) => [side, new Set()]));
  }

  row(side, place) {
    return place ? this.rowOf[side].get(`${place.file}:${place.line}`) : undefined;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / rowHeight) - 15);
    const last = Math.min(this.rows.length, Math.ceil((this.scroll.scrollTop + this.scroll.clientHeight) / rowHeight) + 15);
    for (const [index, node] of this.nodes) {
      if (index >= first && index < last) continue;
      node.remove();
      this.nodes.delete(index);
    }
    const missing = [];
    for (let i = first; i < last; ++i) {
      if (this.nodes.has(i)) continue;
      missing.push(this.rowElement(i));
      this.nodes.set(i, missing.at(-1));
    }
    byId("rows").append(...missing);
  }

  redraw() {
    this.nodes.clear();
    fill(byId("rows"));
    this.draw();
  }

  rowElement(index) {
    const row = this.rows[index];
    const node = row.title
      ? el("div", {class: "pair title"}, ...this.sides.map((side) => el("div", {class: "line"},
        el("span", {class: "number"}), el("span", {class: "code"}, row.title[side]))))
      : el("div", {class: "pair"}, ...this.sides.map((side) => this.lineElement(row, side, index)));
    node.style.top = `${index * rowHeight}px`;
    return node;
  }

  lineElement(row, side, index) {
    const line = row[side];
    if (!line) return el("div", {class: "line absent"});
    const classes = ["line", side, row.isSame ? "" : "changed", this.ends[side].has(index) ? "end" : ""];
    return el("div", {class: classes.filter(Boolean).join(" "), "data-line": line.number || null},
      el("span", {class: "number"}, line.number ? String(line.number) : "⋮"),
      el("span", {class: "code", title: line.text.length > 40 ? line.text : null}, ...pieces(line.text, line.inComment).found.map(([kind, text]) =>
        el("span", {class: kind || null}, text))));
  }

  /// `items` faintly, the chosen one strongly.
  show(items, chosen) {
    this.items = items;
    this.chosen = chosen;
    this.ends = this.noEnds();
    for (const {side, place} of chosen?.marks ?? []) {
      const row = this.row(side, place);
      if (row !== undefined) this.ends[side].add(row);
    }
    this.redraw();
    this.drawEdges();
    this.reveal();
  }

  reveal() {
    const rows = this.sides.flatMap((side) => [...this.ends[side]]).sort((a, b) => a - b);
    if (!rows.length) return;
    const {scrollTop, clientHeight} = this.scroll;
    const [top, bottom] = [rows[0] * rowHeight, (rows.at(-1) + 1) * rowHeight];
    if (top >= scrollTop + rowHeight && bottom <= scrollTop + clientHeight - rowHeight) return;
    const middle = bottom - top < clientHeight - 4 * rowHeight ? (top + bottom) / 2 : top + clientHeight / 2 - 2 * rowHeight;
    this.scroll.scrollTop = middle - clientHeight / 2;
    this.draw();
  }

  drawEdges() {
    const lane = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--lane"));
    const width = byId("sheet").clientWidth / this.sides.length;
    const shapes = [];
    const add = (item, isStrong) => {
      for (const arrow of item.arrows) {
        if (arrow.isNever && !isStrong) continue;
        const slot = isStrong ? arrow.slot : arrow.slot + 1 + (item.number % 3);
        shapes.push(...this.arrow(arrow, {x: this.sides.indexOf(arrow.side) * width + lane, lane, slot, isStrong}));
      }
    };
    for (const one of this.items) if (one !== this.chosen) add(one, false);
    if (this.chosen) add(this.chosen, true);
    fill(byId("edges"), ...shapes);
  }

  arrow(arrow, {x, lane, slot, isStrong}) {
    const to = this.row(arrow.side, arrow.to);
    const from = arrow.isInitial ? to : this.row(arrow.side, arrow.from);
    if (to === undefined || from === undefined) return [];
    const depth = Math.min(lane - 10, 26 + 16 * slot + Math.min(20, Math.abs(to - from)));
    const middle = (row) => row * rowHeight + rowHeight / 2;
    const kind = [arrow.kind, isStrong ? "strong" : "", arrow.isNever ? "never" : ""].filter(Boolean).join(" ");
    const y2 = middle(to);
    const y1 = arrow.isInitial ? y2 - 1.4 * rowHeight : middle(from) - (from === to ? 6 : 0);
    const startX = arrow.isInitial ? x - depth : x;
    const path = arrow.isInitial ? `M${startX} ${y1} Q${startX} ${y2} ${x - 6} ${y2}`
      : `M${x} ${y1} C${x - depth} ${y1} ${x - depth} ${y2} ${x - 6} ${y2}`;
    const shapes = [
      drawn("path", {class: `edge ${kind}`, d: path}),
      arrow.isEven ? drawn("circle", {class: `start ${kind}`, cx: x - 4, cy: y2, r: 3})
        : drawn("path", {class: `tip ${kind}`, d: `M${x} ${y2} l-8 -4 v8 z`}),
      drawn("circle", {class: `start ${kind}`, cx: startX - (arrow.isEven ? 4 : 0), cy: y1, r: 3}),
    ];
    const [cx, cy] = arrow.isInitial ? [x - depth * 0.75, y2 - 7] : [x - depth * 0.75, (y1 + y2) / 2];
    if (arrow.isNever) shapes.push(drawn("path", {class: "cross", d: `M${cx - 5} ${cy - 5} l10 10 m0 -10 l-10 10`}));
    if (isStrong && arrow.isInitial) shapes.push(drawn("text", {class: "label", x: startX + 6, y: y1 + 3}, "initial"));
    if (isStrong && arrow.label) shapes.push(drawn("text", {class: "label", x: x - 18, y: y2 - 5}, arrow.label));
    return shapes;
  }
}
