// PostgreSQL is restarted while people play: nothing that was acknowledged is lost, nothing is stored
// twice, and every match goes on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { legalMoves, movesPlayed, play } from "../sockets/match.mjs";
import { generator } from "../sockets/random.mjs";
import { build, psql, restartPostgresql, Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";
import { until } from "../waiting.mjs";

const PLAYERS = 8;
const RESTARTS = ["fast", "immediate", "fast"];
// Between two moves, so that nobody plays more than they may.
const PAUSE_MS = 150;

const seed = Math.floor(Math.random() * 2 ** 32);

let site;

before(async () => {
  await build();
  site = await Site.make();
  await site.start();
});

after(() => site.remove());

// Plays both sides of one match after another.
class Player {
  constructor(random) {
    this.random = random;
    this.visitor = new Visitor(site.base);
    this.matches = [];
    this.acknowledged = 0;
    this.refused = 0;
  }

  async play(done) {
    let page, match;
    while (!done()) {
      if (!page || legalMoves(page).length === 0) {
        page?.close();
        page = await this.visitor.startMatch({ game: "gomoku", opponent: "here" });
        this.matches.push((match = { path: page.path, moves: [] }));
      }
      const moves = legalMoves(page);
      const move = moves[Math.floor(this.random() * moves.length)];
      const ply = movesPlayed(page).length;
      if (await play(page, move)) {
        match.moves[ply] = move;
        this.acknowledged += 1;
      } else {
        this.refused += 1;
      }
      await sleep(PAUSE_MS);
    }
    page.close();
  }
}

test(`every match goes on after the database has restarted (seed ${seed})`, async (t) => {
  const players = Array.from({ length: PLAYERS }, (_, n) => new Player(generator(seed + n)));
  for (const { visitor } of players) await visitor.get("/");
  let stop = false;
  const playing = Promise.all(players.map((player) => player.play(() => stop)));
  const each = async (more) => {
    const before = players.map(({ acknowledged }) => acknowledged);
    const went = until(() => players.every(({ acknowledged }, n) => acknowledged >= before[n] + more), "moves");
    await Promise.race([went, playing]);
  };

  const waits = [];
  for (const mode of RESTARTS) {
    await each(3);
    await restartPostgresql(mode);
    const restarted = performance.now();
    await each(1);
    waits.push(`${Math.round(performance.now() - restarted)} ms`);
  }
  await each(3);
  stop = true;
  await playing;
  const refused = players.reduce((sum, player) => sum + player.refused, 0);
  t.diagnostic(`each of ${PLAYERS} matches went on after ${waits.join(", ")}; ${refused} moves refused`);

  const rows = await psql(site.database, "SELECT match_id FROM events GROUP BY match_id HAVING count(*) <> max(seq)");
  assert.equal(rows.trim(), "");
  for (const { visitor, matches } of players) {
    for (const { path, moves } of matches) {
      const page = await visitor.open(path);
      const now = movesPlayed(page);
      for (const [ply, move] of moves.entries()) if (move) assert.equal(now[ply], move);
      page.close();
    }
  }
});
