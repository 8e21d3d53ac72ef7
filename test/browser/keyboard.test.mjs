// Playing without a mouse: a whole game by keyboard, and where the focus goes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarely, rarelyUnless } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import {
  arrowsToCell,
  arrowsToPiece,
  board,
  emptyCells,
  focusedName,
  hasFocus,
  names,
  piecesLeft,
  tabTo,
  tray,
  untilFocus,
} from "./support/keyboard.mjs";
import { begin, untilTitle } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

const RESULT = /^(You win|You lose|Draw)$/;
const TURN_OR_RESULT = /^(Your move|You win|You lose|Draw)$/;

async function visit(work, options) {
  const visitor = await Visitor.arrive(browser, server.base, options, "/");
  await work(visitor);
  await visitor.leave();
}

const heading = (page, name) => page.getByRole("heading", { name });
const press = (page, key) => page.keyboard.press(key);

async function isOver(page) {
  return (await heading(page, RESULT).count()) > 0;
}

// Waits until the focus is in a group, or the game is over.
async function focusIn(page, group) {
  await eventually(async () => {
    const focused = await focusedName(page);
    assert.ok((await names(group)).includes(focused) || (await isOver(page)), `the focus stayed on ${focused}`);
  });
}

async function beginGame(page) {
  await tabTo(page.getByRole("article", { name: "Quarto" }).getByRole("button", { name: "Play" }));
  await press(page, "Enter");
  await heading(page, "Your move").waitFor();
  // The page opens with the focus on the first step, as soon as its scripts run.
  await focusIn(page, tray(page));
}

// Gives a piece while the focus is in the tray.
async function givePiece(page, piece) {
  await arrowsToPiece(page, piece);
  // Real players take longer than a double press. Another key between the two Enters keeps the
  // second from being ignored.
  await press(page, "Shift");
  await press(page, "Enter");
  await tray(page)
    .getByRole("button", { name: `${piece}, used`, exact: true })
    .waitFor();
  // The focus has stayed in the tray or on the board.
  assert.ok((await names(tray(page))).concat(await names(board(page))).includes(await focusedName(page)));
  await heading(page, TURN_OR_RESULT).waitFor();
}

rarely("a whole game by keyboard alone, and a rematch", () =>
  visit(async ({ page }) => {
    await beginGame(page);
    await givePiece(page, (await piecesLeft(page))[5]);

    while (!(await isOver(page))) {
      // The focus moves to the board by itself.
      await focusIn(page, board(page));
      const empty = await emptyCells(page);
      const cell = empty[(empty.length * 7) % empty.length];
      await arrowsToCell(page, cell);
      await press(page, "Enter");
      // After a placement it moves to the tray, unless the game is over.
      await focusIn(page, tray(page));
      if (await isOver(page)) break;
      const left = await piecesLeft(page);
      await givePiece(page, left[(left.length * 5) % left.length]);
    }

    const result = await heading(page, RESULT).innerText();
    await untilTitle(page, result);
    assert.notEqual(await focusedName(page), "", "the focus is lost at the end");
    if (result !== "Draw") {
      const line = (await names(board(page))).filter((name) => name.endsWith("in the winning line"));
      assert.equal(line.length, 4);
    }

    const address = page.url();
    await tabTo(page.getByRole("button", { name: "Rematch" }));
    await press(page, "Enter");
    await page.waitForURL((url) => url.href !== address);
    await heading(page, "Your move").waitFor();
    // The sides are swapped, and the opponent has given the first piece.
    await focusIn(page, board(page));
    assert.equal((await emptyCells(page)).length, 16);
    assert.equal((await piecesLeft(page)).length, 15);
  }),
);

for (const [where, viewport] of [
  ["on a phone", PHONE.viewport],
  ["beside a low board", { width: 844, height: 390 }],
  ["beside a high board", { width: 1280, height: 800 }],
]) {
  rarelyUnless(where === "beside a low board")(
    `after the end, few presses of Tab lead from the board to a rematch (${where})`,
    () =>
      visit(
        async (visitor) => {
          const { page } = visitor;
          await begin(visitor, { game: "gomoku" });
          await page.locator("#ask-resign").click();
          await page.locator("#resign").click();
          await heading(page, "You lose").waitFor();
          await page.locator('.board [tabindex="0"]').focus();
          const rematch = page.getByRole("button", { name: "Rematch" });
          await rematch.waitFor();
          for (let presses = 0; presses < 4 && !(await hasFocus(rematch)); presses += 1) await press(page, "Tab");
          await untilFocus(rematch);
        },
        { viewport },
      ),
  );
}

test("the keyboard takes steps back, and the focus follows", () =>
  visit(async ({ page }) => {
    await beginGame(page);
    await givePiece(page, (await piecesLeft(page))[0]);
    await focusIn(page, board(page));
    const [cell] = await emptyCells(page);
    const button = board(page).getByRole("button", { name: `${cell}, empty` });
    const pressed = () => button.getAttribute("aria-pressed");

    await arrowsToCell(page, cell);
    await press(page, " ");
    assert.equal(await pressed(), "true");
    await focusIn(page, tray(page));
    await press(page, "Escape");
    assert.equal(await pressed(), null);
    await untilFocus(button);

    // Another press on the same cell takes it back.
    await press(page, "Enter");
    await press(page, "Shift+Tab");
    await untilFocus(button);
    assert.equal(await pressed(), "true");
    await press(page, "Enter");
    assert.equal(await pressed(), null);
    await untilFocus(button);
  }));

// From every cell, with pieces of both heights.
for (const [where, options] of [
  ["wide", WIDE],
  ["phone", PHONE],
]) {
  rarelyUnless(where === "wide")(
    `the board and the tray are one stop of Tab each, with arrow keys inside (${where})`,
    () =>
      visit(async ({ page }) => {
        await beginGame(page);
        await givePiece(page, "tall dark square solid piece");
        await focusIn(page, board(page));
        await arrowsToCell(page, (await emptyCells(page)).at(-1));
        await press(page, "Enter");
        await focusIn(page, tray(page));
        await givePiece(page, (await piecesLeft(page)).at(-1));
        await focusIn(page, board(page));

        const stops = (group) =>
          group.getByRole("button").evaluateAll((buttons) => buttons.filter(({ tabIndex }) => tabIndex === 0).length);
        assert.equal(await stops(board(page)), 1);
        assert.equal(await stops(tray(page)), 1);

        const cells = (await names(board(page))).map((name) => name.slice(0, 2));
        for (const cell of cells) await arrowsToCell(page, cell);
        for (const cell of cells.reverse()) await arrowsToCell(page, cell);
        await press(page, "Control+Home");
        assert.match(await focusedName(page), /^a4, /);
        await press(page, "End");
        assert.match(await focusedName(page), /^d4, /);
        // They stop at the edge.
        for (const key of ["ArrowUp", "ArrowRight", "End"]) await press(page, key);
        assert.match(await focusedName(page), /^d4, /);
      }, options),
  );
}
