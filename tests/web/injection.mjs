// Programs whose names, files, strings and output try to become markup and script.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {test} from "node:test";
import {check, folder, here, open, press, root, settled} from "./browser.mjs";

const evil = (name) => `</script><img src=x onerror=ran='${name}'><script>ran='${name}'</script>`;

/// Goes everywhere, so that everything that can be drawn is.
async function visit(page) {
  const findings = Math.max(1, await page.locator("#findings [role=tab]").count());
  for (let i = 0; i < findings; ++i) {
    for (const key of ["l", "Shift+F", "Home"]) await press(page, key);
    const rows = Number((await page.locator("#position").innerText()).split(" / ")[1]);
    for (let row = 1; row < rows; ++row) await press(page, "j");
    await press(page, "]");
  }
  await press(page, "?", "Escape", "/");
  await page.keyboard.type("<img");
  await settled(page);
  await page.emulateMedia({media: "print"});
  await settled(page);
  await page.emulateMedia({media: "screen"});
}

async function assertHarmless(page) {
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.locator("img, iframe, object, embed, link, form:not([method=dialog])").count(), 0);
  assert.equal(await page.locator("script").count(), 2);
  assert.deepEqual(page.problems, []);
}

test("files, inputs, output and assertions are shown as they are", async () => {
  // A slash cannot be in the name of a file, but in its path.
  const directory = path.join(folder, "a<");
  mkdirSync(directory, {recursive: true});
  const file = path.join(directory, "script><img src=x onerror=ran='file'>.c");
  writeFileSync(file, readFileSync(path.join(here, "programs/injection.c")));
  const page = await open(check(file, "--", `-I${root}/include`).html);
  assert.ok((await page.locator("#message").innerText()).includes(evil("assert")));
  assert.ok((await page.locator(".output").innerText()).includes(evil("output")));
  assert.ok((await page.locator(".inputs").innerText()).includes(evil("input")));
  assert.ok((await page.locator("#about").innerText()).includes("a</script><img src=x onerror=ran='file'>.c"));
  assert.ok((await page.locator("#code").innerText()).includes(evil("source")));
  await visit(page);
  await assertHarmless(page);
});

test("so are the names of functions, variables and locks", async () => {
  const plain = path.join(folder, "names.ll");
  execFileSync("clang-19", ["-g", "-O0", "-S", "-emit-llvm", "-o", plain, path.join(here, "programs/names.c")]);
  const hex = (text) => [...Buffer.from(text)].map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
  const renamed = readFileSync(plain, "utf8")
    .replace(/@(evil_\w+)/g, (_, name) => `@"${hex(evil(name))}"`)
    .replace(/(name: )"(evil_\w+)"/g, (_, before, name) => `${before}"${hex(evil(name))}"`);
  const file = path.join(folder, "renamed.ll");
  writeFileSync(file, renamed);
  const page = await open(check(file).html);
  const rows = (await page.locator(".row .text").allInnerTexts()).join("\n");
  for (const name of ["evil_variable", "evil_lock"]) assert.ok(rows.includes(evil(name)), name);
  assert.ok((await page.locator("#heads").innerText()).includes(evil("evil_thread")));
  assert.ok((await page.locator(".values").innerText()).includes(evil("evil_variable")));
  await visit(page);
  await assertHarmless(page);
});

test("nothing may be added to a page that runs", async () => {
  const {html} = check("examples/account.c");
  const spoilt = path.join(folder, "spoilt.html");
  writeFileSync(spoilt, readFileSync(html, "utf8").replace("<main", "<script>ran='inline'</script><img src=x onerror=\"window.ran='image'\"><main"));
  const page = await open(spoilt);
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.ok(page.problems.some((problem) => problem.includes("Content Security Policy")), page.problems.join("\n"));
});
