// On paper there is nothing to scroll: all operations, and the finding.

function printed(page, model) {
  const {result} = page;
  const {finding} = model;
  const head = el("tr", {}, el("th", {}, "#"), el("th", {}, "place"), ...model.threads.map((thread) =>
    el("th", {}, [thread.name, thread.start].filter(Boolean).join(" "))));
  const rows = model.rows({library: false, fold: false, opened: new Set()}).map((row) =>
    el("tr", {class: row.switches ? "switch" : null}, el("td", {}, row.number), el("td", {}, shownPlace(row.place)),
      ...model.threads.map((thread) => el("td", {}, thread.id === row.thread ? row.text : ""))));
  return [
    el("h1", {}, finding.message),
    el("p", {}, `${result.verdict}: ${finding.kind} at ${shownPlace(finding)}; ${aboutText(model)}`),
    el("ul", {}, ...finding.locations.map((one) => el("li", {}, `${model.thread(one.thread).name} ${one.role}, ${shownPlace(one)}`,
      one.stack.length > 1 ? el("ol", {}, ...one.stack.filter((frame) => !frame.library).map((frame) =>
        el("li", {}, `${frame.function} ${shownPlace({...frame, function: ""})}`))) : null))),
    Object.keys(finding.inputs).length ? el("h2", {}, titleOfInputs(finding)) : null,
    Object.keys(finding.inputs).length ? pairs(Object.entries(finding.inputs)) : null,
    el("h2", {}, "Interleaving"),
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)),
    finding.output ? el("h2", {}, "Program output") : null,
    finding.output ? el("pre", {}, endOf(finding.output)) : null,
    el("p", {}, finding.test ? `heddle replay ${finding.test}` : ""),
  ];
}

function printedResult(detail) {
  return [el("h1", {}, byId("message").textContent), detail.search()];
}

const aboutText = (model) => [counted(model.events.length, "operation"), counted(model.threads.length, "thread"),
  counted(model.finding.switches, "context switch", "context switches")].join(", ");
