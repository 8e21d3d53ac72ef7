// A match of days between two people, across restarts of the site: nobody's time runs while it is
// down.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { launch, Visitor } from "./support/browser.mjs";
import { anyMove, connected, play, sitDownTogether, untilMyTurn, untilTitle } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

// Milliseconds for which the site is down, so that counting them would show.
const DOWN = 6_000;

// How far a clock may be off after an orderly restart, and after a kill.
const A_SECOND = 1_000;
const FIVE_SECONDS = 5_000;

const TURN_ICON = "link[rel=icon][href*=favicon-turn]";

let browser, server;

before(async () => {
  browser = await launch();
  server = await startServer({ own: true });
});

after(async () => {
  await browser?.close();
  await server?.remove();
});

// What the side to move has left, on a page just loaded, and when that was.
async function left(visitor) {
  const { page } = visitor;
  await page.reload();
  const clock = page.locator(".clock.is-running");
  await connected(visitor);
  return { left: Number(await clock.getAttribute("data-left")), at: Date.now() };
}

// Stops the site, and starts it again after a while. Returns the time for which it may have been up.
async function restart(stop) {
  const stopping = Date.now();
  await stop();
  const stopped = Date.now();
  await sleep(DOWN);
  const starting = Date.now();
  await server.start();
  return { stopping, stopped, starting, started: Date.now() };
}

// Between the time for which the site was up for certain, and the longest that it can have been.
async function check(visitor, stop, tolerance) {
  const before = await left(visitor);
  const down = await restart(stop);
  const now = await left(visitor);
  const run = before.left - now.left;
  const least = down.stopping - before.at + (now.at - down.started);
  const most = down.stopped - before.at + (now.at - down.starting);
  assert.ok(run >= least - tolerance && run <= most + A_SECOND, `${run} ms ran, not ${least} to ${most}`);
}

test("clocks of days stand still while the site is down, and the tab tells whose turn it is", async () => {
  const [one, other] = await Promise.all([1, 2].map(() => Visitor.arrive(browser, server.base)));
  const address = await sitDownTogether(one, other, { clock: "1d" });
  await untilMyTurn(one.page);
  await play(one, anyMove);
  await untilMyTurn(other.page);
  await untilTitle(other.page, "Your move");
  await other.page.locator(TURN_ICON).waitFor({ state: "attached" });
  assert.equal(await one.page.locator(TURN_ICON).count(), 0);

  await check(other, () => server.stop(), A_SECOND);
  await check(other, () => server.kill(), FIVE_SECONDS);

  // The lobby shows where it is one's turn.
  await other.page.goto(server.base);
  await other.page.locator(".match-card.is-yours").getByText("Your move").waitFor();
  await untilTitle(other.page, "Your move");
  await other.page.locator(TURN_ICON).waitFor({ state: "attached" });
  await other.page.goto(address);
  await untilMyTurn(other.page);
  await play(other, anyMove);
  await untilMyTurn(one.page);

  for (const visitor of [one, other]) {
    visitor.expectErrors(/WebSocket|ERR_CONNECTION_REFUSED/);
    await visitor.leave();
  }
});
