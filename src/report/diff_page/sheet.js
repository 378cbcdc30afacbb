// The sheet: rows that are in sight, and the edges of the differences over them.

const rowHeight = 20;

class Sheet {
  constructor(page) {
    const {rows, rowOf} = sheetOf(page.old.sources, page.new.sources);
    this.rows = rows;
    this.rowOf = rowOf;
    this.nodes = new Map();
    this.ends = {old: new Set(), new: new Set()};
    this.scroll = byId("scroll");
    const height = rows.length * rowHeight + 24;
    byId("sheet").style.height = `${height}px`;
    byId("edges").setAttribute("height", height);
    this.drawSoon = oncePerFrame(() => this.draw());
    this.scroll.addEventListener("scroll", this.drawSoon);
    addEventListener("resize", oncePerFrame(() => { this.draw(); this.drawEdges(); }));
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
      ? el("div", {class: "pair title"}, ...["old", "new"].map((side) => el("div", {class: "line"},
        el("span", {class: "number"}), el("span", {class: "code"}, row.title[side]))))
      : el("div", {class: "pair"}, this.lineElement(row, "old", index), this.lineElement(row, "new", index));
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

  /// `differences` faintly, the chosen one strongly, in both versions.
  show(differences, chosen) {
    this.differences = differences;
    this.chosen = chosen;
    this.ends = {old: new Set(), new: new Set()};
    for (const edge of chosen?.edges ?? [])
      for (const [side, place] of this.placesOf(chosen, edge)) {
        const row = this.row(side, place);
        if (row !== undefined) this.ends[side].add(row);
      }
    this.redraw();
    this.drawEdges();
    this.reveal();
  }

  placesOf(difference, edge) {
    const other = difference.only_in === "old" ? "new" : "old";
    return [[difference.only_in, edge.write], [difference.only_in, edge.read],
      [other, edge.write_elsewhere], [other, edge.read_elsewhere]];
  }

  reveal() {
    const rows = [...this.ends.old, ...this.ends.new].sort((a, b) => a - b);
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
    const half = byId("sheet").clientWidth / 2;
    const shapes = [];
    const add = (difference, isStrong) => difference.edges.forEach((edge, i) => {
      const other = difference.only_in === "old" ? "new" : "old";
      const slot = isStrong ? i : i + 1 + (difference.number % 3);
      shapes.push(...this.arrow(difference.only_in, edge, edge.write, edge.read, {half, lane, slot, isStrong, number: difference.edges.length > 1 ? i + 1 : 0}));
      if (isStrong && edge.read_elsewhere && (edge.is_initial || edge.write_elsewhere))
        shapes.push(...this.arrow(other, edge, edge.write_elsewhere, edge.read_elsewhere,
          {half, lane, slot, isStrong, isNever: true, number: difference.edges.length > 1 ? i + 1 : 0}));
    });
    for (const one of this.differences ?? []) if (one !== this.chosen) add(one, false);
    if (this.chosen) add(this.chosen, true);
    fill(byId("edges"), ...shapes);
  }

  /// From the line of a write, or from a dot for the initial value, to that of the read.
  arrow(side, edge, write, read, {half, lane, slot, isStrong, isNever, number}) {
    const to = this.row(side, read);
    const from = edge.is_initial ? to : this.row(side, write);
    if (to === undefined || from === undefined) return [];
    const x = (side === "new" ? half : 0) + lane;
    const depth = Math.min(lane - 10, 26 + 16 * slot + Math.min(20, Math.abs(to - from)));
    const middle = (row) => row * rowHeight + rowHeight / 2;
    const kind = [side, isStrong ? "strong" : "", isNever ? "never" : ""].filter(Boolean).join(" ");
    const y2 = middle(to);
    const y1 = edge.is_initial ? y2 - 1.4 * rowHeight : middle(from) - (from === to ? 6 : 0);
    const startX = edge.is_initial ? x - depth : x;
    const path = edge.is_initial ? `M${startX} ${y1} Q${startX} ${y2} ${x - 6} ${y2}`
      : `M${x} ${y1} C${x - depth} ${y1} ${x - depth} ${y2} ${x - 6} ${y2}`;
    const shapes = [
      drawn("path", {class: `edge ${kind}`, d: path}),
      drawn("path", {class: `tip ${kind}`, d: `M${x} ${y2} l-8 -4 v8 z`}),
      drawn("circle", {class: `start ${kind}`, cx: startX, cy: y1, r: 3}),
    ];
    const [cx, cy] = edge.is_initial ? [x - depth * 0.75, y2 - 7] : [x - depth * 0.75, (y1 + y2) / 2];
    if (isNever) shapes.push(drawn("path", {class: "cross", d: `M${cx - 5} ${cy - 5} l10 10 m0 -10 l-10 10`}));
    if (isStrong && edge.is_initial) shapes.push(drawn("text", {class: "label", x: startX + 6, y: y1 + 3}, "initial"));
    if (isStrong && number) shapes.push(drawn("text", {class: "label", x: x - 18, y: y2 - 5}, String(number)));
    return shapes;
  }
}
