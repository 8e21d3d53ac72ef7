// The release by the lines of README.md, from what bin/server has built.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { startServer } from "../browser/support/server.mjs";
import { buildEnvironment, copy, isBuilt, root } from "../checkout.mjs";
import { finished, run } from "../sockets/site.mjs";
import { fast } from "./fast.mjs";

const RELEASE = "_build/prod/rel/playout_server";

const block = readFileSync(join(root, "README.md"), "utf8").match(/```sh\n([^`]* mix release\b[^`]*)```/)[1];
const lines = block
  .trim()
  .split("\n")
  .map((line) => line.replace(/ +#.*/, ""));

export const directory = join(copy, RELEASE);

// Runs the first line, which builds the release in `directory`. Returns its environment, and the commands of
// the second and the third line, which start the site and play in a terminal.
export async function buildByReadme() {
  assert.equal(lines.length, 3);
  const [build, start, play] = lines.map((line) => line.replaceAll(RELEASE, directory));
  if (!isBuilt()) await (await startServer({ own: true })).remove();
  await rm(directory, { recursive: true, force: true });
  const { MIX_ENV, ...environment } = buildEnvironment();
  const output = await finished(run(["sh", "-c", build], { ...environment, ...fast }));
  assert.match(output, new RegExp(`Release created at ${RELEASE}`));
  const { LANG = "C.UTF-8", PLAYOUT_TABLES } = process.env;
  return { env: { LANG, ...(PLAYOUT_TABLES && { PLAYOUT_TABLES }) }, command: start.split(" "), play };
}
