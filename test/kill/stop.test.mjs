// SIGTERM stops a site in an orderly way: the pages are closed in batches, and what was played is stored.
// test/playout_web/readiness_test.exs shows what it does before.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { legalMoves, movesPlayed, play } from "../sockets/match.mjs";
import { build, Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";

// More than one batch (lib/playout_web/endpoint.ex).
const PAGES = 250;
const AT_ONCE = 10;

class StoppingSite extends Site {
  settings() {
    // All pages are one visitor's.
    const limits = { SOCKETS_PER_ADDRESS: "1000", EVENTS_PER_VISITOR: "1000", EVENTS_PER_ADDRESS: "10000" };
    return { ...super.settings(), ...limits, CUSTOM_SECONDS: "60" };
  }
}

let site;

before(async () => {
  await build();
  site = await StoppingSite.make();
  await site.start();
});

after(() => site.remove());

const status = (path) => fetch(site.base + path).then(({ status }) => status);

test("a site that is stopped closes its pages in batches", async () => {
  const visitor = new Visitor(site.base);
  const page = await visitor.startMatch({ opponent: "here" });
  const others = [];
  while (others.length < PAGES) {
    others.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => visitor.open(page.path)))));
  }
  assert.equal(await status("/ready"), 200);
  assert.ok(await play(page, legalMoves(page)[0]));
  // An engine that thinks for longer than the site has to stop.
  const thinking = await visitor.startMatch({
    opponent: "custom",
    "custom[player]": "text",
    "custom[text]": "mcts:ms=60000",
    begins: "opponent",
  });

  site.process.kill("SIGTERM");
  await Promise.all([page, thinking, ...others].map(({ closed }) => closed));
  assert.equal(await site.ended, 0);

  await site.start();
  assert.equal(await status("/ready"), 200);
  const again = await visitor.open(page.path);
  assert.equal(movesPlayed(again).length, 1);
  // The engine thinks again.
  const asked = await visitor.open(thinking.path);
  assert.deepEqual(movesPlayed(asked), []);
  assert.equal(legalMoves(asked).length, 0);
  for (const open of [again, asked]) open.close();
});
