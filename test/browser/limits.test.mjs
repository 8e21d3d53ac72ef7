// What a page shows when the site refuses to serve it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { eventually, until } from "../waiting.mjs";
import { launch, Visitor, WIDE } from "./support/browser.mjs";
import { beginTogether, movesPlayed, play, stopClock } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;

before(async () => {
  browser = await launch();
  server = await startServer({ own: true, settings: { SOCKETS_PER_ADDRESS: "1", EVENTS_PER_VISITOR: "1" } });
});

after(async () => {
  await browser?.close();
  await server?.remove();
});

const banner = (page, name) => page.locator(`.${name}`);

test("a page for which there is no room says so, and connects when another page is closed", async () => {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, clock: true }, "/");
  const refused = await visitor.open();
  let attempts = 0;
  let failures = 0;
  refused.on("websocket", (socket) => {
    attempts += 1;
    socket.on("close", () => (failures += 1));
  });
  await refused.goto(server.base);
  await banner(refused, "no-room").waitFor();
  assert.ok(await banner(refused, "connection-lost").isHidden());

  // The first attempt is repeated soon, as after any lost connection. Then the page waits.
  await refused.clock.fastForward(100);
  const before = attempts;
  await refused.clock.fastForward(29_000);
  assert.ok(attempts <= before + 1, `${attempts} attempts`);

  await visitor.page.close();
  // An attempt may come before the site has noticed that the other page is gone.
  const isConnected = async () => (await refused.locator(".phx-connected").count()) > 0;
  await until(async () => {
    const before = failures;
    await refused.clock.fastForward(60_000);
    await until(async () => failures > before || (await isConnected()), "an attempt");
    return isConnected();
  });
  await banner(refused, "no-room").waitFor({ state: "hidden" });
  await visitor.leave();
});

test("a page that sends too much says so, and goes on a moment later", async () => {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, clock: true });
  const { page } = visitor;
  await beginTogether(visitor);
  await play(visitor, (legal) => legal[0]);
  // So that the words stay.
  await stopClock(page);
  const press = () => {
    // LiveView ignores a button until its last press is answered, but not a copy.
    for (let presses = 0; presses < 5; presses += 1) {
      const undo = /** @type {HTMLElement} */ (document.getElementById("undo").cloneNode(true));
      document.body.append(undo);
      undo.click();
      undo.remove();
    }
    return "tooFast" in document.documentElement.dataset;
  };
  await until(() => page.evaluate(press), "the words");
  assert.ok(await banner(page, "too-fast").isVisible());
  await visitor.picture("too-fast");
  assert.equal(await page.locator(".phx-error").count(), 0);
  await page.clock.resume();
  await banner(page, "too-fast").waitFor({ state: "hidden" });
  await play(visitor, (legal) => legal[0]);
  assert.ok((await movesPlayed(page)).length >= 1);
  await visitor.leave();
});

test("a message of more than 100 kB closes its socket", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  // A page without a socket of its own, because there is room for only one.
  await visitor.page.goto(`${server.base}/robots.txt`);
  const answer = (size) =>
    visitor.page.evaluate((size) => {
      let resolve;
      const promise = new Promise((it) => (resolve = it));
      const socket = new WebSocket(`ws://${location.host}/live/websocket?vsn=2.0.0`);
      const [start, end] = ['[null,"1","lv:none","event",{"type":"click","event":"x","value":{"x":"', '"}}]'];
      // Hardly shorter when it is compressed.
      let text = "";
      while (text.length < size) text += Math.random().toString(36).slice(2);
      socket.onopen = () => socket.send(start + text.slice(0, size - start.length - end.length) + end);
      socket.onmessage = () => resolve("answered");
      socket.onclose = ({ code }) => resolve(code);
      return promise.finally(() => socket.close());
    }, size);
  // The site may notice only later that the socket before is gone.
  await eventually(async () => assert.equal(await answer(99_000), "answered"));
  await eventually(async () => assert.equal(await answer(101_000), 1009));
  // The browser asks for an icon that this page does not name.
  visitor.expectErrors(/404/);
  await visitor.leave();
});
