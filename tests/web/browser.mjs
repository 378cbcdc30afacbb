// What the tests share: programs become pages, pages are opened in Debian's Chromium.
import {execFileSync, spawnSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

export const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, "../..");
/// The tool under test, the first argument of whoever runs this.
export const heddle = path.resolve(process.argv[2] ?? path.join(root, "build/release/src/cli/heddle"));

export const folder = mkdtempSync(path.join(tmpdir(), "heddle-web-"));
let browser = null;

export async function start() {
  const executablePath = execFileSync("which", ["chromium"], {encoding: "utf8"}).trim();
  // The sandbox wants a user of its own, which a container's root is not.
  browser = await chromium.launch({executablePath, args: ["--no-sandbox", "--disable-gpu"]});
}

export async function stop() {
  await browser?.close();
  rmSync(folder, {recursive: true, force: true});
}

const made = new Map();

/// The page of `heddle check FILE`, made once. `file` is a program of this folder, or a path from the
/// top of the tree.
export function check(file, ...options) {
  if (!made.has(file)) made.set(file, checkNow(file, options));
  return made.get(file);
}

function checkNow(file, options) {
  const program = file.includes("/") ? file : path.join(here, "programs", file);
  const name = path.basename(file).replace(/\W/g, "-");
  const html = path.join(folder, `${name}.html`);
  const json = path.join(folder, `${name}.json`);
  const done = spawnSync(heddle, ["check", program, "--out", path.join(folder, "out"), "--html", html, "--json", json,
    "--quiet", ...options], {encoding: "utf8", cwd: root});
  if (done.status !== 0 && done.status !== 1) throw new Error(`heddle check ${file}: ${done.status}\n${done.stderr}`);
  return {html, json, text: done.stdout};
}

/// Opens a page in place of the one before and keeps what goes wrong in it in `problems`.
export async function open(html, options = {}) {
  for (const old of browser.contexts()) await old.close();
  const context = await browser.newContext({viewport: {width: 1280, height: 800}, ...options});
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.problems.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    page.problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  const address = pathToFileURL(html).href;
  page.on("request", (request) => {
    if (request.url() !== address) page.problems.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => addEventListener("DOMContentLoaded", () =>
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("drawn")))));
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName("drawn").length > 0);
  return page;
}

/// Until what was asked for is drawn.
export const settled = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await settled(page);
}

/// The row of the step that is chosen, as it reads.
export const current = (page) => page.locator(".row.current .text").innerText();
export const position = (page) => page.locator("#position").innerText();
