// The source beside the lanes: the line of the step, and where every thread stands.

const lineHeight = 20;

class SourceView {
  constructor(page) {
    this.files = new Map(page.sources.map((source) => [source.file, {...source, rows: rowsOf(source)}]));
    this.code = byId("code");
    this.nodes = new Map(); // Of the lines that are drawn, by row.
    this.draw = oncePerFrame(() => this.drawNow());
    this.code.addEventListener("scroll", this.draw, {passive: true});
    new ResizeObserver(() => this.draw()).observe(this.code);
    this.body = el("div", {class: "lines"});
    fill(this.code, this.body);
    const select = byId("files");
    select.hidden = this.files.size < 2;
    byId("file").hidden = !select.hidden;
    fill(select, ...[...this.files.keys()].map((file) => el("option", {value: file}, file)));
    select.addEventListener("change", () => {
      this.use(select.value);
      this.code.scrollTop = 0;
      this.drawNow();
    });
  }

  /// Opens the file and scrolls to the place.
  reveal(place) {
    this.place = place;
    if (!place?.file) return;
    const isOther = this.file !== place.file;
    if (isOther) this.use(place.file);
    const index = this.rows.findIndex((row) => row.number === place.line);
    const top = index * lineHeight;
    const {scrollTop, clientHeight} = this.code;
    if (index >= 0 && (isOther || top < scrollTop + 2 * lineHeight || top > scrollTop + clientHeight - 3 * lineHeight))
      this.code.scrollTop = top - clientHeight / 2 + lineHeight;
  }

  /// `marks` says where the threads stand: [{thread, place}].
  show(marks, colour) {
    this.marks = marks.filter((mark) => mark.place?.line);
    this.colour = colour;
    this.drawNow();
  }

  use(file) {
    const source = this.files.get(file);
    this.file = file;
    byId("file").textContent = file;
    byId("files").value = file;
    this.rows = source?.rows ?? [];
    this.nodes.clear();
    fill(this.body);
    this.body.style.height = `${(this.rows.length || 1) * lineHeight + 8}px`;
    this.body.style.minWidth = source ? `${Math.min(longest(source), 400) + 12}ch` : "";
  }

  drawNow() {
    if (!this.rows) return;
    if (!this.rows.length) {
      fill(this.body, el("p", {class: "missing"}, `The source of ${this.file} is not in this page.`));
      return;
    }
    const first = Math.max(0, Math.floor(this.code.scrollTop / lineHeight) - 10);
    const last = Math.min(this.rows.length, Math.ceil((this.code.scrollTop + this.code.clientHeight) / lineHeight) + 10);
    const looks = new Map();
    for (let i = first; i < last; ++i) looks.set(i, this.lookOf(i));
    for (const [index, {node, look}] of this.nodes) {
      if (looks.get(index)?.key === look.key) continue;
      node.remove();
      this.nodes.delete(index);
    }
    const missing = [];
    for (const [index, look] of looks) {
      if (this.nodes.has(index)) continue;
      missing.push(this.lineElement(index, look));
      this.nodes.set(index, {node: missing.at(-1), look});
    }
    this.body.append(...missing);
  }

  /// What of a line changes from step to step. One that looks the same is not drawn again.
  lookOf(index) {
    const {number} = this.rows[index];
    const isCurrent = this.place?.file === this.file && this.place.line === number;
    const here = (this.marks ?? []).filter((mark) => mark.place.file === this.file && mark.place.line === number);
    const names = here.map((mark) => mark.thread.name);
    return {isCurrent, here, names, key: [isCurrent ? `${this.place.column} ${this.colour}` : "", ...names].join("\n")};
  }

  lineElement(index, {isCurrent, here, names}) {
    const row = this.rows[index];
    const gutter = el("span", {class: "marks", title: here.length ? `here: ${names.join(", ")}` : null},
      ...here.slice(0, here.length > 2 ? 1 : 2).map((mark) => el("span", {class: `mark ${mark.thread.colour}`}, mark.thread.name)),
      here.length > 2 ? el("span", {class: "mark quiet"}, `+${here.length - 1}`) : null);
    const text = el("span", {class: "code"}, ...(row.number ? this.coloured(row, isCurrent) : [row.text]));
    const node = el("div", {class: `line${isCurrent ? ` current ${this.colour}` : ""}${row.number ? "" : " gap"}`,
      "data-line": row.number || null, "aria-current": isCurrent ? "location" : null},
      gutter, el("span", {class: "number"}, row.number ? String(row.number) : "⋮"), text);
    node.style.top = `${index * lineHeight + 4}px`;
    return node;
  }

  coloured(row, isCurrent) {
    const word = isCurrent ? wordAt(row.text, this.place.column) : null;
    const nodes = [];
    let at = 0;
    for (const [kind, text] of pieces(row.text, row.inComment).found) {
      const cuts = word ? [word.start, word.end].map((cut) => Math.min(Math.max(cut - at, 0), text.length)) : [0, 0];
      const part = (from, to, isWord) => {
        if (from < to) nodes.push(el("span", {class: [kind, isWord ? "word" : ""].join(" ").trim() || null}, text.slice(from, to)));
      };
      part(0, cuts[0], false);
      part(cuts[0], cuts[1], true);
      part(cuts[1], text.length, false);
      at += text.length;
    }
    return nodes;
  }
}

/// The lines of a file, with a row for what was left out between its pieces.
function rowsOf(source) {
  const rows = [];
  let next = 1;
  let inComment = false;
  const leftOut = (upTo) => {
    if (upTo >= next) rows.push({number: 0, text: `lines ${next} to ${upTo} are not in this page`});
  };
  for (const piece of source.pieces) {
    leftOut(piece.first - 1);
    if (piece.first > next) inComment = false;
    piece.text.forEach((text, i) => {
      rows.push({number: piece.first + i, text, inComment});
      inComment = pieces(text, inComment).inComment;
    });
    next = piece.first + piece.text.length;
  }
  leftOut(source.lines);
  return rows;
}

const longest = (source) => Math.max(0, ...source.rows.map((row) => row.text.length));
