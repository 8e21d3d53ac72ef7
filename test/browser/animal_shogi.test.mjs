// Animal Shogi in a real browser: games by mouse, by keyboard, by touch and by dragging.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rarelyUnless } from "../rarely.mjs";
import animalShogi from "./games/animal_shogi.mjs";
import { BYPASS, noViolations } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { Pointer } from "./support/drag.mjs";
import { focusedName, names, tabTo, untilFocused } from "./support/keyboard.mjs";
import { onOneScreen, smallTargets } from "./support/layout.mjs";
import { begin, beginTogether, legalMoves, movesPlayed, press, untilRefused } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

const { whole: CAUGHT } = animalShogi;
// Ends with the second side's lion on the far side.
const TRIED = "2c2b 2a2b 2d3c 2b2c P*1c 2c1d".split(" ");

// Ends with a giraffe, an elephant and a chick in the second side's hand.
const FULL_HAND = "1d1c 2b2c 2d1d 2c2d+ 3d2c 2d2c 1d2d 2c1c 2d1d".split(" ");

async function together(options, work) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await beginTogether(visitor, "animal_shogi");
  await work(visitor.page, visitor);
  await visitor.leave();
}

// Plays each move with `playOne`, and calls `check` after it.
async function playAll(page, moves, playOne, check = async (_count) => {}) {
  for (const [index, move] of moves.entries()) {
    const found = (await legalMoves(page)).find((legal) => legal.move === move);
    assert.ok(found, `${move} is offered`);
    await playOne(found.steps);
    await page.waitForFunction((count) => document.querySelectorAll("#move-list li").length === count, index + 1);
    assert.deepEqual(await drawnOnEmptyCells(page), [], `after ${move}`);
    await check(index + 1);
  }
  assert.deepEqual(await movesPlayed(page), moves);
}

const board = (page) => page.getByRole("grid", { name: "Animal Shogi board" });
const cell = (page, name) => board(page).getByRole("button", { name, exact: true });
// The cells that show a piece but are labelled as empty.
const drawnOnEmptyCells = (page) =>
  page.locator(".shogi-cell[aria-label*=', empty']:has(.piece)").evaluateAll((cells) => cells.map(({ id }) => id));
const hand = (page, side) =>
  page
    .locator(`#strip-${side} .hand-piece`)
    .evaluateAll((pieces) => pieces.map((piece) => piece.getAttribute("aria-label")));

async function ended(page, winner, why) {
  await page.getByRole("heading", { name: `${winner} wins` }).waitFor();
  await page.getByText(why, { exact: true }).first().waitFor();
  assert.equal(await page.locator(".is-winning .shogi-crown").count(), 1);
}

test("a game by mouse: captures, drops, a promotion, and the lion is caught", () =>
  together({ ...WIDE, ...BYPASS }, async (page, visitor) => {
    const byMouse = async (steps) => {
      for (const step of steps) await press(visitor, step);
    };
    const checks = {
      1: async () => {
        assert.deepEqual(await hand(page, "you"), ["chick, 1 in hand"]);
        await cell(page, "2a, Moon's lion, can be caught").waitFor();
        assert.match(await page.locator("#announcement").innerText(), /The lion on 2a can be caught\./);
        await noViolations(page, "an attacked lion");
        await visitor.picture("animal-attacked-wide");
      },
      2: async () => assert.deepEqual(await hand(page, "them"), ["chick, 1 in hand"]),
      3: async () => {
        assert.deepEqual(await hand(page, "you"), []);
        await cell(page, "1b, Sun's chick, last move").waitFor();
      },
      5: async () => {
        await cell(page, "1a, Sun's hen, last move").waitFor();
        const text = "Sun: Moved the chick from 1b to 1a; it became a hen.";
        await page.locator("#move-list li").last().getByText(text).waitFor({ state: "attached" });
      },
    };
    await playAll(page, CAUGHT, byMouse, async (count) => checks[count]?.());
    await ended(page, "Sun", "The lion was caught.");
    await visitor.picture("animal-caught-wide");
  }));

test("a game by keyboard alone: a lion reaches the far side", () =>
  together(WIDE, async (page) => {
    const here = () => page.evaluate(() => document.activeElement.dataset.step);
    // Chooses arrow keys by where the steps are on the screen.
    const arrowsTo = async (step) => {
      const place = (selector) => page.locator(selector).first().boundingBox();
      for (let presses = 0; (await here()) !== step; presses += 1) {
        assert.ok(presses < 8, `the arrow keys lead to ${await here()}, not to ${step}`);
        const [from, to] = [await place(":focus"), await place(`[data-step="${step}"]`)];
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        const key = Math.abs(dy) > 20 ? (dy < 0 ? "ArrowUp" : "ArrowDown") : dx < 0 ? "ArrowLeft" : "ArrowRight";
        await page.keyboard.press(key);
      }
    };
    const isDrop = (step) => step.length === 1;
    const byKeyboard = async (steps) => {
      for (const [index, step] of steps.entries()) {
        if (isDrop(step)) await tabTo(page.locator(`[data-step="${step}"]`));
        else if (index === 0) await tabTo(board(page).locator("[tabindex='0']"));
        await arrowsTo(step);
        await page.keyboard.press("Enter");
      }
    };
    await playAll(page, TRIED, byKeyboard);
    await ended(page, "Moon", "The lion reached the far side.");
    assert.ok((await names(board(page))).includes(await focusedName(page)), "the focus is still on the board");

    // Undo is another button once the game continues.
    await page.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Move undone.").waitFor({ state: "attached" });
    await untilFocused(page, "Undo");
  }));

test("a game by touch on a phone, all of it on one screen", () =>
  together(PHONE, async (page, visitor) => {
    const byTouch = async (steps) => {
      for (const step of steps) await press(visitor, step);
    };
    const box = () => page.locator(".match-board").boundingBox();
    const before = await box();
    await onOneScreen(page, PHONE.viewport);
    const cut = await page.locator(".top-title").evaluate((el) => el.scrollWidth - el.clientWidth);
    assert.equal(cut, 0, "the game's name is not cut off");
    await playAll(page, CAUGHT, byTouch, async (count) => {
      // The hands grow and shrink, but the board stays in place.
      assert.deepEqual(await box(), before);
      if (count === 2) {
        assert.deepEqual(await smallTargets(page), []);
        await visitor.picture("animal-phone");
      }
    });
    await ended(page, "Sun", "The lion was caught.");
  }));

for (const [how, options] of [
  ["mouse", WIDE],
  ["finger", PHONE],
]) {
  rarelyUnless(how === "finger")(`pieces are dragged on the board and from the hand (${how})`, () =>
    together(options, async (page, visitor) => {
      const pointer = await Pointer.of(visitor);
      const byDrag = ([from, to]) => pointer.drag(`[data-step="${from}"]`, `[data-step="${to}"]`);
      await playAll(page, CAUGHT.slice(0, 3), byDrag);
    }),
  );
}

test("on a phone with a full hand, a dropped piece waits on its cell to be confirmed", () =>
  together(PHONE, async (page, visitor) => {
    const byTouch = async (steps) => {
      for (const step of steps) await press(visitor, step);
    };
    await playAll(page, FULL_HAND, byTouch);
    await choose(page, (settings) => settings.getByText("Confirm each move").tap());
    const dropped = page.locator(".carried");
    for (const target of ["3b", "1b"]) {
      await byTouch(target === "3b" ? ["B", target] : [target]);
      const [piece, there] = [await dropped.boundingBox(), await page.locator(`#cell-${target}`).boundingBox()];
      assert.ok(Math.abs(piece.x + piece.width / 2 - there.x - there.width / 2) < 3, target);
      assert.ok(piece.width > there.width / 2 && piece.width <= there.width, "as large as on the board");
    }
    await onOneScreen(page, PHONE.viewport);
    await page.keyboard.press("Escape");
    assert.equal(await dropped.count(), 0);
    await byTouch(["1b"]);
    await page.getByRole("button", { name: "Play B*1b" }).tap();
    await cell(page, "1b, Moon's elephant, last move").waitFor();
    assert.equal(await dropped.count(), 0);
  }));

test("the second player's side is at the bottom, and the board can be flipped", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
  const { page } = visitor;
  const game = { game: "animal_shogi", level: "Sparrow" };
  await begin(visitor, { ...game, begins: "Your opponent" });
  // If the engine's first move attacks the lion, its name says so.
  const lion = () => board(page).getByRole("button", { name: /^2a, your lion/ });
  const first = () => board(page).getByRole("button").first().getAttribute("data-step");
  assert.equal(await first(), "1d");
  await lion().waitFor();
  await page.getByRole("button", { name: "Flip the board" }).click();
  await page.waitForFunction(() => document.querySelector(".shogi-board [data-step]").dataset.step === "3a");
  // Flipping the board does not change whose piece it is.
  await lion().waitFor();
  await visitor.leave();
});

test("a piece in the opponent's hand says whose it is", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
  const { page } = visitor;
  await beginTogether(visitor, "animal_shogi");
  await press(visitor, "2c");
  await press(visitor, "2b");
  await page.locator(".hand-piece[data-held]").click();
  await untilRefused(page, "That belongs to your opponent.");
  await visitor.leave();
});
