// A page that was opened before the site was updated reloads itself, once, when nobody is busy
// with it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { eventually } from "../waiting.mjs";
import { Visitor, WIDE } from "./support/browser.mjs";
import { beginTogether, movesPlayed, picked, play, press, stopClock, targets } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

// Longer than a page waits before it reloads.
const LONG = 20_000;

// A visitor whose page believes in another release from `update` on: its joins name another script.
// From then on its timers stand still unless the test moves the clock.
async function visit(path, work) {
  const arrived = await Visitor.arrive(browser, server.base, { ...WIDE, clock: true });
  const visitor = Object.assign(arrived, { disconnect: null, isOutdated: false, isTold: false });
  const { page } = visitor;
  await page.addInitScript(() => (Math.random = () => 0.5));
  await page.routeWebSocket(/\/live\/websocket/, (socket) => {
    const site = socket.connectToServer();
    visitor.disconnect = () => socket.close({ code: 1012 });
    socket.onMessage((text) =>
      site.send(visitor.isOutdated ? text.replace(/app-[0-9a-f]{32}\.js/, `app-${"0".repeat(32)}.js`) : text),
    );
    site.onMessage((text) => {
      socket.send(text);
      if (text.includes('"outdated"')) visitor.isTold = true;
    });
  });
  if (path) {
    await page.goto(server.base + path);
    await page.waitForSelector(".phx-connected");
  }
  await work(visitor);
  // The next visitor has the same clock.
  await page.clock.resume();
  await visitor.leave();
}

// As if the site had been restarted with another release.
async function update(visitor) {
  const { page } = visitor;
  await mark(page);
  await stopClock(page);
  visitor.isOutdated = true;
  visitor.disconnect();
  await untilTold(visitor);
}

// A page whose clock ran while it connected joins again after seconds. The steps are shorter than a page
// waits before it reloads.
async function untilTold(visitor) {
  await eventually(async () => {
    await visitor.page.clock.runFor(200);
    assert.ok(visitor.isTold);
    assert.ok(await visitor.page.locator(".phx-connected").isVisible());
  });
  visitor.isTold = false;
}

// Marks the document that is open now.
const mark = (page) => page.evaluate(() => (window.isMarked = true));

// Once for the first attempt, and once for a second.
async function wait(page) {
  for (let times = 0; times < 2; times += 1) await page.clock.fastForward(LONG);
}

async function stays(page) {
  await wait(page);
  assert.ok(await page.evaluate(() => window.isMarked), "the page should not reload");
}

async function reloads(visitor, work = async () => {}) {
  const { page } = visitor;
  const loaded = page.waitForEvent("load");
  // The page may be gone before it answers.
  await work().catch(() => {});
  await wait(page).catch(() => {});
  await loaded;
  assert.ok(await page.evaluate(() => !window.isMarked));
  await untilTold(visitor);
}

test("an outdated page reloads when its dialog is closed, and not again if that changes nothing", () =>
  visit("/", async (visitor) => {
    const { page } = visitor;
    await page.getByRole("button", { name: "Settings" }).click();
    await update(visitor);
    await stays(page);
    await page.keyboard.press("Escape");
    await reloads(visitor);
    await mark(page);
    await stays(page);
  }));

test("a match reloads between moves, and continues", () =>
  visit(null, async (visitor) => {
    const { page } = visitor;
    await beginTogether(visitor);
    await play(visitor, (legal) => legal[0]);
    await update(visitor);

    const [step] = await targets(page);
    await press(visitor, step);
    assert.deepEqual(await picked(page), [step]);
    await stays(page);
    await page.keyboard.press("Escape");
    await reloads(visitor);
    await page.clock.resume();
    assert.equal((await movesPlayed(page)).length, 1);
    await play(visitor, (legal) => legal[0]);
  }));

test("what is typed is not lost", () =>
  visit(null, async (visitor) => {
    const { page } = visitor;
    await beginTogether(visitor);
    const box = page.getByLabel("Type a move");
    await box.fill("-");
    await update(visitor);
    await stays(page);
    assert.equal(await box.inputValue(), "-");
    await box.fill("-7");
    // It waits for the answer to the move.
    await reloads(visitor, async () => {
      await box.press("Enter");
      await eventually(async () => {
        await page.clock.runFor(200);
        assert.equal((await movesPlayed(page)).length, 1);
      });
    });
    assert.equal((await movesPlayed(page)).length, 1);
  }));
