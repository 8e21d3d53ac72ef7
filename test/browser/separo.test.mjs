// SEPARO in a real browser, on the smallest board: games by mouse, by dragging, by keyboard and
// by touch.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarely } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import separo from "./games/separo.mjs";
import { BYPASS, noViolations } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { Pointer } from "./support/drag.mjs";
import { focusedName, names, tabTo, untilFocused } from "./support/keyboard.mjs";
import { onOneScreen, smallTargets } from "./support/layout.mjs";
import {
  beginTogether,
  legalMoves,
  movesPlayed,
  picked,
  press,
  targets,
  tryTo,
  untilPlayed,
  untilRefused,
} from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

const PASS = "--";
// Red has to pass twice, and Blue wins.
const BLUE = `e1-d2-d3 a1-b2-c2 a5-b4-c4 b2-a3-a4 d2-c1-b1 a4-b5-c5 ${PASS} c5-d4-e4 ${PASS} d4-c3-c2`.split(" ");
// Blue has to pass, and Red wins.
const RED = `a5-b4-c4 a1-b2-b3 e1-d2-c2 b2-c1-d1 c4-d3-e3 ${PASS} b4-a3-a2`.split(" ");
const { whole: DRAW } = separo;

async function together(options, work) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await beginTogether(visitor, "separo", { size: 5 });
  await work(visitor.page, visitor);
  await visitor.leave();
}

// Plays each move with `playOne`, except passes, which the page plays itself. `checks` has
// functions to call after some of them, by their number.
async function playAll(page, moves, playOne, checks = {}) {
  for (const [index, move] of moves.entries()) {
    if (move !== PASS) {
      const found = (await legalMoves(page)).find((legal) => legal.move === move);
      assert.ok(found, `${move} is offered`);
      await playOne(found.steps);
    }
    await untilPlayed(page, index + 1);
    await checks[index + 1]?.();
  }
  assert.deepEqual(await movesPlayed(page), moves);
}

const board = (page) => page.getByRole("grid", { name: "SEPARO board" });
const scores = (page) => page.locator(".strip .score").allTextContents();
const numbers = (page, side) => page.locator(`.is-${side} > .region-number`).filter({ visible: true }).count();
const at = (step) => `[data-step="${step}"]`;

// The guides with this class.
function paths(page, mark) {
  const marked = page.locator(`.is-picking .guide.${mark}`);
  return marked.evaluateAll((lines) => lines.map(({ dataset }) => dataset.path));
}

async function ended(page, result, why) {
  await page.getByRole("heading", { name: result }).waitFor();
  await page.getByText(why, { exact: true }).first().waitFor();
}

test("a game by mouse: targets, regions, and passes that play themselves", () =>
  together({ ...WIDE, ...BYPASS }, async (page, visitor) => {
    const byMouse = async (steps) => {
      for (const step of steps) await press(visitor, step);
    };
    assert.deepEqual((await targets(page)).sort(), ["a5", "e1"]);
    await press(visitor, "a5");
    assert.deepEqual(await targets(page), ["b4"]);
    assert.deepEqual(await paths(page, "is-open"), ["a5 b4", "a5 b4 b3", "a5 b4 c4"]);
    await press(visitor, "b4");
    assert.deepEqual((await targets(page)).sort(), ["b3", "c4"]);
    assert.deepEqual(await paths(page, "is-picked"), ["a5 b4"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    assert.deepEqual(await picked(page), []);

    // The notice of a pass stays until the pass is played.
    await page.evaluate(() => {
      window.texts = [];
      const shown = () =>
        [...document.querySelectorAll("#announcement, .notice")].map((element) => element.textContent);
      // Whether the notice would catch a press in its middle or at its edge.
      const covers = () => {
        const { left, top, width, height } = document.querySelector("#notices").getBoundingClientRect();
        return [left + 1, left + width / 2].some((x) =>
          document.elementFromPoint(x, top + height / 2)?.closest("#notices"),
        );
      };
      window.covered = [];
      const observer = new MutationObserver(() => {
        window.texts.push(...shown());
        if (document.querySelector(".notice.is-fading")) window.covered.push(covers());
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    const untilShown = (pattern) =>
      eventually(async () => assert.match((await page.evaluate(() => window.texts)).join("\n"), pattern));
    await playAll(page, BLUE, byMouse, {
      5: async () => {
        assert.deepEqual(await scores(page), ["1 region", "1 region"]);
        assert.equal(await numbers(page, "first"), 1);
      },
      6: async () => {
        await untilShown(/^\s*Red has no moves and passes\.\s*$/m);
        assert.deepEqual(new Set(await page.evaluate(() => window.covered)), new Set([false]));
        await untilShown(/a4 → b5 → c5\. Red has no moves and passes\.$/m);
        await visitor.picture("separo-pass-wide");
      },
      7: async () => {
        await page.getByText("Must pass", { exact: true }).waitFor();
        await untilShown(/^Blue to move\.$/m);
        await noViolations(page, "after a pass");
      },
    });
    await ended(page, "Blue wins", "3 regions to 1.");
    assert.deepEqual(await scores(page), ["3 regions", "1 region"]);
    const counted = async () => [await numbers(page, "first"), await numbers(page, "second")];
    const regions = () => page.locator(".region").filter({ visible: true }).count();
    assert.deepEqual([await counted(), await regions()], [[0, 3], 3]);
    await visitor.picture("separo-over-wide");
    // The other side's can be counted as well, and are shown until the winner's are wanted again.
    const others = page.getByRole("checkbox", { name: "Show Red's regions: 1 region" });
    await tabTo(others);
    await page.keyboard.press("Space");
    assert.deepEqual([await counted(), await regions()], [[1, 0], 1]);
    await visitor.picture("separo-over-other");
    await noViolations(page, "the other side's regions");
    await page.locator("label.score").click();
    assert.deepEqual(await counted(), [0, 3]);
    // Undo takes back both passes and the last move that Blue chose.
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelectorAll("#move-list li").length === 9);
  }));

rarely("a game by dragging from a stone over the corner to the end", () =>
  together(WIDE, async (page, visitor) => {
    const pointer = await Pointer.of(visitor);
    await pointer.down(at("e1"));
    await pointer.over(at("d2"));
    await pointer.over(at("c2"));
    assert.deepEqual((await picked(page)).sort(), ["c2", "d2", "e1"]);
    // Letting go beside the board plays nothing.
    await pointer.over("#strip-them");
    await pointer.up();
    assert.deepEqual([await picked(page), await movesPlayed(page)], [[], []]);

    await playAll(page, DRAW, async ([from, over, to]) => {
      await pointer.down(at(from));
      await pointer.over(at(over));
      await pointer.over(at(to));
      await pointer.up();
    });
    await ended(page, "Draw", "1 region each.");
  }),
);

test("a game by keyboard alone", () =>
  together(WIDE, async (page) => {
    const here = () => page.evaluate(() => document.activeElement.dataset.step);
    const arrowsTo = async (step) => {
      const [column, row] = await here();
      const press = async (key, times) => {
        for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
      };
      const right = step.charCodeAt(0) - column.charCodeAt(0);
      const up = Number(step[1]) - Number(row);
      await press(right > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(right));
      await press(up > 0 ? "ArrowUp" : "ArrowDown", Math.abs(up));
      assert.equal(await here(), step);
    };
    await tabTo(board(page).locator("[tabindex='0']"));
    await untilFocused(page, "a5: Red's stone, can grow");
    await playAll(page, RED, async (steps) => {
      for (const step of steps) {
        await arrowsTo(step);
        await page.keyboard.press("Enter");
      }
    });
    await ended(page, "Red wins", "2 regions to 1.");
    assert.ok((await names(board(page))).includes(await focusedName(page)), "the focus is still on the board");
  }));

test("a game by touch on a phone, all of it on one screen", () =>
  together(PHONE, async (page, visitor) => {
    const byTouch = async (steps) => {
      for (const step of steps) await press(visitor, step);
    };
    const box = () => page.locator(".match-board").boundingBox();
    const before = await box();
    await onOneScreen(page, PHONE.viewport);
    assert.deepEqual(await smallTargets(page), []);
    await playAll(page, DRAW, byTouch, {
      4: async () => {
        assert.deepEqual(await box(), before);
        await visitor.picture("separo-phone");
      },
    });
    await ended(page, "Draw", "1 region each.");
  }));

test("guides are shown for the player to move, for both colours, or not at all; and steps are refused", () =>
  together(WIDE, async (page, visitor) => {
    await tryTo(visitor, "a1");
    await untilRefused(page, "That belongs to your opponent.");
    await tryTo(visitor, "c3");
    await untilRefused(page, "Start from one of your stones.");
    await press(visitor, "a5");
    await tryTo(visitor, "b5");
    await untilRefused(page, "The first root goes one step diagonally.");
    assert.deepEqual(await picked(page), ["a5"]);
    await page.keyboard.press("Escape");
    const shown = (side) =>
      page
        .locator(`.is-${side} > .guide`)
        .evaluateAll((lines) => lines.some((line) => Number(getComputedStyle(line).opacity) > 0.5));
    const both = async () => [await shown("first"), await shown("second")];
    assert.deepEqual(await both(), [true, false]);
    for (const [name, expected] of /** @type {const} */ ([
      ["Both colours", [true, true]],
      ["None", [false, false]],
      ["Yours", [true, false]],
    ])) {
      await choose(page, (settings) => settings.getByRole("radio", { name, exact: true }).check());
      await page.waitForFunction(() => document.getAnimations().length === 0);
      assert.deepEqual(await both(), expected, name);
    }
  }));
