// usage: node all.mjs [HEDDLE]: opens the pages of some programs and uses them.
import {after, before} from "node:test";
import {start, stop} from "./browser.mjs";

before(start);
after(stop);
await import("./stepping.mjs");
await import("./looks.mjs");
await import("./large.mjs");
await import("./injection.mjs");
await import("./diff.mjs");
await import("./places.mjs");
await import("./sarif.mjs");
await import("./json.mjs");
