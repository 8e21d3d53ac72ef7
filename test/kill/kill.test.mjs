// Everything that a client saw accepted survives the server's death; bin/kill-test runs more
// rounds.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { Rounds } from "./rounds.mjs";
import { Seen } from "./seen.mjs";
import { build } from "./site.mjs";

const seed = Math.floor(Math.random() * 2 ** 32);

before(build);

test(`nothing is lost in five kills (seed ${seed})`, async (t) => {
  const figures = await new Rounds({ seed }).run(5);
  assert.deepEqual(figures.lost, []);
  assert.deepEqual(figures.contradictions, []);
  assert.equal(figures.kills.length, 5);
  for (const { moving, thinking, since } of figures.kills) {
    assert.ok(moving >= 10 && since <= 50);
    t.diagnostic(`${moving} moving, ${thinking} engines to move, ${since.toFixed(1)} ms`);
  }
  t.diagnostic(`${figures.matches} matches, ${figures.acknowledged} moves acknowledged`);
});

// The rounds prove nothing unless they notice losses.
test("missing events and unreadable matches are noticed", async () => {
  let cut, broken;
  const whileDead = async ({ tables, site }) => {
    [cut, broken] = tables.filter((table) => table?.seen.moves.length > 1);
    assert.ok(broken, "two matches have moves to lose");
    const [one, other] = [cut, broken].map(({ path }) => `'${path.replace("/m/", "")}'`);
    await site.sql(`DELETE FROM events WHERE match_id = ${one} AND seq >= ${cut.seen.seq};
                    UPDATE events SET version = 999 WHERE match_id = ${other} AND seq = 1`);
  };
  // Long enough for some matches to have moves.
  const plays = { least: 2_000, most: 2_500 };
  const { lost } = await new Rounds({ seed, plays, whileDead }).run(1);
  const about = (table) => lost.filter((what) => what.startsWith(`${table.path}: `));
  // An engine whose move was lost may have played another before the page loads.
  assert.match(about(cut)[0], /move \d+, \S+, is now \S+/);
  assert.match(about(broken)[0], /it cannot be shown/);
  assert.equal(about(cut).length + about(broken).length, lost.length);
});

test("moves are compared one by one, in their order", () => {
  const seen = new Seen();
  seen.show(["-0", "a1-2"], 3);
  seen.accept(2, "b2-5");
  assert.deepEqual(seen.lost(["-0", "a1-2", "b2-5"]), []);
  assert.deepEqual(seen.lost(["-0", "a1-2", "b2-5", "c3-7"]), []);
  assert.equal(seen.lost(["-0", "a1-2"]).length, 1);
  assert.equal(seen.lost(["-0", "b2-5", "a1-2"]).length, 2);
  assert.equal(seen.lost([]).length, 3);
  assert.deepEqual(seen.contradictions, []);
  seen.show(["-0", "a1-3"], 3);
  assert.equal(seen.contradictions.length, 1);
});
