// What --sarif writes against the official schema. A package of the registry ships it, and of that
// package nothing else is used: the lock file leaves out what it depends on.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {test} from "node:test";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import {folder, here, heddle, root} from "./browser.mjs";

const schema = path.join(here, "node_modules/@datadog/datadog-ci-plugin-sarif/dist/json-schema/sarif-schema-2.1.0.json");
// The schema has some formats and words that are only for people.
const ajv = new Ajv({allErrors: true, strict: false});
addFormats(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));

/// The log of a command, valid.
function sarifOf(...command) {
  const file = path.join(folder, "result.sarif");
  const done = spawnSync(heddle, [...command, "--sarif", file], {encoding: "utf8", cwd: root});
  assert.notEqual(done.status, 2, done.stderr);
  const log = JSON.parse(readFileSync(file, "utf8"));
  assert.ok(validate(log), `${command}: ${ajv.errorsText(validate.errors, {separator: "\n"})}`);
  assert.equal(log.runs[0].invocations[0].exitCode, done.status);
  return log.runs[0];
}

const out = path.join(folder, "sarif-out");
const check = (file, ...options) => sarifOf("check", file, "--out", out, ...options);

test("the schema is one that refuses", () => {
  assert.ok(!validate({version: "2.1.0", runs: [{tool: {driver: {name: "heddle"}}, results: [{}]}]}));
});

test("findings of all sorts are valid SARIF", () => {
  const programs = ["examples/account.c", "examples/counter.cpp", "tests/e2e/bugs/lock-order-ab-ba.c",
    "tests/e2e/symbolic/needle.c", "tests/e2e/bugs/oob-heap.c", "tests/e2e/bugs/cxx-push-back.cpp"];
  for (const program of programs) assert.notEqual(check(program).results.length, 0, program);
});

test("so is an answer without findings, a part of one, and a replay", () => {
  assert.equal(check("tests/e2e/bugs/lost-update.fixed.c").results.length, 0);
  const part = check("examples/account.c", "--max-depth", "1").invocations[0];
  assert.equal(part.executionSuccessful, false);
  assert.equal(part.toolExecutionNotifications[0].descriptor.id, "max-depth");
  check("examples/account.c");
  assert.equal(sarifOf("replay", path.join(out, "assertion-account.c-20.heddle")).results.length, 1);
});

test("names of files become URIs, whatever is in them", () => {
  const strange = path.join(folder, "a b%#?é[1]:2");
  mkdirSync(strange);
  const file = path.join(strange, "ä ö.c");
  writeFileSync(file, "#include <assert.h>\nint main(void) { /* äöü */ assert(0); }\n");
  const run = check(file);
  assert.equal(decodeURIComponent(run.artifacts[0].location.uri), `file://${file}`);
  assert.equal(run.results[0].locations[0].physicalLocation.region.startColumn, 28);
});
