// Dragging by mouse and by touch: a piece from the hand, and from one step to the next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { Pointer } from "./support/drag.mjs";
import {
  anyMove,
  begin,
  legalMoves,
  movesPlayed,
  picked,
  play,
  targets,
  untilMyTurn,
  untilPlayed,
} from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

const HAND = "#strip-you [data-hand]";
const at = (step) => `[data-step="${step}"]`;
const carried = (page) => page.locator(".carried").count();

for (const [how, options] of /** @type {const} */ ([
  ["mouse", WIDE],
  ["touch", PHONE],
])) {
  const dragging = (name, work) =>
    rarelyUnless(how === "touch")(`${name} (${how})`, async () => {
      const visitor = await Visitor.arrive(browser, server.base, options);
      await begin(visitor);
      await play(visitor, anyMove);
      await untilMyTurn(visitor.page);
      const { page } = visitor;
      const [{ steps }] = await legalMoves(page);
      await work(page, await Pointer.of(visitor), steps);
      await visitor.leave();
    });

  dragging("the piece in hand is dragged onto the board, or back", async (page, pointer, [cell]) => {
    const open = await targets(page);
    await pointer.down(HAND);
    await pointer.over(at(cell));
    assert.deepEqual([await picked(page), await carried(page)], [[cell], 1]);
    await pointer.over(HAND);
    assert.deepEqual(await picked(page), []);
    await pointer.up();
    assert.deepEqual([await picked(page), await targets(page), await carried(page)], [[], open, 0]);

    await pointer.drag(HAND, at(cell));
    assert.deepEqual([await picked(page), await carried(page)], [[cell], 0]);
  });

  dragging("a drag from one step to the next plays the move", async (page, pointer, [cell, piece]) => {
    const before = await movesPlayed(page);
    await pointer.down(at(cell));
    await pointer.over(at(piece));
    assert.deepEqual(await picked(page), [cell, piece]);
    assert.deepEqual(await movesPlayed(page), before);
    await pointer.up();
    await untilPlayed(page, before.length + 1);
    assert.equal((await movesPlayed(page)).at(before.length), `${cell}-${piece}`);
  });

  dragging(
    "Escape ends a drag, and a press that moves by a few pixels is still a press",
    async (page, pointer, [cell, piece]) => {
      await pointer.down(at(cell));
      await pointer.over(at(piece));
      await page.keyboard.press("Escape");
      assert.deepEqual(await picked(page), []);
      await pointer.up();
      assert.deepEqual(await picked(page), []);

      await pointer.down(at(cell));
      await pointer.by(2, 2);
      assert.deepEqual(await picked(page), []);
      await pointer.up();
      assert.deepEqual(await picked(page), [cell]);
    },
  );
}

test("a dragged move waits to be confirmed, if that is turned on", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  const { page } = visitor;
  await begin(visitor);
  await play(visitor, anyMove);
  await untilMyTurn(page);
  await choose(page, (settings) => settings.getByRole("switch", { name: "Confirm each move" }).check());
  const [{ steps }] = await legalMoves(page);
  const pointer = await Pointer.of(visitor);
  await pointer.drag(at(steps[0]), at(steps[1]));
  await page.getByRole("button", { name: `Play ${steps.join("-")}` }).click();
  await untilPlayed(page, 3);
  await visitor.leave();
});
