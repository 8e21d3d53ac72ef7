// The rules and the first lesson, as a newcomer meets them.

import assert from "node:assert/strict";

import { BYPASS, nothingAmiss } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { arrowsToCell, arrowsToPiece, board, focusedName, tabTo, untilFocused } from "./support/keyboard.mjs";
import { smallTargets } from "./support/layout.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

async function visit(path, work, options) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await visitor.page.close();
  visitor.page = await visitor.open(path);
  await work(visitor);
  await visitor.leave();
}

const heading = (page, name) => page.getByRole("heading", { name, exact: true });
const verdict = (page) => page.locator("#verdict[role=status]");

// A lesson's moves in the words of the page, the way a person makes them.
const MOVES = {
  Win: ["b1"],
  Danger: ["b1", "short light round solid piece"],
  "A gift": ["d1", "short light round solid piece"],
  "The safe piece": ["a4", "short light square hollow piece"],
};

test("the lesson by keyboard alone, from the rules to the first match", () =>
  visit("/rules/quarto", async ({ page }) => {
    await tabTo(page.getByRole("link", { name: "First lesson" }).first());
    await page.keyboard.press("Enter");

    for (const [title, [cell, piece]] of Object.entries(MOVES)) {
      await heading(page, title).waitFor();
      if (title !== "Win") await untilFocused(page, title);
      await tabTo(board(page).locator("[tabindex='0']"));
      await arrowsToCell(page, cell);
      await page.keyboard.press("Enter");
      if (piece) {
        await arrowsToPiece(page, piece);
        await page.keyboard.press("Enter");
      }
      await verdict(page).getByText("Right!").waitFor();
      await untilFocused(page, "Next");
      await page.keyboard.press("Enter");
    }
    await heading(page, "Ready to play").waitFor();
    await untilFocused(page, "Ready to play");
    await tabTo(page.getByRole("button", { name: "Play your first match" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/m\//);
    await board(page).waitFor();
    await page.goto(`${server.base}/learn/quarto/end`);
    await page.getByRole("button", { name: "Play a match" }).waitFor();
  }));

test("a wrong answer is shown and tried again, by keyboard", () =>
  visit("/learn/quarto/4", async ({ page }) => {
    await tabTo(board(page).locator("[tabindex='0']"));
    await arrowsToCell(page, "a4");
    await page.keyboard.press("Enter");
    await arrowsToPiece(page, "tall light round hollow piece");
    await page.keyboard.press("Enter");
    await verdict(page).getByText("Your opponent places the piece on b2 and wins.").waitFor();
    assert.equal(await board(page).getByRole("button", { name: /in the winning line/ }).count(), 4);
    await untilFocused(page, "Try again");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Try again" }).waitFor({ state: "hidden" });
    assert.match(await focusedName(page), /^a4, empty/);
  }));

test("the lesson by touch on a phone, and what was solved is remembered", () =>
  visit("/learn/quarto", async (visitor) => {
    const { page } = visitor;
    await visitor.picture("lesson-phone");
    await board(page).getByRole("button", { name: "b1, empty" }).tap();
    await verdict(page).getByText("Right!").waitFor();
    assert.deepEqual(await smallTargets(page), []);
    // Upright, on its side, and as a laptop's window at 200 %.
    for (const [width, height] of [[360, 640], [640, 360], [720, 450]]) {
      await page.setViewportSize({ width, height });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(wide, width, "nothing to scroll sideways");
    }

    await page.goto(`${server.base}/learn/quarto`);
    await heading(page, "Danger").waitFor();
    await page.getByRole("link", { name: "Exercise 1: Win, solved" }).waitFor();
  }, PHONE));

// The longest answers: with hands above and below the board, and of the tallest boards.
for (const [path, steps] of [
  ["/learn/animal_shogi/4", ["B", "2c"]],
  ["/learn/gomoku/4", ["d6"]],
]) {
  test(`what is said of an answer is on the screen of a phone, with its board (${path})`, () =>
    visit(path, async (visitor) => {
      const { page } = visitor;
      for (const step of steps) await page.locator(`[data-step="${step}"]`).tap();
      await verdict(page).getByText("Right!").waitFor();
      const { y, height } = await page.locator(".lesson-bar").boundingBox();
      assert.ok(y + height <= PHONE.viewport.height, `${y + height}`);
      assert.equal(await page.evaluate(() => scrollY), 0);
    }, PHONE));
}

test("a browser that keeps nothing can take the lesson, too", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
  await visitor.context.addInitScript(() => {
    for (const name of ["getItem", "setItem"]) {
      const real = Storage.prototype[name];
      Storage.prototype[name] = function (...words) {
        if (this === window.localStorage) throw new DOMException("refused", "SecurityError");
        return real.apply(this, words);
      };
    }
  });
  visitor.page = await visitor.open("/learn/quarto");
  const { page } = visitor;
  await board(page).getByRole("button", { name: "b1, empty" }).click();
  await verdict(page).getByText("Right!").waitFor();
  await page.getByRole("link", { name: "Next" }).click();
  await heading(page, "Danger").waitFor();
  await page.getByRole("link", { name: "Exercise 1: Win, solved" }).waitFor();

  // Who leaves closes the socket, which LiveView takes for a page to be loaded again.
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await page.waitForSelector(".phx-loading");
  await visitor.leave();
});

test("the rules need no script", async () => {
  const context = await browser.newContext({ ...WIDE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.base}/rules/quarto`);
  await page.getByText("Four hollow pieces in a row.").waitFor();
  assert.ok((await page.getByRole("img", { name: /^Quarto board: [abc]4, / }).count()) >= 7);
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await page.waitForURL(/\/m\//);
  await page.getByRole("link", { name: "Rules of Quarto" }).click();
  await page.getByRole("link", { name: "Back to the match" }).first().click();
  await page.waitForURL(/\/m\//);

  // The lesson cannot be played so, but read.
  await page.goto(`${server.base}/learn/animal_shogi/2`);
  await page.getByText("The blue chick can catch your lion.").waitFor();
  await page.getByRole("link", { name: "Exercise 3: The far side" }).click();
  await page.getByText("Your lion is one step from the far side.").waitFor();
  await context.close();
});

for (const [size, colorScheme, options] of [
  ["wide", "light", WIDE],
  ["phone", "dark", PHONE],
]) {
  test(`axe finds nothing amiss (${size}, ${colorScheme})`, async () => {
    const seen = { ...options, ...BYPASS, colorScheme };
    await visit("/rules/quarto", async (visitor) => {
      const { page } = visitor;
      const check = (where) => nothingAmiss(page, where);
      await visitor.picture(`rules-${size}-${colorScheme}`);
      await check("the rules");
      await page.goto(`${server.base}/learn/quarto/4`);
      await page.waitForSelector(".is-target");
      await check("a position");
      await board(page).getByRole("button", { name: "a4, empty" }).click();
      await page.getByRole("button", { name: "tall dark square hollow piece" }).click();
      await verdict(page).getByText("Not yet").waitFor();
      await visitor.picture(`lesson-${size}-${colorScheme}`);
      await check("a wrong answer");
      await page.goto(`${server.base}/learn/quarto/end`);
      await page.waitForSelector(".phx-connected");
      await check("the end");
    }, seen);
  });
}
