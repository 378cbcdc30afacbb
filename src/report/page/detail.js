// What holds at a step: the operation, its stack, values, threads, inputs, output; and what was
// searched.

const mostValues = 40;
const mostLinks = 12;
const mostOutput = 20000; // Letters of what the program printed; its end says most.

const incoming = {
  "reads-from": "reads what was written by", lock: "takes the lock released by", create: "was created by",
  join: "waited for the end of", wake: "was woken by", post: "takes what was posted by", barrier: "was let through by",
};
const outgoing = {
  "reads-from": "is read by", lock: "lets the lock go to", create: "begins", join: "is joined by", wake: "wakes",
  post: "lets through", barrier: "lets through",
};

class Detail {
  constructor(page, onStep, onPlace) {
    this.page = page;
    this.onStep = onStep;
    this.onPlace = onPlace;
    this.node = byId("detail");
  }

  show(model, row, options) {
    if (this.model !== model) {
      this.model = model;
      this.step = el("div", {class: "step"});
      fill(this.node, this.step, ...this.ofFinding(model));
    }
    fill(this.step,
      this.now(model, row, options.library),
      card("Call stack", this.stack(model.stackOf(row), options.library), "stack"),
      card("Values", this.values(model, row, options.library), "values"),
      card("Threads", this.threads(model, row), "states"));
  }

  /// What is the same at every step.
  ofFinding(model) {
    const {locations, inputs, output, test, native} = model.finding;
    return [
      locations.length > 1 ? card("Part in it", this.parts(model), "parts") : null,
      Object.keys(inputs).length ? card(titleOfInputs(model.finding), pairs(Object.entries(inputs)), "inputs") : null,
      output ? card("Program output", el("pre", {class: "output"}, endOf(output)), "printed") : null,
      native ? card("On real threads", el("p", {}, `the same outcome (${native})`), "native") : null,
      test ? card("See it again", el("code", {class: "command"}, `heddle replay ${test}`), "again") : null,
      ...this.questions(),
      this.search(),
    ];
  }

  /// What there is to say without an interleaving.
  showResult() {
    const about = this.search();
    about.open = true;
    fill(this.node, ...this.questions(), about);
  }

  now(model, row, library) {
    const thread = model.thread(row.thread);
    const event = row.event !== undefined && row.fold === undefined && model.isPlain(row.event, library) ? model.events[row.event] : null;
    const facts = [];
    if (event?.value !== undefined && event.before !== undefined)
      facts.push(el("p", {class: "change"}, el("code", {}, event.object), " was ", el("code", {}, event.before), ", is ", el("code", {}, event.value)));
    const links = model.linksOf(row, library).slice(0, mostLinks).map((link) => this.link(model, link, library));
    return el("section", {class: `now ${thread.colour}${row.kind === "end" ? " end" : ""}`},
      el("h2", {}, el("span", {class: "chip"}, thread.name), el("span", {class: "what"}, row.text)),
      el("p", {class: "where"}, [shownPlace(row.place), row.place.function && row.place.file ? `in ${row.place.function}` : ""].filter(Boolean).join(" ")),
      ...facts, links.length ? el("ul", {class: "links"}, ...links) : null);
  }

  link(model, {kind, isInto, event}, library) {
    const thread = model.thread(model.events[event].thread);
    return el("li", {class: edgeClass[kind] ?? ""}, `${(isInto ? incoming : outgoing)[kind] ?? kind} `,
      el("button", {type: "button", class: `jump ${thread.colour}`, onclick: () => this.onStep(event)},
        el("b", {}, thread.name), ` ${model.textOf(event, library)}`));
  }

  stack(frames, library) {
    const shown = frames.filter((frame) => library || !frame.library);
    if (!shown.length) return el("p", {class: "none"}, "none");
    return el("ol", {}, ...shown.map((frame) => el("li", {class: frame.library ? "library" : null},
      el("button", {type: "button", class: "frame", onclick: () => this.onPlace(frame)},
        el("span", {class: "name"}, frame.function || "?"), el("span", {class: "at"}, shownPlace({...frame, function: ""}))))));
  }

  values(model, row, library) {
    const all = [...model.valuesAt(row.upTo, library)];
    if (!all.length) return el("p", {class: "none"}, "nothing was read or written yet");
    const limit = all.length > mostValues ? all.map(([, one]) => one.touched).sort((a, b) => b - a)[mostValues - 1] : -1;
    const shown = all.filter(([, one]) => one.touched >= limit);
    const lines = shown.map(([name, one]) => {
      const isNow = one.touched >= (row.event ?? Infinity) && one.touched <= row.upTo;
      const by = one.written === undefined ? null : model.thread(model.events[one.written].thread);
      return el("tr", {class: isNow ? "here" : null}, el("th", {scope: "row"}, name), el("td", {class: "value"}, one.value),
        el("td", {class: "by"}, by ? el("button", {type: "button", class: `jump ${by.colour}`, title: "the step that wrote it",
          onclick: () => this.onStep(one.written)}, by.name) : null));
    });
    const rest = all.length - shown.length;
    return el("div", {}, el("table", {}, el("tbody", {}, ...lines)),
      rest ? el("p", {class: "none"}, `${counted(rest, "more", "more")} not touched lately`) : null);
  }

  threads(model, row) {
    return el("table", {}, el("tbody", {}, ...model.threadsAt(row).map(({thread, place, held, state, isEnd}) =>
      el("tr", {class: `${thread.id === row.thread ? "here" : ""} ${isEnd ? "failing" : ""}`.trim() || null},
        el("th", {scope: "row"}, el("span", {class: `chip ${thread.colour}`}, thread.name)),
        el("td", {class: "at"}, place?.line && state !== "ended" ? el("button", {type: "button", class: "frame", onclick: () => this.onPlace(place)},
          shownPlace(place)) : null),
        el("td", {}, el("span", {class: isEnd ? "why" : "state"}, state),
          held.length ? el("span", {class: "held"}, `holds ${held.join(", ")}`) : null)))));
  }

  parts(model) {
    return el("ul", {}, ...model.finding.locations.map((one) => {
      const thread = model.thread(one.thread);
      return el("li", {}, el("span", {class: `chip ${thread.colour}`}, thread.name), ` ${one.role} `,
        el("button", {type: "button", class: "frame", onclick: () => one.event === undefined ? this.onPlace(one) : this.onStep(one.event)},
          shownPlace(one)));
    }));
  }

  /// What `heddle reach` was asked, and the way there: of each place whether executions passed it.
  questions() {
    return (this.page.result.questions ?? []).map((one) => card(`${one.status}: ${[one.message, one.targets.join(", ")].filter(Boolean).join(" ")}`,
      el("div", {},
        one.why ? el("p", {class: "none"}, one.why) : null,
        one.steps.length ? el("ol", {class: "way"}, ...one.steps.map((step) => el("li", {class: step.passed ? "passed" : "missed"},
          el("button", {type: "button", class: "frame", onclick: () => this.onPlace(step)}, shownPlace(step)), ` ${step.what}`))) : null,
        one.blocked.length ? el("ul", {}, ...one.blocked.map((block) => el("li", {}, el("span", {class: "why"}, "blocked "),
          el("button", {type: "button", class: "frame", onclick: () => this.onPlace(block)}, shownPlace(block)),
          ` ${block.thread} goes another way${Object.entries(block.values).length ? " with " : ""}`,
          Object.entries(block.values).map(([name, value]) => `${name} = ${value}`).join(", ")))) : null,
        one.states ? el("p", {class: "none"}, [counted(one.states, "state"), counted(one.refinements, "refinement"),
          counted(one.trace_sets, "trace set")].join(", ")) : null), "reach"));
  }

  search() {
    const {result} = this.page;
    const list = (items) => items.join(", ") || "none";
    const {more, ...figures} = result.stats;
    return el("details", {class: "card search", open: true},
      el("summary", {}, "About the search"),
      pairs([
        ["verdict", result.verdict ?? "none"],
        ...(result.strategy ? [["strategy", result.strategy]] : []),
        ...(result.covers.length ? [["covers", list(result.covers)]] : []),
        ...(result.assumes.length ? [["assumes", list(result.assumes)]] : []),
        ...result.incomplete.map((one) => ["incomplete", [one.reason, one.detail, shownPlace(one)].filter(Boolean).join(": ")]),
      ]),
      pairs(Object.entries(figures).map(([name, value]) => [name.replaceAll("_", " "),
        Number.isInteger(value) ? value.toLocaleString("en") : Number(value).toFixed(2)]), "figures"),
      el("p", {class: "none"}, `${result.tool.name} ${result.tool.version}, heddle ${result.command}`));
  }
}

const endOf = (output) => output.length <= mostOutput ? output
  : `… ${counted(output.length - mostOutput, "letter")} before\n${output.slice(-mostOutput)}`;

const titleOfInputs = (finding) => finding.inputs_smallest === false ? "Inputs (smaller ones may do)" : "Inputs";

const card = (title, content, name) => el("section", {class: `card ${name}`}, el("h3", {}, title), content);

const pairs = (entries, name = "") => el("dl", {class: `pairs ${name}`.trim()}, ...entries.flatMap(([key, value]) =>
  [el("dt", {}, key), el("dd", {}, String(value))]));
