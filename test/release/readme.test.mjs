// The three lines with which README.md builds and runs a release, from what bin/server has built.
// bin/test runs them after all other tests, which must not have damaged it.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { startServer } from "../browser/support/server.mjs";
import { buildEnvironment, copy, root, updateCopy } from "../checkout.mjs";
import { legalMoves, play } from "../sockets/match.mjs";
import { Site, finished, run } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";
import { fast } from "./fast.mjs";

const RELEASE = "_build/prod/rel/playout_server";

const block = readFileSync(join(root, "README.md"), "utf8").match(/```sh\n([^`]* mix release\b[^`]*)```/)[1];
const lines = block.trim().split("\n").map((line) => line.replace(/ +#.*/, ""));
const [build, start, program] = lines;

// Starts the site with the second line.
class ReadmeSite extends Site {
  command() {
    return start.split(" ");
  }
}

let site;

before(async () => {
  updateCopy();
  if (!existsSync(join(copy, "_build/prod/lib/playout"))) await (await startServer({ own: true })).remove();
  await rm(join(copy, RELEASE), { recursive: true, force: true });
  site = await ReadmeSite.make();
});

after(() => site.remove());

test("the first line builds a release and says where it is", async () => {
  assert.equal(lines.length, 3);
  const { MIX_ENV, ...environment } = buildEnvironment();
  const output = await finished(run(["sh", "-c", build], { ...environment, ...fast }));
  assert.match(output, new RegExp(`Release created at ${RELEASE}`));
});

test("the second line starts the site, on which a match can be played", async () => {
  await site.start();
  const page = await new Visitor(site.base).startMatch({ begins: "you" });
  const [move] = legalMoves(page);
  assert.ok(await play(page, move));
  await page.until(() => legalMoves(page).length > 0, "the engine's move");
  page.close();
});

test("the third line plays a match in the terminal", async () => {
  const typed = `printf 'moves\\nresign\\n' | ${program}`;
  const output = await finished(run(["sh", "-c", typed], process.env));
  assert.match(output, /-0 +-1 +-2/);
  assert.match(output, /wins/);
});
