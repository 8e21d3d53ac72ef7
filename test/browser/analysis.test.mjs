// An analysis: walking, variations and comments, the engine's lines, and that nothing is lost.
// `record.test.mjs` takes one out of the page and in again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import {
  analysisMoves,
  BRANCHED,
  branch,
  breakable,
  button,
  comment,
  move,
  pressMove,
  settled,
  untilAt,
  untilTree,
  visit,
} from "./support/analysis.mjs";
import { noViolations, noViolationsInAnyTheme } from "./support/axe.mjs";
import { PHONE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { tabTo, untilFocus } from "./support/keyboard.mjs";
import { smallTargets } from "./support/layout.mjs";
import { anyMove, beginTogether, connected, play, press, untilMyTurn } from "./support/match.mjs";
import { server } from "./support/site.mjs";

test("one walks, branches and comments, and a reload finds the same tree", () =>
  visit(async (visitor, page) => {
    await branch(visitor);
    await untilTree(page, BRANCHED);
    await untilAt(page, ["h8", "g7", "f6"]);

    for (const [name, moves] of [
      ["One move back", ["h8", "g7"]],
      ["To the start", []],
      ["One move forward", ["h8"]],
      ["To the end of the line", ["h8", "h9", "j8", "j9"]],
    ]) {
      await button(page, name).click();
      await untilAt(page, moves);
    }
    await button(page, "One move back").click();
    await untilAt(page, ["h8", "h9", "j8"]);

    await page.reload();
    await settled(page);
    await untilTree(page, BRANCHED);
    await untilAt(page, ["h8", "h9", "j8"]);

    // A later visit, with and without the position in the address; and one elsewhere in between.
    for (const query of ["", "?moves=h8+g7"]) {
      await page.goto(`${server.base}/analysis/gomoku?moves=a1`);
      await settled(page);
      await untilTree(page, ["a1"]);
      await page.goto(`${server.base}/analysis/gomoku?moves=h8+h9`);
      await settled(page);
      await untilTree(page, BRANCHED);
      await page.goto(`${server.base}/analysis/gomoku${query}`);
      await settled(page);
      await untilTree(page, BRANCHED);
    }
  }));

test("a reconnection finds the same tree", () =>
  visit(async (visitor, page) => {
    const reconnect = await breakable(visitor);
    await branch(visitor);
    await untilTree(page, BRANCHED);
    const key = await page.locator("#kept [name=key]").inputValue();
    await reconnect();
    await untilTree(page, BRANCHED);
    await untilAt(page, ["h8", "g7", "f6"]);
    assert.equal(await page.locator("#kept [name=key]").inputValue(), key);
    // And it goes on.
    await pressMove(visitor, "k9");
    await untilAt(page, ["h8", "g7", "f6", "k9"]);
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((name) => /analysis:gomoku/.test(name)));
    assert.deepEqual(kept, [`playout:analysis:gomoku:${key}`]);
  }));

test("variations are promoted and deleted, and a deletion is undone", () =>
  visit(async (visitor, page) => {
    await branch(visitor);
    await button(page, "Promote").click();
    await untilTree(page, ["h8 h9", "  g7 f6", '    g8 {sharp {really} (a) "b" 鋭い}', "j8 j9"]);
    await button(page, "Promote").click();
    const promoted = ["h8 g7", "  h9 j8 j9", "f6", '  g8 {sharp {really} (a) "b" 鋭い}'];
    await untilTree(page, promoted);
    assert.equal(await button(page, "Promote").getAttribute("aria-disabled"), "true");

    await move(page, "h9").click();
    await untilAt(page, ["h8", "h9"]);
    await button(page, "Delete").click();
    await untilTree(page, ["h8 g7 f6", '  g8 {sharp {really} (a) "b" 鋭い}']);
    await untilAt(page, ["h8"]);
    await button(page, "Undo").click();
    await untilTree(page, promoted);
    await untilAt(page, ["h8", "h9"]);

    await button(page, "New analysis").click();
    await untilTree(page, []);
    await untilAt(page, []);
    // The one before is still there.
    await page.goto(`${server.base}/analysis/gomoku?moves=h8+g7`);
    await settled(page);
    await untilTree(page, promoted);
  }));

test("the keyboard does all of it", () =>
  visit(async (visitor, page) => {
    await branch(visitor);
    // The list is a single tab stop, the move that is shown.
    await tabTo(page.locator("#move-list [aria-current]"));
    await page.keyboard.press("ArrowLeft");
    await untilAt(page, ["h8", "g7"]);
    await untilFocus(move(page, "g7"));
    await page.keyboard.press("ArrowUp");
    await untilFocus(move(page, "h9"));
    await page.keyboard.press("Enter");
    await untilAt(page, ["h8", "h9"]);
    await untilFocus(move(page, "h9"));
    await page.keyboard.press("End");
    await untilAt(page, ["h8", "h9", "j8", "j9"]);
    await page.keyboard.press("Home");
    await untilAt(page, []);
    await page.keyboard.press("ArrowDown");
    await untilFocus(move(page, "h8"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await untilFocus(move(page, "g7"));
    await page.keyboard.press("Enter");
    await untilAt(page, ["h8", "g7"]);

    await tabTo(button(page, "Promote"));
    await page.keyboard.press("Enter");
    await untilTree(page, ["h8 g7", "  h9 j8 j9", 'g8 {sharp {really} (a) "b" 鋭い}', "  f6"]);
    await tabTo(button(page, "Comment"));
    await page.keyboard.press("Enter");
    await untilFocus(page.getByRole("textbox", { name: "Comment on this position" }));
    await page.keyboard.type("typed");
    await page.locator("#move-list .comment").filter({ hasText: "typed" }).waitFor();
    await tabTo(button(page, "Delete"));
    await page.keyboard.press("Enter");
    await untilTree(page, ["h8 h9 j8 j9"]);
    await tabTo(button(page, "Undo"));
    await page.keyboard.press("Enter");
    await untilAt(page, ["h8", "g7"]);

    // Everywhere else the arrow keys walk.
    await page.locator("body").click({ position: { x: 700, y: 5 } });
    await page.keyboard.press("ArrowRight");
    await untilAt(page, ["h8", "g7", "g8"]);
  }));

test("a notch of the wheel over the board is a move", () =>
  visit(async (_visitor, page) => {
    await page.locator(".match-board > .board").hover();
    await page.mouse.wheel(0, -120);
    await untilAt(page, ["h8", "h9", "j8"]);
    await page.mouse.wheel(0, 120);
    await untilAt(page, ["h8", "h9", "j8", "j9"]);
  }));

const figures = async (page) => Number((await page.locator(".search-figures").innerText()).replace(/\D/g, ""));

test("the engine's lines grow, and are stepped through by pressing them", () =>
  visit(
    async (_visitor, page) => {
      await page.locator(".line-move").first().waitFor();
      const before = await figures(page);
      await eventually(async () => assert.ok((await figures(page)) > before));
      assert.equal(await page.locator(".line").count(), 3);
      assert.match(await page.locator(".value-words").innerText(), /Black \d+%\s+Draw \d+%\s+White \d+%/);

      // Whatever it shows by then, the press is about what it showed.
      const moves = await page
        .locator(".line")
        .nth(1)
        .evaluate((line) => {
          const moves = [...line.querySelectorAll(".line-move")].slice(0, 2);
          moves.at(-1).click();
          return moves.map(({ textContent }) => textContent);
        });
      await untilAt(page, ["h8", "h9", "j8", "j9", ...moves]);
      await page.locator(".line-move").first().waitFor();
      await page.getByLabel("Lines").selectOption("5");
      await eventually(async () => assert.equal(await page.locator(".line").count(), 5));

      // A reload finds the same choices, and off stays off.
      await page.getByRole("switch", { name: "Engine" }).click();
      await page.getByText("The engine is off.").waitFor();
      await page.reload();
      await settled(page);
      assert.equal(await page.getByRole("switch", { name: "Engine" }).getAttribute("aria-checked"), "false");
      assert.equal(await page.getByLabel("Lines").inputValue(), "5");
      assert.equal(await page.locator(".line").count(), 0);
    },
    { engine: true },
  ));

// The marks on the board, each with its number and where it is.
const marks = (page) =>
  page.locator(".heat-mark").evaluateAll((marks) =>
    marks.map((mark) => {
      const { x, y, width, height } = mark.getBoundingClientRect();
      return { percent: Number(mark.textContent), x: x + width / 2, y: y + height / 2 };
    }),
  );

const centre = (page, step) =>
  page.locator(`[data-step="${step}"]`).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });

for (const [game, query, pick] of [
  ["gomoku", "?moves=h8+h9", null],
  ["quarto", "?moves=-7+c3-A", null],
  ["animal_shogi", "", "2c"],
  ["separo", "", "a9"],
]) {
  rarelyUnless(game === "quarto")(`visits are marked where they belong in ${game}, with their numbers`, () =>
    visit(
      async (visitor, page) => {
        const check = async (steps) => {
          const all = await marks(page);
          assert.ok(all.length > 0 && all.length <= steps.length);
          const sum = all.reduce((sum, { percent }) => sum + percent, 0);
          assert.ok(sum > 60 && sum <= 105, `${sum}%`);
          const places = await Promise.all(steps.map((step) => centre(page, step)));
          const isThere = ({ x, y }) => places.some((place) => Math.hypot(place.x - x, place.y - y) < 2);
          assert.ok(all.every(isThere), "each mark is on a step that can be picked");
        };
        const targets = () => page.locator(".is-target").evaluateAll((all) => all.map(({ dataset }) => dataset.step));
        // Not the perfect player, which looks moves up.
        await page.getByLabel("Player", { exact: true }).selectOption("mcts");
        await page.locator(".heat-mark").first().waitFor();
        await eventually(async () => check(await targets()));
        await page.setViewportSize({ width: 1000, height: 700 });
        await eventually(async () => check(await targets()));
        if (pick) {
          await press(visitor, pick);
          await eventually(async () => check(await targets()));
          await page.keyboard.press("Escape");
        }
        await page.getByRole("checkbox", { name: "On the board", exact: true }).uncheck();
        await eventually(async () => assert.equal((await marks(page)).length, 0));
      },
      { path: `/analysis/${game}${query}`, engine: true },
    ),
  );
}

test("the engine stops while the page is hidden", () =>
  visit(
    async (_visitor, page) => {
      await page.locator(".line-move").first().waitFor();
      const hide = (hidden) =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }, hidden);
      await hide(true);
      await page.locator("#verdict:not(:has-text('…'))").waitFor();
      // The page says that it has heard: its figures are those of the end.
      await eventually(async () => assert.equal(await page.locator(".bar-used").getAttribute("width"), "100"));
      const stopped = await figures(page);
      await hide(false);
      await eventually(async () => assert.notEqual(await figures(page), stopped));
    },
    { engine: true },
  ));

test("a finished match, and one that is played alone, lead to their analysis", () =>
  visit(
    async (visitor, page) => {
      await beginTogether(visitor);
      const moves = [];
      for (let ply = 0; ply < 2; ply += 1) {
        await play(visitor, (legal, played) => {
          const chosen = anyMove(legal, played);
          moves.push(chosen.move);
          return chosen;
        });
      }
      await page.getByRole("link", { name: "Analyse" }).click();
      await settled(page);
      await untilAt(page, moves);
      await page.goBack();
      await connected(visitor);
      await untilMyTurn(page);
      await button(page, "Resign").click();
      await page.locator("#resign").click();
      await page.waitForSelector("#strip-you.is-over");
      await page.getByRole("link", { name: "Analyse" }).click();
      await settled(page);
      await untilAt(page, moves);
    },
    { path: "/rules/quarto" },
  ));

for (const { game } of GAMES) {
  for (const locale of ["en", "ja"]) {
    rarelyUnless(game === "animal_shogi" && locale === "ja")(
      `axe finds no violations in an analysis of ${game}, wide and narrow, in ${locale}`,
      () =>
        visit(
          async (visitor, page) => {
            await page.locator(".line-move").first().waitFor();
            const legal = await analysisMoves(page);
            await pressMove(visitor, legal[0].move);
            await page.locator("#walk [phx-value-to=back]").click();
            await untilAt(page, []);
            await pressMove(visitor, legal.at(-1).move);
            await comment(page, "a comment");
            await page.locator(".line-move").first().waitFor();
            // Colours don't depend on the language.
            const check = locale === "en" ? noViolationsInAnyTheme : noViolations;
            await check(page, game);
            await visitor.picture(`analysis-${game}-${locale}`);
            await page.setViewportSize(PHONE.viewport);
            await page.locator("#moves summary").click();
            await check(page, `${game}, narrow`);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.equal(width, PHONE.viewport.width);
            await visitor.picture(`analysis-${game}-${locale}-narrow`);
          },
          { path: `/analysis/${game}`, engine: true, locale },
        ),
    );
  }
}

test("on a phone everything is large enough for a finger, in both languages", async () => {
  for (const locale of ["en-US", "ja-JP"]) {
    await visit(
      async (_visitor, page) => {
        await page.locator(".line-move").first().waitFor();
        assert.deepEqual(await smallTargets(page), []);
        await page.locator("#moves summary").tap();
        await page.locator("#commenting").tap();
        await page.locator("#comment-form textarea").waitFor();
        assert.deepEqual(await smallTargets(page), []);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(width, PHONE.viewport.width);
      },
      { path: "/analysis/animal_shogi?moves=2c2b", engine: true, ...PHONE, locale },
    );
  }
});
