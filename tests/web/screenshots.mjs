// usage: node screenshots.mjs HEDDLE DIRECTORY: makes the pictures of docs/ anew.
import {spawnSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {check, folder, heddle, open, press, root, start, stop} from "./browser.mjs";

const pictures = [
  ["lost-update", "examples/account.c", "light", "k"],
  ["deadlock", "tests/web/programs/philosophers.c", "dark", "End"],
  ["cxx-race", "tests/web/programs/cache.cpp", "light", "End"],
];
/// A program of the tests without the lines that are for them, in a directory of its own.
function plain(file) {
  const lines = readFileSync(path.join(root, file), "utf8").split("\n");
  writeFileSync(path.join(folder, path.basename(file)), lines.filter((line) => !/^\/\/ [A-Z]+(-[A-Z]+)*:/.test(line)).join("\n"));
  return path.basename(file);
}

// Of other commands: [name, command and its arguments, theme, keys, directory].
const others = [
  ["pairs", ["pairs", "bench/programs/pairs/alarm-clock.c"], "light", []],
  ["diff", ["diff", "tests/diff-pairs/read-back/old.c", "tests/diff-pairs/read-back/new.c"], "light", []],
  ["defuse", ["defuse", plain("tests/e2e/defuse/figure2.c")], "light", ["j", "j", "j"], folder],
  ["reach", ["reach", plain("tests/e2e/reach/never.c"), "--target", "never.c:13", "--strategy", "guided"], "dark", [], folder],
];

await start();
for (const [name, program, colorScheme, key] of pictures) {
  const page = await open(check(program).html, {colorScheme});
  await press(page, key);
  await page.screenshot({path: path.join(process.argv[3], `${name}.png`)});
}
for (const [name, words, colorScheme, keys, directory] of others) {
  const html = path.join(folder, `${name}.html`);
  const done = spawnSync(heddle, [...words, "--html", html], {encoding: "utf8", cwd: directory ?? root});
  if (done.status === 2) throw new Error(`heddle ${words.join(" ")}: ${done.stderr}`);
  const page = await open(html, {colorScheme});
  await press(page, ...keys);
  await page.screenshot({path: path.join(process.argv[3], `${name}.png`)});
}
await stop();
