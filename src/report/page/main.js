// Starts: reads the data, binds keys and buttons, follows the theme and the printer.

const page = JSON.parse(byId("data").textContent);
const app = new App(page);

const keys = [
  [["ArrowDown", "j"], "next step", () => app.step(1)],
  [["ArrowUp", "k"], "step back", () => app.step(-1)],
  [["n"], "next switch of threads", () => app.toSwitch(1)],
  [["p"], "previous switch of threads", () => app.toSwitch(-1)],
  [["ArrowRight"], "next step of the same thread", () => app.alongThread(1)],
  [["ArrowLeft"], "previous step of the same thread", () => app.alongThread(-1)],
  [["PageDown"], "ten steps on", () => app.step(10)],
  [["PageUp"], "ten steps back", () => app.step(-10)],
  [["Home"], "first step", () => app.go(0)],
  [["End"], "last step", () => app.go(Infinity)],
  [["/"], "search; Enter and Shift+Enter go on, Escape leaves", () => byId("search").select()],
  [["f", "Enter"], "open or close the fold here", () => app.toggleFold()],
  [["F"], "fold long runs, or none", () => app.toggle("fold")],
  [["l"], "inside of library functions", () => app.toggle("library")],
  [["]"], "next finding", () => app.choose(app.chosen + 1)],
  [["["], "previous finding", () => app.choose(app.chosen - 1)],
  [["t"], "light or dark", () => toggleTheme()],
  [["?"], "this help", () => byId("help").showModal()],
];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  if (event.target.closest("input, select")) return;
  if (event.key === "Enter" && event.target.closest("button, summary")) return;
  const isTab = event.target.closest("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key);
  if (isTab) {
    app.choose(app.chosen + (event.key === "ArrowLeft" ? -1 : 1));
    byId(`finding-${app.chosen}`).focus();
    event.preventDefault();
    return;
  }
  const known = keys.find(([names]) => names.includes(event.key));
  if (!known || (!app.findings.length && !["t", "?"].includes(event.key))) return;
  event.preventDefault();
  known[2]();
});

const clicks = {
  first: () => app.go(0), last: () => app.go(Infinity), back: () => app.step(-1), next: () => app.step(1),
  "before-switch": () => app.toSwitch(-1), "after-switch": () => app.toSwitch(1), fold: () => app.toggle("fold"),
  library: () => app.toggle("library"), theme: () => toggleTheme(), ask: () => byId("help").showModal(),
};
for (const [id, work] of Object.entries(clicks)) byId(id).addEventListener("click", work);

const shownKey = {ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", PageDown: "Page ↓", PageUp: "Page ↑"};
fill(byId("keys"), ...keys.flatMap(([names, meaning]) => [
  el("dt", {}, ...names.map((name) => el("kbd", {}, shownKey[name] ?? name))), el("dd", {}, meaning)]));

const marks = [
  ["dot hollow", "reads"], ["dot full", "writes"], ["dot square full", "locks, waits, signals"],
  ["dot square hollow", "unlocks, posts"], ["dot diamond", "creates, joins, ends"],
];
const edgeNames = [["data", "value read"], ["lock", "lock handed on"], ["life", "create and join"], ["wake", "wake-up"], ["race", "race"]];
const edgeSample = ([kind]) => drawn("svg", {width: 26, height: 10, viewBox: "0 0 26 10"},
  drawn("path", {class: `edge strong ${kind}`, d: "M1 5 H25"}));
fill(byId("marks"), ...marks.flatMap(([kind, meaning]) => [el("dt", {}, el("i", {class: kind})), el("dd", {}, meaning)]),
  ...edgeNames.flatMap((one) => [el("dt", {}, edgeSample(one)), el("dd", {}, one[1])]));
fill(byId("legend"), ...edgeNames.map((one) => el("span", {}, edgeSample(one), one[1])));

followTheme();

function preparePrint(isPrinting) {
  const content = !isPrinting ? [] : app.model ? printed(page, app.model) : printedResult(app.detail);
  fill(byId("print"), ...content);
}
addEventListener("beforeprint", () => preparePrint(true));
addEventListener("afterprint", () => preparePrint(false));
matchMedia("print").addEventListener("change", (event) => preparePrint(event.matches));

if (app.findings.length) byId("scroll").focus({preventScroll: true});
