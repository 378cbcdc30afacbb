// usage: node screenshots.mjs HEDDLE DIRECTORY: makes the pictures of docs/page.md anew.
import path from "node:path";
import {check, open, press, start, stop} from "./browser.mjs";

const pictures = [
  ["lost-update", "examples/account.c", "light", "k"],
  ["deadlock", "tests/web/programs/philosophers.c", "dark", "End"],
  ["cxx-race", "tests/web/programs/cache.cpp", "light", "End"],
];

await start();
for (const [name, program, colorScheme, key] of pictures) {
  const page = await open(check(program).html, {colorScheme});
  await press(page, key);
  await page.screenshot({path: path.join(process.argv[3], `${name}.png`)});
}
await stop();
