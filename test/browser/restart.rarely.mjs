// A match whose server restarts.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { rarely } from "../rarely.mjs";
import { launch, Visitor } from "./support/browser.mjs";
import { anyMove, begin, movesPlayed, play, untilMyTurn } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

let server, browser;

before(async () => {
  // In this order, so that the browser is closed even if the site does not start.
  browser = await launch();
  server = await startServer({ own: true });
});

after(async () => {
  await browser?.close();
  await server?.remove();
});

rarely("a match continues after a restart of the server", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
  const { page } = visitor;
  await begin(visitor, { level: "Owl" });
  await play(visitor, anyMove);
  await untilMyTurn(page);
  // The server stops while the engine is thinking about its next move.
  await play(visitor, anyMove);
  const moves = (await movesPlayed(page)).slice(0, 3);

  await server.stop();
  try {
    await page.locator(".connection-lost").waitFor({ state: "visible" });
    await visitor.picture("connection-lost");
  } finally {
    await server.start();
  }
  await page.locator(".connection-lost").waitFor({ state: "hidden" });
  visitor.expectErrors(/WebSocket|ERR_CONNECTION_REFUSED/);

  await untilMyTurn(page);
  const now = await movesPlayed(page);
  assert.equal(now.length, 4);
  assert.deepEqual(now.slice(0, 3), moves);
  await play(visitor, anyMove);
  await visitor.leave();
});
