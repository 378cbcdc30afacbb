// What --json writes against docs/heddle.schema.json: nothing is missing, and nothing is there that
// the schema does not name.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {readFileSync} from "node:fs";
import path from "node:path";
import {test} from "node:test";
import Ajv from "ajv/dist/2019.js";
import {folder, heddle, root} from "./browser.mjs";

const schema = JSON.parse(readFileSync(path.join(root, "docs/heddle.schema.json"), "utf8"));

/// The schema with no room for fields that it does not name.
function closed(part, isInner = false) {
  if (Array.isArray(part)) return part.map((one) => closed(one, isInner));
  if (typeof part !== "object" || part === null) return part;
  const result = Object.fromEntries(Object.entries(part).map(([name, value]) =>
    [name, closed(value, ["allOf", "if", "then"].includes(name))]));
  if (part.type === "object" && part.properties && part !== schema.$defs.place && !isInner) result.unevaluatedProperties = false;
  return result;
}
const ajv = new Ajv({allErrors: true, strict: false});
const validate = ajv.compile(closed(schema));

function check(...command) {
  const done = spawnSync(heddle, [...command, "--json", "-"], {encoding: "utf8", cwd: root, maxBuffer: 1 << 26});
  assert.notEqual(done.status, 2, done.stderr);
  const result = JSON.parse(done.stdout);
  assert.ok(validate(result), `${command}: ${ajv.errorsText(validate.errors, {separator: "\n"}).slice(0, 2000)}`);
  return result;
}
const out = path.join(folder, "json-out");

test("the schema refuses what it does not name, and what lacks something", () => {
  const result = check("explain", "hang");
  assert.ok(!validate({...result, surprise: 1}));
  const {stats, ...rest} = result;
  assert.ok(!validate(rest), `without ${Object.keys(stats)}`);
});

test("searches, replays and single runs are valid", () => {
  const programs = ["examples/account.c", "tests/e2e/bugs/lock-order-ab-ba.c", "tests/e2e/symbolic/needle.c",
    "examples/tutorial/queue-mended.c", "examples/counter.cpp"];
  for (const program of programs) check("check", program, "--out", out);
  check("check", "examples/account.c", "--max-depth", "1", "--out", out);
  check("replay", path.join(out, "assertion-account.c-20.heddle"));
  check("run", "examples/account.c");
});

test("so is what is known without running", () => {
  check("inspect", "examples/account.c");
  check("pairs", "bench/programs/pairs/deadlock-d1.c");
  check("pairs", "bench/programs/pairs/lost-notify.c");
  check("pairs", "examples/account.c", "--confirm", "--out", out);
  for (const name of ["lost-update", "missing-join", "wrong-lock-pair", "two-hands", "slot-for-each"])
    check("diff", `tests/diff-pairs/${name}/old.c`, `tests/diff-pairs/${name}/new.c`);
  check("diff", "tests/diff-pairs/lost-update/old.c", "tests/diff-pairs/lost-update/new.c", "--confirm", "--out", out);
});

test("so are lines that are reached, and which write each read sees", () => {
  check("reach", "bench/programs/reach/figure2.c", "--target", "figure2.c:18", "--out", out);
  check("reach", "tests/e2e/reach/never.c", "--target", "never.c:16", "--strategy", "guided", "--out", out);
  check("defuse", "tests/e2e/defuse/figure2.c", "--out", path.join(folder, "json-defuse"));
});
