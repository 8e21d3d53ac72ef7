// A site with a broken database says so and does not start; once the database is restored, it
// continues.

import assert from "node:assert/strict";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Visitor } from "../sockets/client.mjs";
import { begin, legalMoves, movesPlayed, play } from "../sockets/match.mjs";
import { Site, build } from "./site.mjs";

// Root can write everywhere, unless it gives up that right.
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
  // Otherwise SQLite would restore the file from the ones next to it.
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

test("a file that is not a database is left alone", async () => {
  const bytes = await readFile(file);
  await writeFile(file, "a letter to a friend\n".repeat(1_000));
  await refuses(/no database at all[^]*backup/);
  await writeFile(file, bytes);
});

test("a read-only file", async () => {
  await chmod(file, 0o444);
  await refuses(/readonly[^]*write to/);
  await chmod(file, 0o644);
});

test("a read-only directory", async () => {
  await chmod(site.data, 0o555);
  await refuses(/unable to open|readonly/);
  await chmod(site.data, 0o755);
});

test("nothing is lost afterwards", async () => {
  await site.start();
  const page = await new Visitor(site.base).open(path);
  assert.equal(movesPlayed(page)[0], move);
  page.close();
});
