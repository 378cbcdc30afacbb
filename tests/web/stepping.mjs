// Going through an execution: by keys, by clicks, by searching.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {check, current, open, position, press, settled} from "./browser.mjs";

const account = () => check("examples/account.c");

test("the page opens at the failure and steps by keys", async () => {
  const page = await open(account().html);
  assert.equal(await page.locator("#verdict").innerText(), "bug");
  assert.equal(await page.locator("#message").innerText(), "assertion failed: balance == 200");
  assert.equal(await current(page), "✗ assertion");
  assert.equal(await position(page), "14 / 14");
  await press(page, "Home");
  assert.equal(await current(page), "creates T1");
  await press(page, "ArrowUp");
  assert.equal(await position(page), "1 / 14");
  await press(page, "ArrowDown", "j");
  assert.equal(await current(page), "reads balance: 0");
  await press(page, "k");
  assert.equal(await current(page), "creates T2");
  await press(page, "n", "n");
  assert.equal(await position(page), "5 / 14");
  await press(page, "p");
  assert.equal(await position(page), "3 / 14");
  await press(page, "ArrowRight", "ArrowRight");
  assert.equal(await current(page), "balance = 100");
  await press(page, "ArrowLeft");
  assert.equal(await current(page), "reads amount: 100");
  await press(page, "PageDown");
  assert.equal(await position(page), "14 / 14");
  await press(page, "PageUp", "End");
  assert.equal(await current(page), "✗ assertion");
  assert.deepEqual(page.problems, []);
});

test("buttons and rows can be clicked", async () => {
  const page = await open(account().html);
  await page.click("#first");
  await settled(page);
  assert.equal(await current(page), "creates T1");
  assert.ok(await page.locator("#back").isDisabled());
  await page.click("#next");
  await page.click("#after-switch");
  await settled(page);
  assert.equal(await position(page), "3 / 14");
  await page.click("#row-6");
  await settled(page);
  assert.equal(await current(page), "balance = 100");
  assert.equal(await page.locator("#row-6").getAttribute("aria-selected"), "true");
  assert.equal(await page.locator("#scroll").getAttribute("aria-activedescendant"), "row-6");
  await page.click("#before-switch");
  await page.click("#back");
  await page.click("#last");
  await settled(page);
  assert.equal(await position(page), "14 / 14");
});

test("findings are chosen from a list", async () => {
  const {html, json} = account();
  const findings = JSON.parse(readFileSync(json)).findings;
  const page = await open(html);
  const tabs = page.locator("#findings [role=tab]");
  assert.equal(await tabs.count(), findings.length);
  for (let i = 0; i < findings.length; ++i) {
    await tabs.nth(i).click();
    await settled(page);
    assert.equal(await page.locator("#message").innerText(), findings[i].message);
    assert.equal(await tabs.nth(i).getAttribute("aria-selected"), "true");
  }
  await press(page, "[");
  assert.equal(await page.locator("#message").innerText(), findings.at(-2).message);
  await tabs.nth(0).focus();
  await press(page, "ArrowLeft", "ArrowRight");
  assert.equal(await tabs.nth(1).getAttribute("aria-selected"), "true");
  assert.ok(await tabs.nth(1).evaluate((tab) => tab === document.activeElement));
});

test("the source follows, with a mark for every thread", async () => {
  const page = await open(account().html);
  const line = page.locator(".line.current");
  assert.equal(await line.getAttribute("data-line"), "20");
  assert.equal(await line.locator(".code").innerText(), "  assert(balance == 200);");
  await press(page, "Home", "n", "n");
  assert.equal(await line.getAttribute("data-line"), "8");
  assert.equal(await line.locator(".word").innerText(), "balance");
  const marks = () => page.locator(".line .mark").evaluateAll((all) =>
    all.map((mark) => `${mark.textContent} ${mark.closest(".line").dataset.line}`).sort());
  assert.deepEqual(await marks(), ["T1 9", "T2 8", "main 17"]);
  assert.match(await page.locator(".code .keyword").first().innerText(), /\w/);
});

test("values, stacks, locks and threads are those of the step", async () => {
  const page = await open(account().html);
  const values = () => page.locator(".values tr").evaluateAll((rows) => rows.map((row) => row.innerText.replace(/\s+/g, " ").trim()));
  assert.deepEqual(await values(), ["balance 100 T1", "amount 100"]);
  await press(page, "Home");
  assert.deepEqual(await values(), []);
  await press(page, "n", "n");
  assert.deepEqual(await values(), ["balance 0", "amount 100"]);
  assert.match(await page.locator(".states").innerText(), /T2\s+account\.c:8/);
  await page.click("#row-6");
  await settled(page);
  assert.deepEqual(await values(), ["balance 100 T2", "amount 100"]);
  assert.match(await page.locator(".now").innerText(), /balance was 0, is 100/);
  await page.locator(".values .jump").click();
  await settled(page);
  assert.equal(await position(page), "7 / 14");

  const dining = await open(check("philosophers.c").html);
  assert.match(await dining.locator(".states").innerText(), /waits for lock forks\[1\]\s*holds forks\[0\]/);
  assert.match(await dining.locator(".stack").innerText(), /philosopher/);
});

test("edges join what belongs together", async () => {
  const page = await open(account().html);
  await press(page, "k"); // The read of balance in main.
  const strong = () => page.locator("#canvas .edge.strong").evaluateAll((edges) =>
    edges.map((edge) => `${edge.classList[1]} ${edge.dataset.from} ${edge.dataset.to}`).sort());
  assert.deepEqual(await strong(), ["data 9 13"]);
  assert.match(await page.locator(".links").innerText(), /reads what was written by\s*T1 balance = 100/);
  await page.locator(".links .jump").click();
  await settled(page);
  assert.equal(await position(page), "9 / 14");
  await press(page, "Home");
  assert.deepEqual(await strong(), ["life 1 3"]);
  await press(page, "]"); // A race: its two accesses.
  assert.ok((await strong()).some((edge) => edge.startsWith("race ")));
  assert.equal(await page.locator(".row.racing").count(), 2);

  const handed = await open(check("handed-on.c", "--property", "assertion").html);
  const kinds = await handed.locator("#canvas .edge").evaluateAll((edges) => [...new Set(edges.map((edge) => edge.classList[1]))].sort());
  assert.deepEqual(kinds, ["data", "life", "lock", "wake"]);
});

test("long runs are folded and can be opened", async () => {
  const page = await open(check("long-runs.c").html);
  const texts = () => page.locator(".row .text").allInnerTexts();
  assert.ok(!(await texts()).includes("values[15] = 15"));
  await press(page, "Home");
  const fold = page.locator(".row.fold").first();
  assert.match(await fold.innerText(), /21 more operations of T1/);
  await fold.click();
  await settled(page);
  assert.equal(await position(page), "7–27 / 64");
  await press(page, "f");
  assert.equal(await current(page), "values[5] = 5");
  assert.equal(await position(page), "7 / 64");
  assert.ok((await texts()).includes("values[15] = 15"));
  await press(page, "j", "j", "f");
  assert.match(await current(page), /21 more operations of T1/);
  await press(page, "Enter");
  assert.equal(await current(page), "values[5] = 5");
  await press(page, "Shift+F");
  assert.equal(await page.locator(".row.fold").count(), 0);
  assert.equal(await page.locator("#fold").getAttribute("aria-pressed"), "false");
  await page.click("#fold");
  await settled(page);
  assert.ok((await page.locator(".row.fold").count()) > 0);
});

test("searching goes from hit to hit, into folds too", async () => {
  const page = await open(check("long-runs.c").html);
  await press(page, "/");
  await page.keyboard.type("values[15]");
  await settled(page);
  assert.equal(await current(page), "values[15] = 15");
  assert.equal(await page.locator("#hits").innerText(), "1 of 2");
  await press(page, "Enter");
  assert.equal(await current(page), "reads values[15]: 15");
  await press(page, "Shift+Enter");
  assert.equal(await current(page), "values[15] = 15");
  assert.ok((await page.locator(".row.hit").count()) > 0);
  await press(page, "Escape", "j");
  assert.equal(await current(page), "values[16] = 16");
  await press(page, "/");
  await page.keyboard.type("nowhere");
  await settled(page);
  assert.equal(await page.locator("#hits").innerText(), "none");
});

test("what happens inside of library functions is shown when asked for", async () => {
  const page = await open(check("cache.cpp").html);
  const rows = await position(page);
  const shown = async () => (await page.locator(".row .text").allInnerTexts()).join("\n");
  assert.match(await shown(), /calls std::map/);
  assert.doesNotMatch(await shown(), /std::cout/);
  assert.doesNotMatch(await page.locator("#detail").innerText(), /std::cout/);
  await press(page, "l");
  assert.notEqual(await position(page), rows);
  assert.doesNotMatch(await shown(), /calls std::map/);
  await page.click("#library");
  await settled(page);
  assert.equal(await position(page), rows);
});

test("without a finding the page says what was searched", async () => {
  const page = await open(check("tests/e2e/page/Inputs/fine.c").html);
  assert.equal(await page.locator("#verdict").innerText(), "safe");
  const text = await page.locator("#detail").innerText();
  for (const word of ["covers", "deadlock", "assumes", "no-signals", "executions"]) assert.ok(text.includes(word), word);
  assert.ok(!(await page.locator("#lanes").isVisible()));
  assert.deepEqual(page.problems, []);
});
