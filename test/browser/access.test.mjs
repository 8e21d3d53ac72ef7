// The page for those who cannot see it, or would rather type.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { launch, Visitor, WIDE } from "./support/browser.mjs";
import { begin, movesPlayed } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

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

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing amiss (${colorScheme})`, async () => {
    const source = await readFile(
      fileURLToPath(new URL("node_modules/axe-core/axe.min.js", import.meta.url)),
      "utf8",
    );
    // The policy of the page would not let a foreign script in.
    const options = { ...WIDE, colorScheme, bypassCSP: true };
    const visitor = await Visitor.arrive(browser, server.base, options);
    const { page } = visitor;
    const check = async (where) => {
      await page.evaluate(source);
      const { violations } = await page.evaluate(() => window.axe.run());
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
      assert.deepEqual(found, [], where);
    };
    await check("the lobby");
    await begin(visitor);
    await check("the match");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByText("Resign this game?").waitFor();
    await check("the question");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.waitForSelector("#strip-you.is-over");
    await check("the end");
    await visitor.leave();
  });
}
