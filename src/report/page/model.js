// One finding as the page needs it: its threads, the rows that are shown, and what holds at each.

const longestRun = 12; // Operations of one thread in a row that are all shown.
const keptOfRun = 5; // Of a longer run, so many at either end.
const colours = 8; // How many thread colours the style sheet has.

class Model {
  constructor(finding, extra, page) {
    this.finding = finding;
    this.extra = extra;
    this.page = page;
    this.events = finding.interleaving;
    this.threads = this.threadsOf();
    this.outgoing = this.events.map(() => []);
    this.events.forEach((event, number) => {
      for (const link of event.links ?? []) this.outgoing[link.from].push({kind: link.kind, to: number});
    });
    this.hasLibrary = this.events.some((_, i) => extra.rows[i] !== i);
    this.hasLongRun = this.runs([...this.events.keys()]).some((run) => run.length > longestRun);
    this.oneFile = new Set([...this.events, ...extra.ends].map((one) => one.file).filter(Boolean)).size <= 1;
    this.known = {upTo: -1, values: new Map()};
  }

  /// Those that do something, each with a lane and a colour.
  threadsOf() {
    const acting = new Set([...this.events, ...this.extra.ends].map((one) => one.thread));
    const named = new Map(this.finding.threads.map((thread) => [thread.id, thread]));
    return [...acting].sort((a, b) => a - b).map((id, lane) => {
      const {name, function: start} = named.get(id) ?? {name: `T${id}`, function: ""};
      return {id, lane, name, start: start === name ? "" : start, colour: `t${lane % colours}`};
    });
  }

  thread(id) {
    return this.threads.find((thread) => thread.id === id) ??
      {id, lane: 0, name: this.finding.threads.find((one) => one.id === id)?.name ?? `T${id}`, start: "", colour: "t0"};
  }

  /// Numbers of events, one list for each stretch that one thread runs.
  runs(numbers) {
    const runs = [];
    for (const number of numbers) {
      const last = runs.at(-1);
      if (last && this.events[last[0]].thread === this.events[number].thread) last.push(number);
      else runs.push([number]);
    }
    return runs;
  }

  textOf(number, library) {
    const call = library ? undefined : this.extra.calls[number];
    if (call) return `calls ${call}`;
    const event = this.events[number];
    return event.text || `${event.kind} ${event.object}`;
  }

  /// The rows: operations, folds and ends. Each knows the last event that has happened with it.
  rows({library, fold, opened}) {
    const shown = [...this.events.keys()].filter((i) => library || this.extra.rows[i] === i);
    const rows = [];
    const operation = (number) => ({
      event: number, thread: this.events[number].thread, place: this.events[number],
      text: this.textOf(number, library), kind: this.events[number].kind, held: this.events[number].held,
    });
    for (const run of this.runs(shown)) {
      const hidden = run.slice(keptOfRun, -keptOfRun);
      const isLong = run.length > longestRun;
      if (!isLong || !fold || opened.has(hidden[0])) {
        rows.push(...run.map(operation));
        if (isLong) for (const row of rows.slice(-keptOfRun - hidden.length, -keptOfRun)) row.unfolded = hidden[0];
        continue;
      }
      rows.push(...run.slice(0, keptOfRun).map(operation));
      rows.push({
        fold: hidden[0], event: hidden[0], last: hidden.at(-1), thread: this.events[run[0]].thread,
        place: this.events[hidden.at(-1)], kind: "fold", held: [],
        text: `${counted(hidden.length, "more operation")} of ${this.thread(this.events[run[0]].thread).name}`,
      });
      rows.push(...run.slice(-keptOfRun).map(operation));
    }
    rows.forEach((row, i) => (row.upTo = i + 1 < rows.length ? rows[i + 1].event - 1 : this.events.length - 1));
    this.extra.ends.forEach((end, i) => rows.push({
      end: i, thread: end.thread, place: end, text: `✗ ${end.why}`, kind: "end", held: [],
      upTo: this.events.length - 1,
    }));
    rows.forEach((row, i) => {
      row.number = i + 1;
      row.switches = i > 0 && !(row.end > 0) && rows[i - 1].thread !== row.thread;
    });
    return rows;
  }

  stackOf(row) {
    if (row.end !== undefined) {
      const location = this.finding.locations.find((one) => one.thread === row.thread);
      return location?.stack ?? [];
    }
    const stack = this.page.stacks[this.extra.stacks[row.event]] ?? [];
    return stack.map((place) => this.page.places[place]);
  }

  /// What each variable that was seen holds once event `upTo` has happened, in the order they came.
  valuesAt(upTo) {
    if (upTo < this.known.upTo) this.known = {upTo: -1, values: new Map()};
    const {values} = this.known;
    for (let i = this.known.upTo + 1; i <= upTo; ++i) {
      const {kind, object, value} = this.events[i];
      if (value === undefined || !object) continue;
      const known = values.get(object);
      const written = kind === "read" ? known?.written : i;
      values.set(object, {value, written, touched: i});
    }
    this.known.upTo = upTo;
    return values;
  }

  /// Where each thread stands then: its last event, or how far it is.
  threadsAt(row) {
    const last = new Map();
    const created = new Set([this.threads[0]?.id]);
    for (let i = 0; i <= row.upTo; ++i) {
      const event = this.events[i];
      last.set(event.thread, event.kind === "thread-exit" ? {...last.get(event.thread), ended: true, held: []} : event);
      if (event.kind === "create") created.add(event.other);
    }
    return this.threads.map((thread) => {
      const event = last.get(thread.id);
      const end = row.end === undefined ? undefined : this.extra.ends.find((one) => one.thread === thread.id);
      const state = end ? end.why : event?.ended ? "ended" : event ? "" : created.has(thread.id) ? "not begun" : "not created";
      return {thread, place: end ?? event, held: event?.held ?? [], state, isEnd: Boolean(end)};
    });
  }
}
