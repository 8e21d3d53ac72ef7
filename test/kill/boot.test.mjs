// With a broken database the site says what is wrong and doesn't start. Once the database is
// restored, the site starts and nothing is lost.

import assert from "node:assert/strict";
import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { rarely } from "../rarely.mjs";
import { freePort } from "../sockets/free_port.mjs";
import { legalMoves, movesPlayed, play } from "../sockets/match.mjs";
import { build, Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";
import { until } from "../waiting.mjs";

// Root can write to read-only files unless it drops that capability.
const unprivileged = process.getuid() === 0 ? ["setpriv", "--bounding-set=-dac_override"] : [];

let site, file, path, move;

before(async () => {
  await build();
  site = await Site.make();
  file = join(site.data, "playout.db");
  await site.start();
  const page = await new Visitor(site.base).startMatch({ begins: "you" });
  path = page.path;
  [move] = legalMoves(page);
  assert.ok(await play(page, move));
  page.close();
  await site.kill();
  // Otherwise SQLite would restore the data from the log next to the database.
  await site.sql("PRAGMA wal_checkpoint(TRUNCATE)");
});

after(() => site.remove());

async function assertRefused(reason) {
  const bytes = await readFile(file);
  const { output, code } = await tryToStart();
  assert.equal(code, 1);
  assert.match(output, reason);
  assert.ok(output.includes(file));
  assert.ok(output.trim().split("\n").length <= 8, output);
  assert.deepEqual(await readFile(file), bytes);
}

async function tryToStart() {
  const started = site.launch(unprivileged);
  return { code: await site.ended, output: started.output };
}

test("a file that is not a database is left alone", async () => {
  const bytes = await readFile(file);
  await writeFile(file, "a letter to a friend\n".repeat(1_000));
  await assertRefused(/no database at all[^]*backup/);
  await writeFile(file, bytes);
});

test("a read-only file is refused", async () => {
  await chmod(file, 0o444);
  await assertRefused(/readonly[^]*write to/);
  await chmod(file, 0o644);
});

rarely("a read-only directory is refused", async () => {
  await chmod(site.data, 0o555);
  await assertRefused(/unable to open|readonly/);
  await chmod(site.data, 0o755);
});

rarely("an empty file beside its log is left alone", async () => {
  const bytes = await readFile(file);
  await writeFile(file, "");
  await writeFile(`${file}-wal`, "what was stored last");
  await assertRefused(/write-ahead log is not/);
  await rm(`${file}-wal`);
  await writeFile(file, bytes);
});

test("a secret that is rubbish is refused", async () => {
  const secret = join(site.data, "secret_key_base");
  await writeFile(secret, Buffer.alloc(64, 0xe9));
  site.secret = "";
  const { output, code } = await tryToStart();
  assert.equal(code, 1);
  assert.match(output, /secret_key_base is damaged/);
  await rm(secret);
});

test("no move is lost once the file is restored", async () => {
  await site.start();
  // The site has made a new secret.
  await until(() => /the secret is not that of the last start/.test(site.process.output));
  const page = await new Visitor(site.base).open(path);
  assert.equal(movesPlayed(page)[0], move);
  page.close();
});

test("a second site on the same data is refused, until the first one is killed", async () => {
  const first = { process: site.process, ended: site.ended, port: site.port };
  site.port = await freePort();
  const { output, code } = await tryToStart();
  assert.equal(code, 1);
  assert.match(output, /another site is using it/);
  assert.ok(output.includes(file));

  Object.assign(site, first);
  assert.ok(await site.answers());
  await site.kill();
  await site.start();
});

test("a file that is gone is missed", async () => {
  // In good order, so that the file is complete without its log.
  site.process.kill("SIGTERM");
  await site.ended;
  await rename(file, `${file}.away`);
  await site.start();
  assert.match(site.process.output, /playout\.db is missing[^]*backup/);
});
