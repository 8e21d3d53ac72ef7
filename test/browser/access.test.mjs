// The page for those who cannot see it, or would rather type.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { BYPASS, nothingAmiss } from "./support/axe.mjs";
import { launch, PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { begin, movesPlayed } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";
import { choose } from "./support/settings.mjs";

let server, browser;

before(async () => {
  // One after the other: what was started is ended, also where the next fails.
  browser = await launch();
  server = await startServer();
});

after(async () => {
  await browser?.close();
  await server?.remove();
});

test("moves can be typed, and a wrong one is refused in words", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
  const { page } = visitor;
  await begin(visitor);
  const box = page.getByLabel("A move in notation");
  if (!(await box.isVisible())) await page.locator("#moves summary").click();
  await box.fill("zz");
  await box.press("Enter");
  await page.getByText("That is not a move of this game.").waitFor();
  await box.fill("-7");
  await box.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#move-list li").length >= 1);
  assert.equal((await movesPlayed(page))[0], "-7");
  await visitor.leave();
});

for (const [theme, size, options] of [
  ["Light", "wide", WIDE],
  ["Dark", "phone", PHONE],
  ["High contrast", "wide", WIDE],
]) {
  test(`axe finds nothing amiss (${theme.toLowerCase()}, ${size})`, async () => {
    const visitor = await Visitor.arrive(browser, server.base, { ...options, ...BYPASS });
    const { page } = visitor;
    const check = (where) => nothingAmiss(page, where);

    await choose(page, async (settings) => {
      await settings.getByRole("radio", { name: theme }).check();
      await check("the settings");
    });
    await check("the lobby");

    await page.getByRole("button", { name: "Choose opponent…" }).first().click();
    const sheet = page.getByRole("dialog");
    await check("the sheet");
    await sheet.getByRole("radio", { name: /^Watch/ }).check();
    await sheet.getByLabel("Plays second").waitFor();
    await check("two engines");
    await sheet.getByRole("radio", { name: /^Custom/ }).check();
    await sheet.getByLabel("playouts").fill("many");
    await sheet.getByText("A whole number").waitFor();
    await check("a mistake");
    await page.keyboard.press("Escape");

    await begin(visitor);
    await check("the match");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByText("Resign this game?").waitFor();
    await check("the question");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.waitForSelector("#strip-you.is-over");
    await check("the end");

    await page.goto(server.base);
    await page.waitForSelector(".phx-connected");
    await page.getByRole("button", { name: /^Delete/ }).click();
    await page.getByText("Delete it for good?").waitFor();
    await check("my matches");
    await page.goto(`${server.base}/rules/quarto`);
    await check("the rules");
    await page.goto(`${server.base}/nothing/here`);
    await check("a page that is not there");
    visitor.forgive(/404/);
    await visitor.leave();
  });
}
