// The page of two versions: what is listed, drawn, chosen; and texts that try to be markup.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {test} from "node:test";
import {folder, heddle, open, press, root} from "./browser.mjs";

const pairs = path.join(root, "tests/diff-pairs");

function diff(old, current, name) {
  const html = path.join(folder, `${name}.html`);
  const done = spawnSync(heddle, ["diff", old, current, "--quiet", "--html", html], {encoding: "utf8", cwd: root});
  if (![0, 1].includes(done.status)) throw new Error(`heddle diff ${old}: ${done.status}\n${done.stderr}`);
  return html;
}
const pair = (name) => diff(path.join(pairs, name, "old.c"), path.join(pairs, name, "new.c"), name);

test("differences are listed, and their edges drawn in both versions", async () => {
  const page = await open(pair("read-back"));
  assert.equal(await page.locator("#verdict").innerText(), "different");
  assert.match(await page.locator(".difference").first().innerText(), /only in old[^]*level: old\.c:16 → old\.c:10/);
  assert.equal(await page.locator(".edge.strong.old:not(.never)").count() >= 1, true);
  assert.ok((await page.locator("#edges .never.edge").count()) >= 1, "what the new version cannot do");
  assert.deepEqual(await page.locator(".line.old.end").evaluateAll((all) => all.map((one) => one.dataset.line)), ["10", "16"]);
  assert.deepEqual(await page.locator(".line.new.end").evaluateAll((all) => all.map((one) => one.dataset.line)), ["11", "18"]);
  const added = await page.locator(".line.new.changed .code").allInnerTexts();
  assert.deepEqual(added.map((one) => one.trim()), ["pthread_mutex_lock(&guard);", "pthread_mutex_unlock(&guard);"]);
  assert.deepEqual(page.problems, []);
});

test("an arrow ends at the line of its read", async () => {
  const page = await open(pair("read-back"));
  const tip = await page.locator(".tip.strong.old").first().boundingBox();
  const line = await page.locator(".line.old[data-line='10']").boundingBox();
  assert.ok(tip.y > line.y && tip.y + tip.height < line.y + line.height, `${tip.y} in ${line.y}`);
});

test("accesses that may overlap are chosen and drawn like data flows, with their files by the last name", async () => {
  const page = await open(pair("read-back"));
  await press(page, "j");
  const chosen = page.locator(".difference[aria-current=true]");
  assert.match(await chosen.innerText(), /only in old\s+overlap\s+the write of level at old\.c:9:9 and the write of level at old\.c:16:9 may overlap/);
  assert.deepEqual(await page.locator(".line.old.end").evaluateAll((all) => all.map((one) => one.dataset.line)), ["9", "16"]);
  assert.equal(await page.locator("#edges .edge.strong.old:not(.never)").count(), 1);
  assert.equal(await page.locator("#edges .edge.strong.never").count(), 1);
  assert.equal(await page.locator(".tip.strong").count(), 0, "nobody comes first");
  assert.deepEqual(page.problems, []);
});

test("keys go from difference to difference", async () => {
  const page = await open(pair("lost-update"));
  const chosen = () => page.locator(".difference[aria-current=true]").getAttribute("id");
  assert.equal(await chosen(), "difference-0");
  await press(page, "j");
  assert.equal(await chosen(), "difference-1");
  await press(page, "k", "k");
  assert.equal(await chosen(), "difference-0");
  assert.match(await page.locator("#live").innerText(), /only in old: stock: initial value/);
});

test("equal versions say so, in light and dark", async () => {
  const file = path.join(pairs, "read-back/new.c");
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(diff(file, file, "same"), {colorScheme});
    assert.equal(await page.locator("#verdict").innerText(), "equal");
    assert.match(await page.locator("#message").innerText(), /no difference up to rank/);
    assert.equal(await page.locator("#edges path").count(), 0);
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(back === "rgb(255, 255, 255)", colorScheme === "light");
    assert.deepEqual(page.problems, []);
  }
});

test("source and names that try to be markup are shown as they are", async () => {
  const evil = "</script><img src=x onerror=ran=1><script>ran=2</script>";
  const names = ["old", "new"].map((side) => {
    const text = readFileSync(path.join(pairs, "read-back", `${side}.c`), "utf8");
    const file = path.join(folder, `${side}<img src=x onerror=ran=3>.c`);
    writeFileSync(file, text.replace("level = 7;", `level = 7; // ${evil}`));
    return file;
  });
  const page = await open(diff(...names, "evil"));
  assert.ok((await page.locator("#rows").innerText()).includes(evil));
  assert.ok((await page.locator("#old-name").innerText()).includes("<img src=x"));
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.locator("img, iframe, object, embed, link, form").count(), 0);
  assert.equal(await page.locator("script").count(), 2);
  assert.deepEqual(page.problems, []);
});
