// Puts the parts together: what is chosen, by keys and by clicks.

class App {
  constructor(page) {
    this.page = page;
    this.findings = page.result.findings;
    this.view = {library: false, fold: true, opened: new Set()};
    this.lanes = new Lanes((row) => this.go(row), () => this.toggleFold());
    this.source = new SourceView(page);
    this.detail = new Detail(page, (event) => this.goToEvent(event), (place) => {
      this.source.reveal(place);
      this.source.show(this.marks ?? [], "quiet");
    });
    this.finder = new Finder((event) => this.goToEvent(event), () => this.refresh(), () => byId("scroll").focus());
    this.models = new Map();
    this.refresh = oncePerFrame(() => this.refreshNow());
    this.drawHeader();
    if (this.findings.length) this.choose(0);
    else this.showNothing();
  }

  drawHeader() {
    const verdict = this.page.result.verdict ?? "none";
    const chip = byId("verdict");
    chip.textContent = verdict;
    chip.className = verdict;
    const tabs = byId("findings");
    tabs.hidden = this.findings.length < 2;
    fill(tabs, ...this.findings.map((finding, i) => el("button", {type: "button", role: "tab", id: `finding-${i}`,
      title: finding.message, "aria-controls": "main", onclick: () => this.choose(i)},
      el("b", {}, finding.kind), ` ${shownPlace(finding)}`)));
  }

  showNothing() {
    const {result} = this.page;
    const isAsked = (result.questions ?? []).length > 0;
    document.body.classList.add("plain");
    document.body.classList.toggle("asked", isAsked);
    byId("message").textContent = result.verdict === "safe" ? "No execution fails"
      : result.verdict === "unreachable" ? "No execution comes there" : "Nothing was found";
    byId("about").textContent = result.incomplete.length ? "The search is not complete; below is what got in its way."
      : result.verdict === "safe" ? "Every interleaving and every input was tried." : "";
    document.title = `${result.verdict ?? "Heddle"} · Heddle`;
    this.detail.showResult();
    const first = result.questions?.[0]?.steps.findLast((step) => step.passed) ?? result.questions?.[0]?.steps[0];
    if (first) this.detail.onPlace(first);
  }

  choose(wanted) {
    const index = Math.min(Math.max(wanted, 0), this.findings.length - 1);
    this.chosen = index;
    const finding = this.findings[index];
    if (!this.models.has(index)) this.models.set(index, new Model(finding, this.page.findings[index], this.page));
    this.model = this.models.get(index);
    this.view.opened = new Set();
    [...byId("findings").children].forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      if (i === index) tab.scrollIntoView?.({block: "nearest", inline: "nearest"});
    });
    byId("message").textContent = finding.message;
    byId("about").replaceChildren(el("code", {}, finding.file ? `${finding.file}:${finding.line}` : shownPlace(finding)),
      ` · ${finding.kind} · ${aboutText(this.model)}`);
    document.title = `${finding.kind} ${shownPlace(finding)} · Heddle`;
    byId("library").hidden = !this.model.hasLibrary;
    byId("fold").hidden = !this.model.hasLongRun;
    this.rebuild(null);
    this.go(this.rows.length - 1);
    this.finder.use(this.model);
  }

  /// The rows anew, with the cursor on the one that tells of the same event.
  rebuild(event) {
    this.rows = this.model.rows(this.view);
    this.lanes.show(this.model, this.rows);
    byId("fold").setAttribute("aria-pressed", String(this.view.fold));
    byId("library").setAttribute("aria-pressed", String(this.view.library));
    if (event !== null) this.go(this.rowOf(event));
  }

  rowOf(event) {
    if (event === undefined) return this.rows.length - 1; // The end of it.
    const index = this.rows.findIndex((row) => row.event !== undefined && event <= row.upTo);
    return index < 0 ? this.rows.length - 1 : index;
  }

  go(index) {
    if (!this.rows?.length) return;
    this.cursor = Math.min(Math.max(index, 0), this.rows.length - 1);
    this.refresh();
  }

  /// A step that may be folded away, or inside of a library call.
  goToEvent(event) {
    const row = this.rows[this.rowOf(event)];
    if (row.fold !== undefined) this.view.opened.add(row.fold);
    if (row.fold !== undefined) this.rebuild(event);
    else this.go(this.rowOf(event));
  }

  refreshNow() {
    const row = this.rows?.[this.cursor];
    if (!row) return;
    this.lanes.reveal(this.cursor);
    const states = this.model.threadsAt(row);
    this.marks = states.filter((state) => state.state !== "ended")
      .sort((a, b) => Number(b.thread.id === row.thread) - Number(a.thread.id === row.thread));
    const place = row.place.line ? row.place : states.find((state) => state.thread.id === row.thread)?.place;
    this.source.reveal(place);
    this.lanes.select(this.cursor, this.finder.hits);
    this.source.show(this.marks, this.model.thread(row.thread).colour);
    this.detail.show(this.model, row, this.view);
    byId("position").textContent = `${row.number} / ${this.rows.at(-1).number}`;
    byId("back").disabled = byId("first").disabled = this.cursor === 0;
    byId("next").disabled = byId("last").disabled = this.cursor === this.rows.length - 1;
    byId("live").textContent = `${this.model.thread(row.thread).name}: ${row.text}`;
  }

  step(by) { this.go(this.cursor + by); }

  /// To the first row of the next stretch, or of this one and then of the one before.
  toSwitch(direction) {
    let at = this.cursor + direction;
    while (at > 0 && at < this.rows.length && !this.rows[at].switches) at += direction;
    this.go(at);
  }

  /// To another operation of the same thread.
  alongThread(direction) {
    const {thread} = this.rows[this.cursor];
    for (let at = this.cursor + direction; at >= 0 && at < this.rows.length; at += direction)
      if (this.rows[at].thread === thread) return this.go(at);
  }

  toggleFold() {
    const row = this.rows[this.cursor];
    if (row.fold !== undefined) this.view.opened.add(row.fold);
    else if (row.unfolded !== undefined && this.view.fold) this.view.opened.delete(row.unfolded);
    else return;
    this.rebuild(row.event);
  }

  toggle(what) {
    if (!this.rows || byId(what).hidden) return;
    this.view[what] = !this.view[what];
    this.view.opened.clear();
    this.rebuild(this.rows[this.cursor].event);
  }
}
