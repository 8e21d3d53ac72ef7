// What one move sends, what the page weighs, and that nothing on it jumps while an engine
// thinks. `npm run bench` prints the same figures, and times, which no test checks.

import assert from "node:assert/strict";

import { MATCHES, measure } from "./support/measure.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

const MOST_A_MOVE = 5_000;
const MOST_A_WORD = 1_000;
const MOST_A_PAGE = 150_000;

for (const match of MATCHES) {
  test(`${match.name}: a move, the page, and no jump`, async () => {
    const { weight, load, moves, jumps } = await measure(browser, server.base, { moves: 3, ...match });
    assert.ok(moves.length > 0);
    for (const { move, thinking, sent } of moves) {
      assert.ok(move > 0 && move < MOST_A_MOVE, `a move brings ${move} bytes`);
      assert.ok(thinking < MOST_A_WORD, `a word on what is thought brings ${thinking} bytes`);
      assert.ok(sent > 0 && sent < MOST_A_WORD, `a move sends ${sent} bytes`);
    }
    assert.ok(weight.script > 0 && weight.style > 0, "script and style are seen");
    const all = weight.all + load;
    assert.ok(all < MOST_A_PAGE, `the page weighs ${all} bytes`);
    assert.deepEqual(jumps.filter(({ value }) => value > 0.000005), [], "nothing jumps");
  });
}
