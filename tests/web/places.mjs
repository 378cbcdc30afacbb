// The pages beside a source: pairs of accesses, which write each read sees, the way to a target.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {writeFileSync} from "node:fs";
import path from "node:path";
import {test} from "node:test";
import {folder, heddle, open, press, root} from "./browser.mjs";

/// The page that `heddle COMMAND …` writes.
function pageOf(name, command, ...options) {
  const html = path.join(folder, `${name}.html`);
  const done = spawnSync(heddle, [command, ...options, "--html", html], {encoding: "utf8", cwd: root});
  if (![0, 1, 3].includes(done.status)) throw new Error(`heddle ${command}: ${done.status}\n${done.stderr}`);
  return html;
}
const out = path.join(folder, "places");

test("pairs are listed by variable, those that may be races first, with both lines marked", async () => {
  const page = await open(pageOf("pairs", "pairs", "bench/programs/pairs/alarm-clock.c"));
  assert.equal(await page.locator("#verdict").innerText(), "candidates");
  assert.match(await page.locator("#message").innerText(), /^42 pairs, 12 unprotected$/);
  assert.match(await page.locator(".entry").first().innerText(), /RW\s+unprotected[^]*alarm-clock\.c:31:9: T1 tick reads/);
  assert.deepEqual(await page.locator(".line.end").evaluateAll((all) => all.map((one) => one.dataset.line)), ["21", "31"]);
  assert.ok(await page.locator("#edges .edge.strong.found").count() === 1);
  await press(page, "j");
  assert.equal(await page.locator(".entry[aria-current=true]").getAttribute("id"), "entry-1");
  assert.deepEqual(page.problems, []);
});

test("a possible deadlock comes first", async () => {
  const page = await open(pageOf("deadlock", "pairs", "bench/programs/pairs/deadlock-d1.c"));
  assert.match(await page.locator("summary").first().innerText(), /Possible deadlocks/);
  assert.match(await page.locator(".entry").first().innerText(), /holds .* since deadlock-d1\.c:\d+/);
  assert.ok(await page.locator("#edges .edge.strong.found").count() >= 2);
});

test("a cell of the matrix shows its pair, its test and its arrow", async () => {
  const page = await open(pageOf("defuse", "defuse", "tests/e2e/defuse/figure2.c", "--out", out));
  const cells = page.locator(".matrix td button");
  assert.ok(await cells.count() >= 10, `${await cells.count()} cells`);
  await page.locator(".matrix td button.known").nth(2).click();
  assert.match(await page.locator(".entry[aria-current=true]").innerText(), /reads . from[^]*heddle view .*\.heddle/);
  assert.equal(await page.locator("#edges .tip.strong").count(), 1);
  assert.ok((await page.locator("summary").allInnerTexts()).some((one) => /Branch pairs \d of \d covered/.test(one)));
  assert.deepEqual(page.problems, []);
});

test("the way to a target stands beside the execution, or alone where there is none", async () => {
  const reached = await open(pageOf("reached", "reach", "bench/programs/reach/figure2.c", "--target", "figure2.c:18", "--out", out));
  assert.equal(await reached.locator("#verdict").innerText(), "reached");
  assert.ok(await reached.locator(".reach .way .passed").count() >= 3);
  assert.equal(await reached.locator(".reach .way .missed").count(), 0);
  const never = pageOf("open", "reach", "tests/e2e/reach/never.c", "--target", "never.c:16", "--strategy", "guided", "--out", out);
  const page = await open(never);
  assert.equal(await page.locator("#verdict").innerText(), "unknown");
  assert.equal(await page.locator(".reach .way .missed").count(), 1);
  assert.match(await page.locator(".reach").innerText(), /blocked never\.c:15 main goes another way with flag = 1/);
  assert.ok(await page.locator("#source .line.current").count() === 1, "the source is there");
  assert.deepEqual(page.problems, []);
});

test("texts that try to be markup are shown as they are, in light and dark", async () => {
  const evil = "</script><img src=x onerror=ran=1>";
  const file = path.join(folder, "evil<img src=x onerror=ran=2>.c");
  writeFileSync(file, `#include <pthread.h>
int x; // ${evil}
void *run(void *unused) { x = 1; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); x = 2; pthread_join(t, 0); return 0; }
`);
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(pageOf("evil-pairs", "pairs", file), {colorScheme});
    assert.ok((await page.locator("#rows").innerText()).includes(evil));
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.equal(await page.locator("img, iframe, object, embed, link, form").count(), 0);
    assert.equal(await page.locator("script").count(), 2);
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(back === "rgb(255, 255, 255)", colorScheme === "light");
    assert.deepEqual(page.problems, []);
  }
});
