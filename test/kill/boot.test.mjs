// A site whose database is not in order says so and does not start; with its
// database back it goes on.

import assert from "node:assert/strict";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Visitor } from "../sockets/client.mjs";
import { begin, legalMoves, movesPlayed, play } from "../sockets/match.mjs";
import { Site, build } from "./site.mjs";

// Root may write everywhere, unless it does without that right.
const unprivileged = process.getuid() === 0 ? ["setpriv", "--bounding-set=-dac_override"] : [];

let site, file, path, move;

before(async () => {
  await build();
  site = await Site.make();
  file = join(site.data, "playout.db");
  await site.start();
  const page = await begin(new Visitor(site.base), { begins: "you" });
  path = page.path;
  [move] = legalMoves(page);
  assert.ok(await play(page, move));
  page.close();
  await site.kill();
  // Or SQLite would make the file whole again, out of what stands beside it.
  await site.sql("PRAGMA wal_checkpoint(TRUNCATE)");
});

after(() => site.remove());

async function refuses(why) {
  const bytes = await readFile(file);
  const { output, code } = await attempt();
  assert.equal(code, 1);
  assert.match(output, why);
  assert.ok(output.includes(file));
  assert.ok(output.trim().split("\n").length <= 8, output);
  assert.deepEqual(await readFile(file), bytes);
}

async function attempt() {
  const started = site.launch(unprivileged);
  const timer = setTimeout(() => started.kill("SIGKILL"), 60_000);
  const code = await site.ended;
  clearTimeout(timer);
  return { output: started.output, code };
}

test("a file that is no database is left alone", async () => {
  const bytes = await readFile(file);
  await writeFile(file, "a letter to a friend\n".repeat(1_000));
  await refuses(/no database at all[^]*backup/);
  await writeFile(file, bytes);
});

test("a file that cannot be written to", async () => {
  await chmod(file, 0o444);
  await refuses(/readonly[^]*write to/);
  await chmod(file, 0o644);
});

test("a directory that cannot be written to", async () => {
  await chmod(site.data, 0o555);
  await refuses(/unable to open|readonly/);
  await chmod(site.data, 0o755);
});

test("afterwards everything is there", async () => {
  await site.start();
  const page = await new Visitor(site.base).open(path);
  assert.equal(movesPlayed(page)[0], move);
  page.close();
});
