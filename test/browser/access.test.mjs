// The page for those who cannot see it, or would rather type.

import assert from "node:assert/strict";

import { BYPASS, noViolations, noViolationsInAnyTheme } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { anyMove, arrange, begin, legalMoves, movesPlayed, play, press, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

test("moves can be typed, and what cannot be read is refused with an example", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
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

const NARROW = { viewport: PHONE.viewport };

async function look(options, work) {
  const visitor = await Visitor.arrive(browser, server.base, { ...options, ...BYPASS });
  await work(visitor);
  await visitor.leave();
}

// What is narrow has the colours of what is wide.
for (const [size, options, violations] of [
  ["wide", WIDE, noViolationsInAnyTheme],
  ["narrow", NARROW, noViolations],
]) {
  test(`axe finds no violations in the lobby and around a match (${size})`, () =>
    look(options, async (visitor) => {
      const { page } = visitor;
      const check = (where) => violations(page, where);
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
      await page.keyboard.press("Escape");

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
      await check("a page that is not there");
      visitor.forgive(/404/);
    }));
}

// Of a match what is drawn of it: a step that is picked, its targets, the end.
for (const { game, size } of GAMES) {
  test(`axe finds no violations in ${game}`, () =>
    look(WIDE, async (visitor) => {
      const { page } = visitor;
      const check = (where) => noViolationsInAnyTheme(page, where);
      const further = async (sheet) => {
        if (size) await sheet.getByRole("radio", { name: size, exact: true }).check();
        await check("the sheet");
      };
      await arrange(visitor, "Two players", further, game);
      await untilMyTurn(page);
      for (let ply = 0; ply < 3; ply += 1) await play(visitor, anyMove);
      const [{ steps }] = await legalMoves(page);
      if (steps.length > 1) await press(visitor, steps[0]);
      await check("a match");
      await page.setViewportSize(PHONE.viewport);
      await noViolations(page, "a narrow match");
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
    }));
}
