// Starts: reads the data, lists the sections, binds keys and buttons.

const page = JSON.parse(byId("data").textContent);
const sheet = new Sheet(sheetOfProgram(page.sources), ["program"]);
const mostShown = 200; // Entries of a section until more are asked for.

/// All entries in order; each knows its section and what the sheet draws of it.
const entries = page.sections.flatMap((section, of) => section.entries.map((entry) => ({...entry, section: of})));
entries.forEach((entry, number) => {
  entry.number = number;
  entry.item = {
    number,
    marks: entry.marks.map((place) => ({side: "program", place})),
    arrows: entry.arrows.map((arrow, slot) => ({side: "program", kind: arrow.kind, from: entry.marks[arrow.from], to: entry.marks[arrow.to],
      slot, isInitial: arrow.is_initial, isEven: arrow.is_even, label: ""})),
  };
});
const parts = page.sections.map((section, of) => ({section, mine: entries.filter((one) => one.section === of), shown: mostShown}));

const kindOf = (entry) => entry.chips.map((chip) => chip.kind).find(Boolean) ?? "";

function entryElement(entry) {
  return el("li", {}, el("button", {type: "button", class: `entry ${kindOf(entry)}`, id: `entry-${entry.number}`,
    "aria-current": String(entry.number === chosen), onclick: () => choose(entry.number)},
    el("span", {class: "chips"}, ...entry.chips.map((chip) => el("span", {class: `chip ${chip.kind}`}, chip.text))),
    ...entry.lines.map((line) => el("span", {class: "flow"}, line)),
    ...entry.notes.map((note) => el("span", {class: "why"}, note)),
    entry.test ? el("span", {class: "test"}, `heddle view ${entry.test}`) : null));
}

function cellElement(entry) {
  return el("button", {type: "button", class: kindOf(entry), id: `cell-${entry.number}`, "aria-current": String(entry.number === chosen),
    title: [...entry.lines, ...entry.notes].join("\n"), onclick: () => choose(entry.number)}, entry.chips[0].text);
}

/// Of a matrix the chosen entry stands below it; else there is a list.
function fillPart(part) {
  const {section, mine} = part;
  const first = mine[0].number;
  const listed = section.matrix ? mine.filter((one) => one.number === chosen) : mine.slice(0, part.shown);
  const more = section.matrix ? 0 : mine.length - listed.length;
  fill(part.body,
    section.matrix ? matrixElement(section.matrix, (number) => cellElement(entries[first + number])) : null,
    el("ul", {}, ...listed.map(entryElement)),
    more > 0 ? el("p", {class: "more"}, el("button", {type: "button", onclick: () => { part.shown = Infinity; fillPart(part); }},
      `${counted(more, "more entry", "more entries")}`)) : null);
}

function partElement(part) {
  part.body = el("div", {});
  part.node = el("details", {ontoggle: () => { if (part.node.open) fillPart(part); }},
    el("summary", {}, el("b", {}, part.section.title), " ", el("span", {}, part.section.note)), part.body);
  return part.node;
}

let chosen = -1;
function choose(number) {
  if (!entries.length) return;
  const before = entries[chosen];
  chosen = Math.min(Math.max(number, 0), entries.length - 1);
  const entry = entries[chosen];
  const part = parts[entry.section];
  if (entry.number - part.mine[0].number >= part.shown) part.shown = Infinity;
  if (before && before.section !== entry.section && parts[before.section].node.open) fillPart(parts[before.section]);
  part.node.open = true;
  fillPart(part);
  (byId(`cell-${chosen}`) ?? byId(`entry-${chosen}`)).scrollIntoView({block: "nearest", inline: "nearest"});
  byId(`entry-${chosen}`).scrollIntoView({block: "nearest"});
  sheet.show(part.mine.slice(0, mostShown).map((one) => one.item), entry.item);
  byId("live").textContent = entry.lines.join("; ");
}

const legends = {
  pairs: [["found", "perhaps a race or a deadlock"], ["known", "protected"], ["open", "may come in either order"]],
  defuse: [["known", "seen"], ["never", "never"], ["open", "open"]],
};

document.title = `Heddle: ${page.command}`;
byId("verdict").textContent = page.badge;
byId("verdict").className = page.badge_kind;
byId("message").textContent = page.message;
byId("about").textContent = page.about;
fill(byId("list"), ...parts.map(partElement),
  entries.length ? null : el("p", {class: "none"}, "nothing was found"),
  page.incomplete.length ? el("h2", {}, "What was left out") : null,
  page.incomplete.length ? el("ul", {}, ...page.incomplete.map((one) => el("li", {}, el("div", {class: "entry"},
    [shownPlace(one.place), one.detail || one.reason].filter(Boolean).join(": "))))) : null);
fill(byId("legend"), ...(legends[page.command] ?? []).map(([kind, meaning]) => el("span", {},
  drawn("svg", {width: 26, height: 10, viewBox: "0 0 26 10"}, drawn("path", {class: `edge strong ${kind}`, d: "M1 5 H25"})), meaning)));

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
addEventListener("beforeprint", () => { for (const part of parts) { part.node.open = true; part.shown = Infinity; fillPart(part); } });
followTheme();
sheet.draw();
if (entries.length <= 60) for (const part of parts) part.node.open = true;
if (entries.length) choose(0);
