// Killing the server loses no move that a client saw accepted; bin/kill-test runs more rounds.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { all, rarely } from "../rarely.mjs";
import { build, postgresql } from "../sockets/site.mjs";
import { MatchClient } from "./match_client.mjs";
import { Rounds } from "./rounds.mjs";
import { Seen } from "./seen.mjs";

const seed = Math.floor(Math.random() * 2 ** 32);
const rounds = all && !postgresql ? 5 : 2;

before(build);

test(`nothing is lost in ${rounds} kills (seed ${seed})`, async (t) => {
  const figures = await new Rounds({ seed }).run(rounds);
  assert.deepEqual(figures.lost, []);
  assert.deepEqual(figures.contradictions, []);
  assert.equal(figures.kills.length, rounds);
  for (const { active, thinking, since } of figures.kills) {
    const engines = `${thinking} with an engine to move`;
    t.diagnostic(`${active} active matches, ${engines}, ${since.toFixed(1)} ms`);
  }
  assert.ok(figures.pairs > 0);
  const matches = `${figures.matches} matches, ${figures.pairs} between people`;
  t.diagnostic(`${matches}, ${figures.acknowledged} moves acknowledged, ${figures.again} sent again`);
});

// The rounds prove nothing unless they detect losses.
rarely("missing events and unreadable matches are detected", async () => {
  let cut, broken;
  // An engine would play its moves again, a person doesn't.
  const haveMoved = (matches) => matches.filter((match) => match instanceof MatchClient && match.acknowledged > 0);
  const isReady = ({ matches }) => haveMoved(matches).length >= 2;
  const whileStopped = async ({ matches, site }) => {
    [cut, broken] = haveMoved(matches);
    const [one, other] = [cut, broken].map(({ path }) => `'${path.replace("/m/", "")}'`);
    await site.sql(`DELETE FROM events WHERE match_id = ${one} AND seq > 1;
                    UPDATE events SET version = 999 WHERE match_id = ${other} AND seq = 1`);
  };
  const { lost } = await new Rounds({ seed, isReady, whileStopped }).run(1);
  const about = (match) => lost.filter((line) => line.startsWith(`${match.path}: `));
  // The engine may have moved before the page loads.
  assert.match(about(cut)[0], /move \d+, \S+, is now \S+/);
  assert.match(about(broken)[0], /the page cannot be opened/);
  assert.equal(about(cut).length + about(broken).length, lost.length);
});

test("moves are compared one by one and in order", () => {
  const seen = new Seen();
  seen.show(["-0", "a1-2"], 3);
  seen.record(2, "b2-5");
  assert.deepEqual(seen.lost(["-0", "a1-2", "b2-5"]), []);
  assert.deepEqual(seen.lost(["-0", "a1-2", "b2-5", "c3-7"]), []);
  assert.equal(seen.lost(["-0", "a1-2"]).length, 1);
  assert.equal(seen.lost(["-0", "b2-5", "a1-2"]).length, 2);
  assert.equal(seen.lost([]).length, 3);
  assert.deepEqual(seen.contradictions, []);
  seen.show(["-0", "a1-3"], 3);
  assert.equal(seen.contradictions.length, 1);
});
