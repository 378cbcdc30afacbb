// Starts: reads the data, lists the differences, binds keys and buttons.

const page = JSON.parse(byId("data").textContent);
const sheet = new Sheet(sheetOf(page.old.sources, page.new.sources), ["old", "new"]);
/// What can be chosen: data flows, then locks, orders and conditions.
const choices = [...page.differences, ...page.exclusion];
choices.forEach((one, number) => { one.number = number; });
const items = choices.map((one) => (one.edges ? itemOf(one) : itemOfAccesses(one)));

/// What the sheet draws of a difference: its edges, and crossed out in the version without them.
function itemOf(one) {
  const here = one.only_in;
  const other = here === "old" ? "new" : "old";
  const isElsewhere = (edge) => edge.read_elsewhere && (edge.is_initial || edge.write_elsewhere);
  return {
    number: one.number,
    marks: one.edges.flatMap((edge) => [[here, edge.write], [here, edge.read], [other, edge.write_elsewhere], [other, edge.read_elsewhere]])
      .map(([side, place]) => ({side, place})),
    arrows: one.edges.flatMap((edge, slot) => {
      const arrow = {slot, isInitial: edge.is_initial, label: one.edges.length > 1 ? String(slot + 1) : ""};
      return [{...arrow, side: here, kind: here, from: edge.write, to: edge.read},
        ...(isElsewhere(edge) ? [{...arrow, side: other, kind: other, from: edge.write_elsewhere, to: edge.read_elsewhere, isNever: true}] : [])];
    }),
  };
}

/// The same of accesses that may overlap, or come in either order, or between which one may come.
function itemOfAccesses(one) {
  const here = one.only_in;
  const other = here === "old" ? "new" : "old";
  const [first, second, third] = one.accesses;
  const ends = third ? [[first, third], [third, second]] : second ? [[first, second]] : [];
  return {
    number: one.number,
    marks: one.accesses.flatMap((access) => [[here, access.place], [other, access.elsewhere]])
      .filter(([, place]) => place).map(([side, place]) => ({side, place})),
    arrows: ends.flatMap(([a, b], slot) => [{slot, isEven: true, side: here, kind: here, from: a.place, to: b.place},
      ...(a.elsewhere && b.elsewhere
        ? [{slot, isEven: true, side: other, kind: other, from: a.elsewhere, to: b.elsewhere, isNever: true}] : [])]),
  };
}

/// Files by their last name, as in the list; the whole name stands above the source.
const names = [...page.old.sources, ...page.new.sources].map((source) => source.file).sort((a, b) => b.length - a.length);
function brief(text) {
  return names.reduce((rest, name) => rest.replaceAll(`${name}:`, `${name.split("/").at(-1)}:`), text);
}

function chips(one) {
  return el("span", {class: "chips"}, el("span", {class: "chip side"}, `only in ${one.only_in}`),
    one.accesses ? el("span", {class: "chip"}, one.kind) : null,
    one.rank > 1 ? el("span", {class: "chip"}, `rank ${one.rank}`) : null,
    one.status ? el("span", {class: `chip ${one.status}`}, one.status) : null,
    one.apart ? el("span", {class: "chip"}, "of a changed statement") : null);
}

const from = (edge) => (edge.is_initial ? "initial value" : shownPlace(edge.write));
const flow = (edge) => `${edge.variable}: ${from(edge)} → ${shownPlace(edge.read)}`;

function differenceElement(one) {
  return el("li", {}, el("button", {type: "button", class: `difference ${one.only_in}`, id: `difference-${one.number}`,
    "aria-current": "false", onclick: () => choose(one.number)},
    chips(one), ...one.edges.map((edge, i) => el("span", {class: "flow", title: edge.sentence},
      one.edges.length > 1 ? `${i + 1}. ${flow(edge)}` : flow(edge))),
    one.why ? el("span", {class: "why"}, brief(one.why)) : null,
    one.execution ? el("span", {class: "why"}, brief(one.execution)) : null,
    one.test ? el("span", {class: "test"}, `heddle replay ${one.test}`) : null));
}

const entry = (side, ...content) => el("li", {}, el("div", {class: `entry ${side}`}, ...content));

function section(title, entries) {
  return entries.length ? [el("h2", {}, title), el("ul", {}, ...entries)] : [];
}

function lockEntry(one) {
  return entry(one.only_in, chips(one), ...one.links.map((link) => el("span", {class: "flow"},
    `${link.thread} holds ${link.held} (${shownPlace(link.held_at)}), wants ${link.wanted} (${shownPlace(link.wanted_at)})`)),
    one.why ? el("span", {class: "why"}, brief(one.why)) : null);
}

function threadEntry(one) {
  return entry(one.only_in, chips(one), el("span", {class: "flow"}, `${one.routine} is ${one.kind} at ${shownPlace(one.place)}`));
}

function exclusionEntry(one) {
  return el("li", {}, el("button", {type: "button", class: `difference ${one.only_in}`, id: `difference-${one.number}`,
    "aria-current": "false", onclick: () => choose(one.number)},
    chips(one), el("span", {class: "flow"}, brief(one.sentence)), el("span", {class: "why"}, brief(one.why))));
}

function statementEntry(one) {
  return entry(one.only_in, chips(one), el("span", {class: "flow"}, `${shownPlace(one.place)}: ${one.what}`));
}

let chosen = -1;
function choose(number) {
  if (!choices.length) return;
  if (chosen >= 0) byId(`difference-${chosen}`).setAttribute("aria-current", "false");
  chosen = Math.min(Math.max(number, 0), choices.length - 1);
  const one = choices[chosen];
  const node = byId(`difference-${chosen}`);
  node.setAttribute("aria-current", "true");
  node.scrollIntoView({block: "nearest"});
  sheet.show(items, items[chosen]);
  byId("live").textContent = `only in ${one.only_in}: ${one.edges ? one.edges.map(flow).join(", then ") : brief(one.sentence)}`;
}

function message() {
  const count = page.differences.filter((one) => one.counts).length + page.lock_order.length + page.threads.length + page.exclusion.length;
  if (count) return `${counted(count, "difference")}, ${page.relationship}`;
  return page.verdict === "equal" ? `no difference up to rank ${page.rank}` : "no difference was found, but not all was compared";
}

const legends = [["old strong", "only the old version"], ["new strong", "only the new version"], ["never strong", "not in this version"]];

document.title = `Heddle: ${page.old.name} and ${page.new.name}`;
byId("verdict").textContent = page.verdict;
byId("verdict").className = page.verdict;
byId("message").textContent = message();
byId("about").textContent = [`compared: ${page.covers.join(", ")}`, `assumes ${page.assumes.join(", ")}`].join("; ");
byId("old-name").textContent = page.old.name;
byId("new-name").textContent = page.new.name;
fill(byId("list"),
  el("h2", {}, "Data flows that one version alone allows"),
  page.differences.length ? el("ul", {}, ...page.differences.map(differenceElement)) : el("p", {class: "none"}, "none"),
  ...section("Lock order", page.lock_order.map(lockEntry)),
  ...section("Threads", page.threads.map(threadEntry)),
  ...section("Locks, orders and conditions lost and gained", page.exclusion.map(exclusionEntry)),
  ...section("Statements added and removed", page.statements.map(statementEntry)),
  ...section("What was left out", page.incomplete.map((one) => entry("", el("span", {class: "flow"},
    [shownPlace(one.place), one.detail || one.reason].filter(Boolean).join(": "))))));
fill(byId("legend"), ...legends.map(([kind, meaning]) => el("span", {},
  drawn("svg", {width: 26, height: 10, viewBox: "0 0 26 10"}, drawn("path", {class: `edge ${kind}`, d: "M1 5 H25"})), meaning)));

const keys = {
  ArrowDown: () => choose(chosen + 1), j: () => choose(chosen + 1), ArrowUp: () => choose(chosen - 1), k: () => choose(chosen - 1),
  Home: () => choose(0), End: () => choose(Infinity), t: () => toggleTheme(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  if (event.target === byId("scroll") && event.key !== "t" && event.key.length > 1) return; // It scrolls.
  event.preventDefault();
  keys[event.key]();
});
byId("theme").addEventListener("click", toggleTheme);
followTheme();
sheet.draw();
if (choices.length) choose(0);
