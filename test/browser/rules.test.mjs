// The rules pages and the lessons.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { BYPASS, noViolations, noViolationsInAnyTheme, setTheme } from "./support/axe.mjs";
import { contextOf, PHONE, Visitor, WIDE } from "./support/browser.mjs";
import {
  arrowsToCell,
  arrowsToPiece,
  board,
  focusedName,
  tabTo,
  untilFocus,
  untilFocused,
} from "./support/keyboard.mjs";
import { onOneScreen, smallTargets } from "./support/layout.mjs";
import { browser, server } from "./support/site.mjs";

async function visit(path, work, options) {
  const visitor = await Visitor.arrive(browser, server.base, options, path);
  await work(visitor);
  await visitor.leave();
}

const heading = (page, name) => page.getByRole("heading", { name, exact: true });
const verdict = (page) => page.locator("#verdict[role=status]");

// Quarto's exercises and the moves that solve them, as the page names them.
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
    const match = page.url();
    await tabTo(page.getByRole("link", { name: "Rules of Quarto" }));
    await page.keyboard.press("Enter");
    await tabTo(page.getByRole("link", { name: "Back to the match" }).first());
    await page.keyboard.press("Enter");
    await board(page).waitFor();
    assert.equal(page.url(), match);
    await page.goto(`${server.base}/learn/quarto/end`);
    await page.getByRole("button", { name: "Play a match" }).waitFor();
  }));

test("rules begin with the start position, and a jump link moves the focus", () =>
  visit("/rules/separo", async ({ page }) => {
    const start = page.getByRole("img", { name: /^SEPARO board/ }).first();
    assert.match(await start.getAttribute("aria-label"), /a9, i1.*a1, i9/);
    const { y, height } = await start.boundingBox();
    assert.ok(y + height < WIDE.viewport.height, "the start position is on the first screen");

    await tabTo(page.getByRole("link", { name: "Regions", exact: true }));
    await page.keyboard.press("Enter");
    await untilFocus(page.getByRole("region", { name: "Regions" }));
    await page.keyboard.press("Tab");
    await untilFocus(page.getByRole("button", { name: "Play", exact: true }).last());
  }));

test("a wrong move gets an answer and another try, by keyboard", () =>
  visit("/learn/quarto/4", async ({ page }) => {
    await tabTo(board(page).locator("[tabindex='0']"));
    await arrowsToCell(page, "a4");
    await page.keyboard.press("Enter");
    await arrowsToPiece(page, "tall light round hollow piece");
    await page.keyboard.press("Enter");
    await verdict(page).getByText("Your opponent places the piece on b2 and wins.").waitFor();
    assert.equal(
      await board(page)
        .getByRole("button", { name: /in the winning line/ })
        .count(),
      4,
    );
    await untilFocused(page, "Try again");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Try again" }).waitFor({ state: "hidden" });
    assert.match(await focusedName(page), /^a4, empty/);
  }));

test("the lesson by touch on a phone, and solved exercises are remembered", () =>
  visit(
    "/learn/quarto",
    async (visitor) => {
      const { page } = visitor;
      await visitor.picture("lesson-phone");
      await board(page).getByRole("button", { name: "b1, empty" }).tap();
      await verdict(page).getByText("Right!").waitFor();
      assert.deepEqual(await smallTargets(page), []);
      // Portrait, landscape, and the window of a laptop at 200%.
      for (const [width, height] of [
        [360, 640],
        [640, 360],
        [720, 450],
      ]) {
        await page.setViewportSize({ width, height });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(wide, width, "nothing to scroll sideways");
      }

      await page.goto(`${server.base}/learn/quarto`);
      await heading(page, "Danger").waitFor();
      await page.getByRole("link", { name: "Exercise 1: Win, solved" }).waitFor();
    },
    PHONE,
  ));

test("taps before the page's script is there are carried out once it is", () =>
  visit(
    null,
    async ({ page, base }) => {
      const held = [];
      let scriptMayCome;
      const mayCome = new Promise((resolve) => {
        scriptMayCome = resolve;
      });
      await page.route("**/app*.js*", async (route) => {
        held.push(route.request().url());
        await mayCome;
        await route.continue();
      });
      await page.goto(`${base}/learn/quarto/2`, { waitUntil: "commit" });
      // Twice, as people do if nothing happens.
      for (let time = 0; time < 2; time += 1) await board(page).getByRole("button", { name: "b1, empty" }).tap();
      await page.getByRole("button", { name: "short light round solid piece" }).tap();
      assert.equal(held.length, 1, "the script has not come yet");
      scriptMayCome();
      await verdict(page).getByText("Right!").waitFor();
    },
    PHONE,
  ));

// The moves of each exercise: one that is wrong, if any is, and one that is right.
const ANSWERS = {
  animal_shogi: ["1b 1a, 3b 3a", "1d 1c, 3d 2c", "2b 1b, 3b 3a", "1c 1b, 3d 2c", "1d 1c, 1d 2c", "2b 2a, P 1b"],
  gomoku: ["a1, d4", "a1, f4", "a1, f4", "a1, d6", "a1, e4", "a1, d4"],
  quarto: ["a1 2, b1", "a2 0, b1 0", "d1 2, d1 0", "a4 1, a4 3"],
  separo: [
    "a5 b4 b3",
    "b4 a3 a2",
    "c5 d4 d3, c5 d6 e6",
    "c4 d5 e5, c4 d5 d6",
    "c3 d4 d5, b5 c6 d6",
    "e2 f3 f4, f4 e3 e2",
  ],
};

for (const [game, exercises] of Object.entries(ANSWERS)) {
  rarelyUnless(game === "separo")(`no answer moves the board (${game})`, () =>
    visit(
      null,
      async ({ page, base }) => {
        const jumps = [];
        for (const [index, moves] of exercises.entries()) {
          await page.goto(`${base}/learn/${game}/${index + 1}`);
          await page.waitForSelector(".is-target");
          const box = () => page.locator(".lesson-board > .board").boundingBox();
          const before = await box();
          for (const move of moves.split(", ")) {
            const again = page.getByRole("button", { name: "Try again" });
            if (await again.isVisible()) await again.tap();
            await verdict(page)
              .getByText(/Right!|That's not it/)
              .waitFor({ state: "detached" });
            for (const step of move.split(" ")) await page.locator(`[data-step="${step}"]`).tap();
            await verdict(page)
              .getByText(/Right!|That's not it/)
              .waitFor();
            const after = await box();
            if (JSON.stringify(after) !== JSON.stringify(before)) jumps.push([index + 1, move, before, after]);
          }
        }
        assert.deepEqual(jumps, []);
      },
      PHONE,
    ),
  );
}

test("wrong moves are answered; two bring a hint, three show the move on request", () =>
  visit(
    "/learn/animal_shogi/6",
    async (visitor) => {
      const { page } = visitor;
      const drop = async (square) => {
        for (const step of ["P", square]) await page.locator(`[data-step="${step}"]`).tap();
      };
      await page.locator("#lesson-says").getByText("Drop your chick").waitFor();
      await drop("2a");
      await verdict(page).getByText("The blue giraffe goes to 3a.").waitFor();
      await page.getByRole("button", { name: "Try again" }).tap();
      await drop("2a");
      await verdict(page).getByText("That's not it").waitFor();
      await page.getByRole("button", { name: "Try again" }).tap();
      await verdict(page).getByText("Drop it right below the blue lion.").waitFor();
      await visitor.picture("lesson-hint");
      await drop("3a");
      await verdict(page).getByText("That's not it").waitFor();
      await page.getByRole("button", { name: "Show me" }).tap();
      await verdict(page).getByText("This is the move").waitFor();
      await untilFocused(page, "Try it yourself");
      await page.getByRole("button", { name: "Try it yourself" }).tap();
      await drop("1b");
      await verdict(page).getByText("Right!").waitFor();
      assert.equal(await page.evaluate(() => scrollY), 0);
      assert.deepEqual(await smallTargets(page), []);
    },
    PHONE,
  ));

// Exercises with long text: with hands above and below the board, with the tallest board, and
// with a tray.
for (const [path, steps] of [
  ["/learn/animal_shogi/4", ["B", "2c"]],
  ["/learn/gomoku/4", ["d6"]],
  ["/learn/quarto/4", ["a4", "1"]],
]) {
  rarelyUnless(path.includes("animal_shogi"))(
    `a lesson fits a phone's screen, with and without an answer (${path})`,
    () =>
      visit(
        path,
        async ({ page }) => {
          const { width, height } = PHONE.viewport;
          const fills = async (viewport) => {
            await onOneScreen(page, viewport);
            const { y, height } = await page.locator(".lesson").boundingBox();
            assert.equal(Math.round(y + height), viewport.height);
          };
          await fills({ width: height, height: width });
          await fills({ width, height });
          for (const step of steps) await page.locator(`[data-step="${step}"]`).tap();
          await verdict(page)
            .getByText(/Right!|That's not it/)
            .waitFor();
          await fills({ width, height });
        },
        PHONE,
      ),
  );
}

test("the lesson works in browsers that store nothing", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  const { page } = visitor;
  await page.addInitScript(() => {
    for (const name of ["getItem", "setItem"]) {
      const real = Storage.prototype[name];
      Storage.prototype[name] = function (...args) {
        if (this === window.localStorage) throw new DOMException("refused", "SecurityError");
        return real.apply(this, args);
      };
    }
  });
  await page.goto(`${server.base}/learn/quarto`);
  await page.waitForSelector(".phx-connected");
  await board(page).getByRole("button", { name: "b1, empty" }).click();
  await verdict(page).getByText("Right!").waitFor();
  await page.getByRole("link", { name: "Next" }).click();
  await heading(page, "Danger").waitFor();
  await page.getByRole("link", { name: "Exercise 1: Win, solved" }).waitFor();

  // When the page is left, LiveView uses the storage again.
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await page.waitForSelector(".phx-loading");
  await visitor.leave();
});

test("the rules and the text of lessons need no JavaScript", async () => {
  const context = await contextOf(browser, { ...WIDE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.base}/rules/quarto`);
  await page.getByText("Four hollow pieces in a row.").waitFor();
  assert.ok((await page.getByRole("img", { name: /^Quarto board: [abc]4, / }).count()) >= 7);
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await page.waitForURL(/\/m\//);
  await page.getByRole("link", { name: "Rules of Quarto" }).click();
  await page.getByRole("link", { name: "Back to the match" }).first().click();
  await page.waitForURL(/\/m\//);

  // A lesson can at least be read.
  await page.goto(`${server.base}/learn/animal_shogi/2`);
  await page.getByText("The blue chick can catch your lion.").waitFor();
  await page.getByRole("link", { name: "Exercise 3: The far side" }).click();
  await page.getByText("Your lion is one step from the far side.").waitFor();
  await context.close();
});

// access.test.mjs checks the first two in a wide window.
test("axe finds no violations on a dark phone, nor in any theme after a wrong answer", () =>
  visit(
    "/rules/quarto",
    async (visitor) => {
      const { page } = visitor;
      const check = (where) => noViolations(page, where);
      await visitor.picture("rules-phone-dark");
      await check("the rules");
      await page.goto(`${server.base}/learn/quarto/4`);
      await page.waitForSelector(".is-target");
      await check("a position");
      await board(page).getByRole("button", { name: "a4, empty" }).click();
      await page.getByRole("button", { name: "tall dark square hollow piece" }).click();
      await verdict(page).getByText("That's not it").waitFor();
      await visitor.picture("lesson-phone-dark");
      await check("a wrong answer");
      await page.setViewportSize(WIDE.viewport);
      await noViolationsInAnyTheme(page, "a wrong answer, wide");
      await page.setViewportSize(PHONE.viewport);
      await setTheme(page, "dark");
      await page.goto(`${server.base}/learn/quarto/end`);
      await page.waitForSelector(".phx-connected");
      await check("the end");
      await page.setViewportSize(WIDE.viewport);
      await check("the end, wide");
    },
    { ...PHONE, ...BYPASS, colorScheme: "dark" },
  ));
