// A site of three nodes loses no move, whatever happens to one of them; bin/cluster-test runs more
// rounds.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { build } from "../sockets/site.mjs";
import { Scenario } from "./scenario.mjs";

const seed = 1 + Math.floor(Math.random() * 2 ** 31);

before(build);

test(`matches go on while nodes are lost (seed ${seed})`, async (t) => {
  const figures = await new Scenario({ seed, matches: 6 }).run(1);
  assert.deepEqual(figures.lost, []);
  assert.deepEqual(figures.contradictions, []);
  assert.deepEqual(figures.gaps, []);
  assert.deepEqual(figures.twice, []);
  assert.deepEqual(figures.miscounted, []);
  assert.ok(figures.again > 0);
  assert.ok(figures.searched > 0);
  for (const { what, gone, p95 } of figures.disturbances)
    t.diagnostic(`${what}: ${gone} matches, 95% within ${Math.round(p95)} ms`);
  t.diagnostic(
    `${figures.matches} matches, ${figures.acknowledged} moves acknowledged, ${figures.refused} refused, ${figures.again} sent again`,
  );
});
