// How it looks: light, dark, narrow, on paper; and what there is for those who do not see it.
import assert from "node:assert/strict";
import {test} from "node:test";
import {check, open, press, settled} from "./browser.mjs";

/// The contrast between a text and what is behind it, by WCAG 2.
const contrasts = (page, selectors) => page.evaluate((names) => {
  const channels = (colour) => {
    const numbers = colour.match(/[\d.]+/g).map(Number);
    if (colour.startsWith("color(")) return [...numbers.slice(0, 3).map((n) => n * 255), numbers[3] ?? 1];
    return [...numbers.slice(0, 3), numbers[3] ?? 1];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((one, i) => one * a + under[i] * (1 - a));
  const behind = (node) => {
    if (!node) return [255, 255, 255];
    const colour = channels(getComputedStyle(node).backgroundColor);
    return colour[3] === 1 ? colour.slice(0, 3) : over(colour, behind(node.parentElement));
  };
  const light = (colour) => colour.map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  return names.flatMap((name) => [...document.querySelectorAll(name)].slice(0, 5).map((node) => {
    let opacity = 1;
    for (let at = node; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const back = behind(node);
    const [r, g, b, a] = channels(getComputedStyle(node).color);
    const [bright, dim] = [light(over([r, g, b, a * opacity], back)), light(back)].sort((x, y) => y - x);
    return {name, ratio: (bright + 0.05) / (dim + 0.05)};
  }));
}, selectors);

const texts = ["#verdict", "#message", "#about", "#findings button", "#bar button:enabled", "#position", ".head b", ".head span",
  ".row .number", ".row .place", ".row .text", ".row .held", ".row.end .text", ".line .number", ".line .code", ".line .keyword",
  ".line .comment", ".line .literal", ".line .mark", ".card h3", ".chip", ".values td", ".states .state", ".states .why",
  ".stack .at", ".pairs dt", "#legend span"];

test("both themes can be read", async () => {
  for (const file of ["examples/account.c", "philosophers.c"])
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(check(file).html, {colorScheme});
      for (const {name, ratio} of await contrasts(page, texts))
        assert.ok(ratio >= 4.5, `${name} in ${colorScheme}: ${ratio.toFixed(2)}`);
    }
});

test("the theme follows the machine and can be changed", async () => {
  const page = await open(check("examples/account.c").html, {colorScheme: "dark"});
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await back();
  await press(page, "t");
  const light = await back();
  assert.notEqual(light, dark);
  assert.equal(light, "rgb(255, 255, 255)");
  await page.reload();
  await settled(page);
  assert.equal(await back(), light);
  await page.click("#theme");
  assert.equal(await back(), dark);
});

test("on paper stand all operations, black on white", async () => {
  const page = await open(check("long-runs.c").html, {colorScheme: "dark"});
  await page.emulateMedia({media: "print"});
  await page.waitForSelector("#print table");
  const rows = await page.locator("#print tbody tr").allInnerTexts();
  assert.equal(rows.length, 64); // 63 operations and the end.
  assert.ok(rows.some((row) => row.includes("values[15] = 15")));
  assert.match(await page.locator("#print h1").innerText(), /assertion failed: sum != 435/);
  assert.ok(!(await page.locator("#main").isVisible()));
  assert.deepEqual(await page.evaluate(() => {
    const style = getComputedStyle(document.body);
    return [style.color, style.backgroundColor];
  }), ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  const pdf = await page.pdf();
  assert.ok(pdf.length > 10000);
  await page.emulateMedia({media: "screen"});
  await settled(page);
  assert.equal(await page.locator("#print tr").count(), 0);
});

test("it fits into 1280 and into 700 pixels", async () => {
  const {html} = check("examples/account.c");
  for (const width of [1280, 700]) {
    const page = await open(html, {viewport: {width, height: 800}});
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), String(width));
    const cut = await page.locator(".row .text").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    assert.equal(cut, 0, `operations cut at ${width}`);
    for (const id of ["lanes", "source", "detail"]) assert.ok(await page.locator(`#${id}`).isVisible(), id);
  }
});

test("help opens, and the focus can be seen", async () => {
  const page = await open(check("examples/account.c").html);
  await press(page, "?");
  assert.ok(await page.locator("#help").isVisible());
  assert.match(await page.locator("#keys").innerText(), /next switch of threads/);
  await press(page, "Escape");
  assert.ok(!(await page.locator("#help").isVisible()));
  await page.focus("#scroll");
  const outline = (selector) => page.locator(selector).evaluate((node) => getComputedStyle(node).outlineStyle);
  await press(page, "ArrowUp");
  assert.equal(await outline(".row.current"), "solid");
  await press(page, "Tab");
  assert.equal(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "solid");
  assert.equal(await page.locator("#scroll").getAttribute("role"), "listbox");
  assert.ok((await page.locator("#rows [role=option]").count()) > 5);
  assert.match(await page.locator("#live").innerText(), /main: reads balance: 100/);
});
