// What one may do about an opponent who is gone, on their own turn, under a clock below an hour.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { rarely } from "../rarely.mjs";
import { BYPASS, noViolations } from "./support/axe.mjs";
import { launch, PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { connected, create, link, sitDownTogether, turn, untilMyTurn } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;

before(async () => {
  browser = await launch();
  // Instead of two minutes.
  server = await startServer({ own: true, settings: { GONE_SECONDS: "2" } });
});

after(async () => {
  await browser?.close();
  await server?.remove();
});

const arrive = (window) => Visitor.arrive(browser, server.base, { ...window, ...BYPASS });

const box = ({ page }) => page.locator("#claims");
const leave = ({ page }) => page.goto("about:blank");

async function check(visitor, where) {
  await box(visitor).waitFor();
  const [width, scrolled] = await visitor.page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(scrolled <= width, `${where}: ${scrolled}`);
  await noViolations(visitor.page, where);
  await visitor.picture(where);
}

test("an opponent who is gone may come back, until the win is claimed", async () => {
  const [one, other] = await Promise.all([arrive(WIDE), arrive(PHONE)]);
  const address = await sitDownTogether(one, other, { clock: "5+3" });
  await turn(one, [other]);
  await turn(other, [one]);

  // On one's own turn nobody is waited for.
  await leave(other);
  await one.page.getByText("Guest is gone.").waitFor();
  await untilMyTurn(one.page);
  assert.equal(await box(one).count(), 0);
  await turn(one, []);
  await check(one, "claims-1440");
  // One's own clock stays in view.
  const [strip, actions] = await Promise.all(
    ["#strip-you", "#actions"].map((part) => one.page.locator(part).boundingBox()),
  );
  assert.ok(strip.y + strip.height <= actions.y, `${strip.y} + ${strip.height}, ${actions.y}`);
  assert.deepEqual(await box(one).getByRole("button").allInnerTexts(), [
    "Claim the win",
    "Call it a draw",
    "Let an engine take over",
  ]);
  await box(one).getByText("You can wait").waitFor();

  // Whoever waits sees them come back and move.
  await other.page.goto(address);
  await box(one).waitFor({ state: "detached" });
  await turn(other, [one]);
  await turn(one, [other]);

  await leave(other);
  await box(one).getByRole("button", { name: "Claim the win" }).click();
  await one.page.getByText("Your opponent left the match.").first().waitFor();
  await one.page.locator("#strip-you.is-won").waitFor();
  assert.equal(await box(one).count(), 0);
  await other.page.goto(address);
  await other.page.getByText("You left the match.").first().waitFor();
  await Promise.all([one, other].map((visitor) => visitor.leave()));
});

rarely("an engine goes on for an opponent who is gone, who then watches", async () => {
  const [one, other] = await Promise.all([1, 2].map(() => arrive({ ...PHONE, locale: "ja-JP" })));
  await one.page.goto(server.base + (await create(one, "quarto", { opponent: "friend", clock: "5+3" })));
  const address = await link(one);
  await other.page.goto(address);
  await other.page.locator("#join").click();
  await turn(one, [other]);
  await turn(other, [one]);
  await turn(one, [other]);

  await leave(other);
  await check(one, "claims-360-ja");
  await one.page.locator("#claim-engine").click();
  await box(one).waitFor({ state: "detached" });
  // The engine has answered.
  await turn(one, []);
  await untilMyTurn(one.page);

  await other.page.goto(address);
  await connected(other);
  await other.page.getByText("観戦中です。").waitFor();
  assert.equal(await other.page.locator("#ask-resign").count(), 0);
  // The clocks go on.
  await one.page.locator("#clock-first.is-running").waitFor();
  await Promise.all([one, other].map((visitor) => visitor.leave()));
});

rarely("a match whose second player never begins is called a draw", async () => {
  const [one, other] = await Promise.all([arrive(WIDE), arrive(PHONE)]);
  const address = await sitDownTogether(one, other, { clock: "5+3" });
  await turn(one, [other]);
  await leave(other);
  await box(one).getByRole("button", { name: "Call it a draw" }).click();
  await one.page.getByText("A player left the match.").first().waitFor();
  await one.page.locator("#strip-you.is-drawn").waitFor();
  await other.page.goto(address);
  await other.page.getByText("A player left the match.").first().waitFor();
  await Promise.all([one, other].map((visitor) => visitor.leave()));
});
