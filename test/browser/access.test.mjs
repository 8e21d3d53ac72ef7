// What axe finds on every page, in both languages, and moves that are typed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, rarely, rarelyUnless } from "../rarely.mjs";
import { BYPASS, noViolations, noViolationsInAnyTheme } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { anyMove, begin, beginTogether, legalMoves, movesPlayed, play, press, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

test("moves can be typed, and unreadable ones are refused with an example", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  const { page } = visitor;
  await begin(visitor);
  const box = page.getByLabel("Type a move");
  if (!(await box.isVisible())) await page.locator("#moves summary").click();
  await box.fill("zz");
  await box.press("Enter");
  await page.getByText("That isn't a move in this game.").waitFor();
  await box.fill("-7");
  await box.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#move-list li").length >= 1);
  assert.equal((await movesPlayed(page))[0], "-7");
  await visitor.leave();
});

async function visit(options, path, work) {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, ...BYPASS, ...options }, path);
  await work(visitor);
  await visitor.leave();
}

// In the short run, sizes.test.mjs checks narrow pages.
async function checkNarrow(page, where) {
  if (!all) return;
  await page.setViewportSize(PHONE.viewport);
  await noViolations(page, `${where}, narrow`);
  await page.setViewportSize(WIDE.viewport);
}

test("axe finds no violations in the lobby and around a match", () =>
  visit({}, "/", async (visitor) => {
    const { page } = visitor;
    const check = async (where) => {
      await noViolationsInAnyTheme(page, where);
      await checkNarrow(page, where);
    };
    await choose(page, () => check("the settings"));
    await check("the lobby");

    await page.getByRole("link", { name: "Opponent…" }).first().click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("radio", { name: /^Watch/ }).check();
    await sheet.getByLabel("Goes second").waitFor();
    await check("two engines");
    await sheet.getByRole("radio", { name: /^Custom/ }).check();
    await sheet.getByLabel("playouts").fill("many");
    await sheet.getByText("Enter a whole number").waitFor();
    await check("a mistake");

    await begin(visitor);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByText("Resign this match?").waitFor();
    await check("the question");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.waitForSelector("#strip-you.is-over");
    await page.evaluate(() => localStorage.setItem("playout:beaten:quarto", "[1]"));
    await page.goto(server.base);
    await page.getByText("Levels beaten").waitFor();
    await page.getByRole("button", { name: /^Delete/ }).click();
    await page.getByText("Delete permanently?").waitFor();
    await check("my matches");
    await page.goto(`${server.base}/nothing/here`);
    await check("page not found");
    visitor.expectErrors(/404/);
  }));

// The board with a picked step and its targets, and at the end; then the game's other pages.
for (const { game, options } of GAMES) {
  rarelyUnless(game === "separo")(`axe finds no violations in ${game}`, () =>
    visit({}, `/play/${game}`, async (visitor) => {
      const { page } = visitor;
      const check = (where) => noViolationsInAnyTheme(page, where);
      await check("the sheet");
      await beginTogether(visitor, game, options);
      for (let ply = 0; ply < 3; ply += 1) await play(visitor, anyMove);
      const [{ steps }] = await legalMoves(page);
      if (steps.length > 1) await press(visitor, steps[0]);
      await check("a match");
      await checkNarrow(page, "a match");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Resign" }).click();
      await page.getByRole("button", { name: "Resign" }).click();
      await page.waitForSelector("#strip-you.is-over");
      await check("the end");

      await page.goto(`${server.base}/rules/${game}`);
      await page.waitForSelector(".phx-connected");
      await check("the rules");
      await page.goto(`${server.base}/learn/${game}`);
      await page.waitForSelector(".is-target");
      await check("the lesson");
    }),
  );
}

rarely("axe finds no violations on wide pages in Japanese", () =>
  visit({ locale: "ja-JP" }, "/", async (visitor) => {
    const { page } = visitor;
    const check = async (where) => {
      assert.equal(await page.evaluate(() => document.documentElement.lang), "ja", where);
      await noViolations(page, where);
    };
    await check("the lobby");
    await page.locator('[data-opens="sheet-gomoku"]').click();
    await page.locator("#sheet-gomoku").waitFor();
    await check("the sheet");
    await begin(visitor, { game: "animal_shogi" });
    await untilMyTurn(page);
    await check("a match");
    for (const path of ["/rules/separo", "/learn/animal_shogi"]) {
      await page.goto(server.base + path);
      await page.waitForSelector(".phx-connected");
      await check(path);
    }
  }),
);
