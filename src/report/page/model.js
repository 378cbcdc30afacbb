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
    this.touches = {};
    this.eventsOf = new Map(this.threads.map((thread) => [thread.id, []]));
    this.createdAt = new Map();
    this.events.forEach((event, i) => {
      this.eventsOf.get(event.thread).push(i);
      if (event.kind === "create") this.createdAt.set(event.other, i);
    });
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
    // A step keeps its number when others are folded.
    const ordinal = new Map(shown.map((number, i) => [number, i + 1]));
    const shownNumber = (number) => ordinal.get(number).toLocaleString("en");
    const operation = (number) => ({
      event: number, number: shownNumber(number), thread: this.events[number].thread, place: this.events[number],
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
        fold: hidden[0], event: hidden[0], number: `${shownNumber(hidden[0])}–${shownNumber(hidden.at(-1))}`, thread: this.events[run[0]].thread,
        place: this.events[hidden.at(-1)], kind: "fold", held: [],
        text: `${counted(hidden.length, "more operation")} of ${this.thread(this.events[run[0]].thread).name}`,
      });
      rows.push(...run.slice(-keptOfRun).map(operation));
    }
    rows.forEach((row, i) => (row.upTo = i + 1 < rows.length ? rows[i + 1].event - 1 : this.events.length - 1));
    this.extra.ends.forEach((end, i) => rows.push({
      end: i, number: (shown.length + i + 1).toLocaleString("en"), thread: end.thread, place: end, text: `✗ ${end.why}`, kind: "end", held: [],
      upTo: this.events.length - 1,
    }));
    this.oneFile = new Set(rows.map((row) => row.place.file).filter(Boolean)).size <= 1;
    rows.forEach((row, i) => (row.switches = i > 0 && !(row.end > 0) && rows[i - 1].thread !== row.thread));
    return rows;
  }

  /// The event whose row tells of this one; nothing if none does.
  toldBy(number, library) {
    const told = library ? number : this.extra.rows[number];
    return told < 0 ? undefined : told;
  }

  /// What a row follows from and what follows from it: [{kind, isInto, event}], other rows only.
  linksOf(row, library) {
    if (row.event === undefined || row.fold !== undefined) return [];
    const found = new Map();
    const add = (kind, isInto, number) => {
      const event = this.toldBy(number, library);
      if (event !== undefined && event !== row.event) found.set([kind, isInto, event].join(), {kind, isInto, event});
    };
    for (let e = row.event; e <= row.upTo; ++e) {
      if (this.toldBy(e, library) !== row.event) continue;
      for (const link of this.events[e].links ?? []) add(link.kind, true, link.from);
      for (const link of this.outgoing[e]) add(link.kind, false, link.to);
    }
    return [...found.values()];
  }

  stackOf(row) {
    if (row.end !== undefined) {
      const location = this.finding.locations.find((one) => one.thread === row.thread);
      return location?.stack ?? [];
    }
    const stack = this.page.stacks[this.extra.stacks[row.event]] ?? [];
    return stack.map((place) => this.page.places[place]);
  }

  /// Whether an event is told as what it is, and not as part of a call or not at all.
  isPlain(number, library) {
    return library || (this.extra.rows[number] === number && !this.extra.calls[number]);
  }

  /// By variable the events that touch it and those that write it, in the order variables came.
  touchesOf(library) {
    const known = new Map();
    this.events.forEach(({kind, object, value}, i) => {
      if (value === undefined || !object || !this.isPlain(i, library)) return;
      if (!known.has(object)) known.set(object, {all: [], writes: []});
      known.get(object).all.push(i);
      if (kind !== "read") known.get(object).writes.push(i);
    });
    return known;
  }

  /// What each variable that was seen holds once event `upTo` has happened.
  valuesAt(upTo, library) {
    this.touches[library] ??= this.touchesOf(library);
    const values = new Map();
    for (const [object, {all, writes}] of this.touches[library]) {
      const touched = lastUpTo(all, upTo);
      if (touched === undefined) continue;
      values.set(object, {value: this.events[touched].value, written: lastUpTo(writes, upTo), touched});
    }
    return values;
  }

  /// Where each thread stands then: its last event, or how far it is.
  threadsAt(row) {
    return this.threads.map((thread) => {
      const mine = this.eventsOf.get(thread.id) ?? [];
      const event = this.events[lastUpTo(mine, row.upTo)];
      const end = row.end === undefined ? undefined : this.extra.ends.find((one) => one.thread === thread.id);
      const hasEnded = event?.kind === "thread-exit";
      const place = hasEnded ? this.events[mine[mine.length - 2]] : event;
      const isThere = thread === this.threads[0] || this.createdAt.get(thread.id) <= row.upTo;
      const state = end ? end.why : hasEnded ? "ended" : event ? "" : isThere ? "not begun" : "not created";
      return {thread, place: end ?? place, held: event?.held ?? [], state, isEnd: Boolean(end)};
    });
  }
}

/// The last of some ascending numbers that is not above `limit`.
function lastUpTo(numbers, limit) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return numbers[low - 1];
}
