// The source beside the lanes: the line of the step, and where every thread stands.

const lineHeight = 20;

class SourceView {
  constructor(page) {
    this.files = new Map(page.sources.map((source) => [source.file, {...source, rows: rowsOf(source)}]));
    this.code = byId("code");
    this.draw = oncePerFrame(() => this.drawNow());
    this.code.addEventListener("scroll", this.draw, {passive: true});
    new ResizeObserver(() => this.draw()).observe(this.code);
    this.body = el("div", {class: "lines"});
    fill(this.code, this.body);
    const select = byId("files");
    select.hidden = this.files.size < 2;
    byId("file").hidden = !select.hidden;
    fill(select, ...[...this.files.keys()].map((file) => el("option", {value: file}, file)));
    select.addEventListener("change", () => this.open(select.value, 1));
  }

  /// `place` is what the step is about, `marks` where the threads stand: [{thread, place}].
  show(place, marks, colour) {
    this.marks = marks.filter((mark) => mark.place?.line);
    this.colour = colour;
    this.place = place;
    if (place?.file) this.open(place.file, place.line);
    else this.draw();
  }

  open(file, line) {
    const isOther = this.file !== file;
    this.file = file;
    byId("file").textContent = file;
    byId("files").value = file;
    const known = this.files.get(file);
    this.rows = known?.rows ?? [];
    this.body.style.height = `${(this.rows.length || 1) * lineHeight + 8}px`;
    this.body.style.minWidth = known ? `${Math.min(longest(known), 400) + 12}ch` : "";
    const index = this.rows.findIndex((row) => row.number === line);
    const top = index * lineHeight;
    const {scrollTop, clientHeight} = this.code;
    if (index >= 0 && (isOther || top < scrollTop + 2 * lineHeight || top > scrollTop + clientHeight - 3 * lineHeight))
      this.code.scrollTop = top - clientHeight / 2 + lineHeight;
    this.draw();
  }

  drawNow() {
    if (!this.rows) return;
    if (!this.rows.length) {
      fill(this.body, el("p", {class: "missing"}, this.file ? `The source of ${this.file} is not in this page.` : ""));
      return;
    }
    const first = Math.max(0, Math.floor(this.code.scrollTop / lineHeight) - 10);
    const last = Math.min(this.rows.length, Math.ceil((this.code.scrollTop + this.code.clientHeight) / lineHeight) + 10);
    const lines = [];
    for (let i = first; i < last; ++i) lines.push(this.lineElement(i));
    fill(this.body, ...lines);
  }

  lineElement(index) {
    const row = this.rows[index];
    const isCurrent = this.place?.file === this.file && this.place.line === row.number;
    const here = (this.marks ?? []).filter((mark) => mark.place.file === this.file && mark.place.line === row.number);
    const gutter = el("span", {class: "marks"}, ...here.slice(0, 3).map((mark) =>
      el("span", {class: `mark ${mark.thread.colour}`, title: `${mark.thread.name} stands here`}, mark.thread.name)));
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
