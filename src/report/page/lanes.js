// The interleaving: one lane a thread, one row an operation. Only what is visible is in the page.

const rowHeight = 24;
const switchGap = 14; // Above a row where another thread takes over.
const overscan = 240; // Pixels that are drawn above and below what is visible.
const dotInset = 16; // From the left of a lane to its line.
const headHeight = 34;
const mostEdges = 240;

const edgeClass = {
  "reads-from": "data", lock: "lock", create: "life", join: "life", wake: "wake", post: "wake", barrier: "wake",
};
const dotClass = (kind) => {
  if (kind === "read") return "hollow";
  if (["write", "read-modify-write", "compare-exchange", "bulk-copy"].includes(kind)) return "full";
  if (["create", "join", "detach", "cancel", "thread-exit", "exit"].includes(kind)) return "diamond";
  if (kind.includes("unlock") || kind === "semaphore-post") return "square hollow";
  if (kind === "fold" || kind === "end") return kind;
  return "square full";
};

class Lanes {
  constructor(onChoose, onFold) {
    this.scroll = byId("scroll");
    this.canvas = byId("canvas");
    this.onChoose = onChoose;
    this.onFold = onFold;
    this.nodes = new Map(); // Of the rows that are drawn, by number.
    this.draw = oncePerFrame(() => this.drawNow());
    this.scroll.addEventListener("scroll", this.draw, {passive: true});
    new ResizeObserver(() => this.layOut()).observe(this.scroll);
    byId("rows").addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) this.choose(Number(row.dataset.row));
    });
  }

  /// A second click opens a fold.
  choose(index) {
    if (index === this.current && this.rows[index].fold !== undefined) this.onFold();
    else this.onChoose(index);
  }

  show(model, rows) {
    this.model = model;
    this.rows = rows;
    this.top = new Float64Array(rows.length + 1);
    rows.forEach((row, i) => {
      this.top[i + 1] = this.top[i] + rowHeight + (row.switches ? switchGap : 0);
    });
    // The row that stands for an event: the last one that begins no later.
    this.racing = new Set(model.finding.kind === "data-race" ? model.finding.locations.map((one) => model.extra.rows[one.event] ?? one.event) : []);
    this.racing.delete(undefined);
    this.rowOfEvent = new Int32Array(model.events.length).fill(-1);
    rows.forEach((row, i) => {
      if (row.event === undefined) return;
      for (let e = row.event; e <= row.upTo; ++e)
        if (row.fold !== undefined || e === row.event || model.extra.rows[e] === row.event) this.rowOfEvent[e] = i;
    });
    this.layOut();
  }

  /// As wide as there is room; an operation may reach into the lanes on its right, which are empty.
  layOut() {
    if (!this.model) return;
    this.isStale = true;
    const widest = Math.max(4, ...this.rows.slice(0, 2000).map((row) => this.placeOf(row).length));
    this.gutter = 66 + Math.min(widest, 24) * 7.2;
    const room = this.scroll.clientWidth - this.gutter;
    const count = Math.max(1, this.model.threads.length);
    this.letter ??= letterWidth();
    const needs = this.needs(count);
    const limits = needs.map((need, lane) => (lane ? (room - need) / lane : Infinity));
    this.laneWidth = Math.floor(Math.max(56, Math.min(room / (count + 0.3), ...limits)));
    this.width = Math.max(this.scroll.clientWidth, this.gutter + count * this.laneWidth);
    // Where there is more room on the left of a line, its operations stand there.
    this.isLeft = needs.map((need, lane) => {
      const x = lane * this.laneWidth;
      return need > this.width - this.gutter - x && x > this.width - this.gutter - x;
    });
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.top[this.rows.length] + 12}px`;
    const heads = byId("heads");
    heads.style.width = `${this.width}px`;
    const column = (name, left) => {
      const node = el("span", {class: "column"}, name);
      node.style.left = `${left}px`;
      return node;
    };
    fill(heads, column("step", 22), column(this.model.oneFile ? "line" : "place", 58), ...this.model.threads.map((thread) => {
      const head = el("div", {class: `head ${thread.colour}`, title: `${thread.name} ${thread.start}`},
        el("b", {}, thread.name), thread.start ? el("span", {}, thread.start) : null);
      head.style.left = `${this.gutter + thread.lane * this.laneWidth + 6}px`;
      head.style.width = `${this.laneWidth - 8}px`;
      return head;
    }));
    if (this.current !== undefined) this.draw();
  }

  /// Room that the operations of each lane take; very long ones are cut.
  needs(count) {
    const letters = new Array(count).fill(0);
    const step = Math.max(1, Math.floor(this.rows.length / 2000));
    for (let i = 0; i < this.rows.length; i += step) {
      const {lane} = this.model.thread(this.rows[i].thread);
      const held = this.rows[i].held.length ? this.rows[i].held.join(", ").length + 3 : 0;
      letters[lane] = Math.max(letters[lane], Math.min(48, this.rows[i].text.length + held));
    }
    return letters.map((count) => count * this.letter + dotInset + 36);
  }

  placeOf(row) {
    return this.model.oneFile && row.place.line ? String(row.place.line) : shownPlace(row.place);
  }

  /// Middle of a row, and of a thread's line.
  y(index) { return this.top[index + 1] - rowHeight / 2; }
  x(thread) { return this.gutter + this.model.thread(thread).lane * this.laneWidth + dotInset; }

  rowAt(y) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.top[middle + 1] <= y) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /// Scrolls there. Everything that scrolls does so before anything is drawn: afterwards the browser
  /// would have to lay all of it out first.
  reveal(index) {
    this.current = index;
    const room = this.scroll.clientHeight - headHeight;
    const top = this.top[index];
    const bottom = this.top[index + 1];
    const margin = Math.min(rowHeight * 3, room / 4);
    if (top < this.scroll.scrollTop + margin) this.scroll.scrollTop = top - margin;
    else if (bottom > this.scroll.scrollTop + room - margin) this.scroll.scrollTop = bottom - room + margin;
    if (this.width <= this.scroll.clientWidth) return;
    const x = this.x(this.rows[index].thread);
    const {scrollLeft, clientWidth} = this.scroll;
    if (x < scrollLeft + 20 || x > scrollLeft + clientWidth - 160) this.scroll.scrollLeft = x - clientWidth / 3;
  }

  select(index, hits) {
    this.isStale ||= hits !== this.hits;
    this.hits = hits;
    this.drawNow();
    this.scroll.setAttribute("aria-activedescendant", `row-${index}`);
  }

  drawNow() {
    if (!this.rows?.length) return;
    const from = Math.max(0, this.scroll.scrollTop - overscan);
    const to = this.scroll.scrollTop + this.scroll.clientHeight + overscan;
    const first = this.rowAt(from);
    const last = Math.min(this.rows.length - 1, this.rowAt(to));
    const state = [first, last, from, this.current].join();
    if (!this.isStale && state === this.state) return;
    this.state = state;
    this.drawRows(first, last);
    for (const id of ["threads", "edges", "strong"]) {
      const svg = byId(id);
      svg.style.top = `${from}px`;
      svg.setAttribute("width", this.width);
      svg.setAttribute("height", to - from);
      svg.setAttribute("viewBox", `0 ${from} ${this.width} ${to - from}`);
    }
    fill(byId("threads"), ...this.threadLines(first, last, from, to));
    const edges = this.edges(first, last);
    fill(byId("edges"), arrowHeads(), ...edges.filter((edge) => !edge.classList.contains("strong")));
    fill(byId("strong"), ...edges.filter((edge) => edge.classList.contains("strong")));
  }

  /// What was drawn stays, but for rows that look otherwise now.
  drawRows(first, last) {
    const changed = [this.current, this.wasCurrent];
    for (const [index, node] of this.nodes) {
      if (!this.isStale && index >= first && index <= last && !changed.includes(index)) continue;
      node.remove();
      this.nodes.delete(index);
    }
    const missing = [];
    for (let i = first; i <= last; ++i) {
      if (this.nodes.has(i)) continue;
      this.nodes.set(i, this.rowElement(i));
      missing.push(this.nodes.get(i));
    }
    byId("rows").append(...missing);
    this.wasCurrent = this.current;
    this.isStale = false;
  }

  rowElement(index) {
    const row = this.rows[index];
    const thread = this.model.thread(row.thread);
    const isCurrent = index === this.current;
    const classes = ["row", thread.colour, row.kind === "end" ? "end" : "", row.fold !== undefined ? "fold" : "", row.switches ? "switch" : "",
      isCurrent ? "current" : "", this.racing.has(row.event) ? "racing" : "", this.hits?.has(row.event) ? "hit" : ""].filter(Boolean).join(" ");
    const dot = el("i", {class: `dot ${dotClass(row.kind)}`});
    dot.style.left = `${this.x(row.thread)}px`;
    const text = el("span", {class: "text"}, row.text);
    const before = this.rows[index - 1];
    const isNew = !before || row.switches || before.held.join() !== row.held.join();
    if (row.held.length && isNew) text.append(el("span", {class: "held", title: "locks it holds"}, row.held.join(", ")));
    this.place(text, thread.lane, this.x(row.thread));
    const node = el("div", {
      class: classes, role: "option", id: `row-${index}`, "data-row": index, "aria-selected": isCurrent,
      "aria-setsize": this.rows.length, "aria-posinset": index + 1,
      "aria-label": `${thread.name}: ${row.text}`, title: row.text,
    }, el("span", {class: "number"}, row.fold === undefined ? row.number : "⋯"), el("span", {class: "place"}, this.placeOf(row)), dot, text);
    node.style.top = `${this.top[index + 1] - rowHeight}px`;
    return node;
  }

  place(text, lane, x) {
    if (this.isLeft[lane]) {
      text.style.right = `${this.width - x + 13}px`;
      text.style.maxWidth = `${x - this.gutter - 12}px`;
    } else {
      text.style.left = `${x + 13}px`;
      text.style.maxWidth = `${this.width - x - 22}px`;
    }
  }

  /// Each thread as a line while it lives, thick where it runs.
  threadLines(first, last, from, to) {
    if (!this.lives || this.livesOf !== this.rows) {
      this.lives = new Map();
      this.livesOf = this.rows;
      this.rows.forEach((row, i) => {
        const life = this.lives.get(row.thread);
        if (life) life.last = i;
        else this.lives.set(row.thread, {first: i, last: i});
      });
    }
    const line = (thread, y1, y2, kind) =>
      drawn("line", {class: `${kind} ${this.model.thread(thread).colour}`, x1: this.x(thread), x2: this.x(thread), y1, y2});
    const lines = [];
    for (const [thread, life] of this.lives) {
      const y1 = Math.max(this.y(life.first), from);
      const y2 = Math.min(this.y(life.last), to);
      if (y1 < y2) lines.push(line(thread, y1, y2, "life"));
    }
    for (let i = first; i <= last; ++i) {
      let end = i;
      while (end < last && !this.rows[end + 1].switches && this.rows[end + 1].thread === this.rows[i].thread) ++end;
      if (end > i) lines.push(line(this.rows[i].thread, this.y(i), this.y(end), "run"));
      i = end;
    }
    return lines;
  }

  /// Edges of the current row, and faintly those between threads that begin or end in sight.
  edges(first, last) {
    const drawnOnce = new Set();
    const paths = [];
    const add = (kind, fromEvent, toEvent, isStrong) => {
      const a = this.rowOfEvent[fromEvent];
      const b = this.rowOfEvent[toEvent];
      const key = `${kind} ${a} ${b}`;
      if (a < 0 || b < 0 || a === b || drawnOnce.has(key) || paths.length >= mostEdges) return;
      if (!isStrong && this.rows[a].thread === this.rows[b].thread) return;
      drawnOnce.add(key);
      paths.push(this.edge(edgeClass[kind] ?? kind, a, b, isStrong));
    };
    const ofRow = (row, isStrong) => {
      if (row?.event === undefined) return;
      for (let e = row.event; e <= Math.min(row.upTo, row.event + mostEdges); ++e) {
        for (const link of this.model.events[e].links ?? []) add(link.kind, link.from, e, isStrong);
        for (const link of this.model.outgoing[e]) add(link.kind, e, link.to, isStrong);
      }
    };
    ofRow(this.rows[this.current], true);
    const [one, other] = this.model.finding.locations;
    if (this.model.finding.kind === "data-race" && one?.event !== undefined && other?.event !== undefined)
      add("race", Math.min(one.event, other.event), Math.max(one.event, other.event), true);
    for (let i = first; i <= last; ++i) ofRow(this.rows[i], false);
    return paths;
  }

  /// Runs where no operation is written: between two rows, and beside the line of the lane it goes to.
  edge(kind, a, b, isStrong) {
    const [x1, y1, x2, y2] = [this.x(this.rows[a].thread), this.y(a), this.x(this.rows[b].thread), this.y(b)];
    const beside = x2 - 11;
    const between = y1 + rowHeight / 2;
    const side = beside < x1 ? -1 : 1;
    const radius = Math.min(7, Math.abs(beside - x1) / 2, (y2 - between) / 2);
    const across = x1 === x2 ? `M${x1 - 6} ${y1} H${beside + 4} Q${beside} ${y1} ${beside} ${y1 + 4}`
      : `M${x1} ${y1 + 6} V${between - 3} Q${x1} ${between} ${x1 + 4 * side} ${between} H${beside - radius * side} ` +
        `Q${beside} ${between} ${beside} ${between + radius}`;
    const d = `${across} V${y2 - 4} Q${beside} ${y2} ${beside + 4} ${y2} H${x2 - 7}`;
    return drawn("path", {class: `edge ${kind}${isStrong ? " strong" : ""}`, d, "marker-end": `url(#head-${kind})`,
      "data-from": this.rows[a].number, "data-to": this.rows[b].number});
  }
}

function letterWidth() {
  const sample = el("span", {class: "row"}, "0".repeat(100));
  byId("rows").append(sample);
  sample.style.right = "auto";
  const {width} = sample.getBoundingClientRect();
  sample.remove();
  return width / 100;
}

function arrowHeads() {
  return drawn("defs", {}, ...["data", "lock", "life", "wake", "race"].map((kind) =>
    drawn("marker", {id: `head-${kind}`, class: `arrow ${kind}`, viewBox: "0 0 8 8", refX: 5.5, refY: 4, markerWidth: 7,
      markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse"}, drawn("path", {d: "M0 0.8 L7 4 L0 7.2 Z"}))));
}
