// A site moves from SQLite to PostgreSQL and back, and the move is killed again and again: each time
// there is either nothing in the other database or all of it, and the site goes on.

import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { all } from "../rarely.mjs";
import { legalMoves, movesPlayed, play } from "../sockets/match.mjs";
import { generator } from "../sockets/random.mjs";
import { build, makeDatabase, psql, run, Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";
import { until } from "../waiting.mjs";

const KILLS = all ? 3 : 2;
// So that a move takes a while.
const MATCHES = 300;
const EVENTS = 40;

const seed = Math.floor(Math.random() * 2 ** 32);

let site, database, page, path;

before(async () => {
  await build();
  site = await Site.make();
  ({ database } = site);
  // At first the site has a file.
  site.database = null;
  await site.start();
  page = await new Visitor(site.base).startMatch({ opponent: "here" });
  ({ path } = page);
  await go();
  await site.kill();
  const numbers = (name, most) => `${name}(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${most})`;
  await site.sql(`
    INSERT INTO matches (id, game, variant, moves, at)
      WITH RECURSIVE ${numbers("many", MATCHES)} SELECT 'match ' || n, 'quarto', 'standard', 0, '2026-11-26T00:00:00.000000Z' FROM many;
    INSERT INTO events (match_id, seq, version, type, data, at)
      WITH RECURSIVE ${numbers("many", EVENTS)}
      SELECT matches.id, n, 4, 'moved', '{"side":"first","move":"-7"}', '2026-11-26T00:00:00.123456Z'
      FROM matches, many WHERE matches.id LIKE 'match %'`);
});

after(() => site.remove());

async function go() {
  assert.ok(await play(page, legalMoves(page)[0]));
}

// Starts a move; returns its process, with its output.
function move(direction, to = database) {
  site.database = to;
  const script = `Playout.Release.move(:${direction})`;
  const mix = ["mix", "run", "--no-start", "--no-compile", "--no-deps-check", "-e", script];
  const started = run(mix, site.environment());
  return Object.assign(started, { ended: new Promise((resolve) => started.once("close", resolve)) });
}

async function moved(direction, to) {
  const started = move(direction, to);
  assert.equal(await started.ended, 0, started.output);
  return started.output;
}

// Waits until a move writes to this database.
async function copying(name, started) {
  let over = false;
  started.ended.then(() => (over = true));
  const begun = async () => over || (await connections(name, "playout move")) > 0;
  await until(begun, () => `the move to begin:\n${started.output}`);
}

async function connections(name, of) {
  const where = `datname = current_database() AND application_name LIKE '${of}'`;
  return Number(await psql(name, `SELECT count(*) FROM pg_stat_activity WHERE ${where}`));
}

const count = async (name, table) => Number((await psql(name, `SELECT count(*) FROM ${table}`)).trim());

// What the database has: nothing, or everything.
async function events(name) {
  const there = (await psql(name, "SELECT to_regclass('events')")).trim() !== "";
  return there ? count(name, "events") : 0;
}

test(`a move that is killed leaves nothing, or everything (seed ${seed})`, async (t) => {
  const random = generator(seed);
  const all = MATCHES * EVENTS + 2;
  const first = await makeDatabase();
  const whole = move("to_postgresql", first);
  await copying(first, whole);
  const began = performance.now();
  assert.equal(await whole.ended, 0, whole.output);
  const took = performance.now() - began;

  const found = [];
  for (let n = 0; n < KILLS; n++) {
    const other = await makeDatabase();
    const started = move("to_postgresql", other);
    await copying(other, started);
    // The last one is killed, or has ended, when everything is there.
    await sleep(took * (random() + (n === KILLS - 1 ? 1 : 0)));
    started.kill("SIGKILL");
    await started.ended;
    await until(async () => (await connections(other, "playout%")) === 0);
    found.push(await events(other));
    assert.ok([0, all].includes(found.at(-1)), `${found.at(-1)} events`);
    // The next one finds nothing in its way.
    if (n === KILLS - 1) database = other;
  }
  t.diagnostic(`killed within ${Math.round(took)} ms of copying; events found: ${found.join(", ")}`);

  assert.match(await moved("to_postgresql"), new RegExp(`${MATCHES + 1} matches with ${all} events`));
  assert.equal(await events(database), all);
});

test("the site goes on from there, and moves back", async () => {
  await site.start();
  page = await page.visitor.open(path);
  assert.equal(movesPlayed(page).length, 1);
  await go();

  // While it runs, it is not moved.
  const running = move("to_sqlite");
  assert.notEqual(await running.ended, 0);
  assert.match(running.output, /A site is running on the PostgreSQL database/);
  await site.kill();

  // What is in the file is not replaced.
  const refused = move("to_sqlite");
  assert.notEqual(await refused.ended, 0);
  assert.match(refused.output, /not empty/);

  await rm(join(site.data, "playout.db"));
  await moved("to_sqlite");
  site.database = null;
  await site.start();
  page = await page.visitor.open(path);
  assert.equal(movesPlayed(page).length, 2);
  await go();
  page.close();
});

test("a site that cannot use its database says so, and does not start", async () => {
  await site.kill();
  site.database = "nowhere";
  const started = site.launch();
  assert.equal(await site.ended, 1);
  assert.match(started.output, /cannot start with the PostgreSQL database nowhere on [^]*createdb/);
  assert.ok(started.output.trim().split("\n").length <= 8, started.output);
});
