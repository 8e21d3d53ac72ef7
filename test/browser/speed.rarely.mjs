// How much a move transfers, how large the page is, and that nothing on it jumps while an engine
// thinks. `npm run bench` prints the same figures and also times, which no test checks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MATCHES, measure } from "./support/measure.mjs";
import { browser, server } from "./support/site.mjs";

const MAX_BYTES_PER_MOVE = 5_000;
// The end brings a result and new buttons, such as those for a rematch and the next level.
const MAX_BYTES_AT_THE_END = 9_000;
const MAX_BYTES_PER_MESSAGE = 1_000;
const MAX_BYTES_PER_PAGE = 150_000;

for (const match of MATCHES) {
  test(`${match.name}: a move, the page, and no jump`, async () => {
    const { size, load, moves, jumps } = await measure(browser, server.base, { moves: 3, ...match });
    assert.ok(moves.length > 0);
    for (const { move, ends, thinking, sent } of moves) {
      const most = ends ? MAX_BYTES_AT_THE_END : MAX_BYTES_PER_MOVE;
      assert.ok(move > 0 && move < most, `${move} bytes received for a move`);
      assert.ok(thinking < MAX_BYTES_PER_MESSAGE, `${thinking} bytes received for a progress update`);
      assert.ok(sent > 0 && sent < MAX_BYTES_PER_MESSAGE, `${sent} bytes sent for a move`);
    }
    assert.ok(size.script > 0 && size.style > 0, "script and style are counted");
    const all = size.all + load;
    assert.ok(all < MAX_BYTES_PER_PAGE, `the page has ${all} bytes`);
    assert.deepEqual(
      jumps.filter(({ value }) => value > 0.000005),
      [],
      "nothing jumps",
    );
  });
}
