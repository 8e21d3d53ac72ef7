// Picking a move step by step with mouse and touch, and putting it back.

import assert from "node:assert/strict";

import { Visitor, WIDE } from "./support/browser.mjs";
import { anyMove, begin, legalMoves, movesPlayed, picked, play, press, targets, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

const TOUCH = { ...WIDE, hasTouch: true };
const MOVING = { ...WIDE, reducedMotion: "no-preference" };

// A visitor who holds a piece and is to place it.
async function holding(work, options, prepare = async () => {}) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await prepare(visitor.page);
  await begin(visitor);
  await play(visitor, anyMove);
  await untilMyTurn(visitor.page);
  await work(visitor, (await legalMoves(visitor.page))[0].steps);
  await visitor.leave();
}

for (const [how, options] of [["mouse", WIDE], ["touch", TOUCH]]) {
  test(`a step is put back by a second press, Escape or a press elsewhere (${how})`, () =>
    holding(async (visitor, [cell]) => {
      const { page } = visitor;
      const open = await targets(page);
      assert.ok(open.includes(cell));
      const elsewhere = page.getByRole("heading", { name: "Your move" });
      const ways = [
        () => press(visitor, cell),
        () => page.keyboard.press("Escape"),
        () => (visitor.touch ? elsewhere.tap() : elsewhere.click()),
      ];
      for (const putBack of ways) {
        await press(visitor, cell);
        assert.deepEqual(await picked(page), [cell]);
        await putBack();
        assert.deepEqual(await picked(page), []);
        assert.deepEqual(await targets(page), open);
      }
      // Another cell takes its place.
      await press(visitor, cell);
      await press(visitor, open.at(-1));
      assert.deepEqual(await picked(page), [open.at(-1)]);
    }, options));
}

test("a press is answered before the server has spoken", () =>
  holding(async ({ page }, steps) => {
    const answered = await page.evaluate((steps) => {
      const now = (step) => {
        const element = document.querySelector(`[data-step="${step}"]`);
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
        return element.classList.contains("is-picked");
      };
      return [...steps.map(now), document.querySelectorAll(".is-target").length];
    }, steps);
    assert.deepEqual(answered, [true, true, 0]);
    await page.waitForFunction(() => document.querySelectorAll("#move-list li").length >= 3);
  }));

// As if the page had shown a state that is no more.
async function makeStale(page) {
  await page.routeWebSocket(/\/live\//, (socket) => {
    const server = socket.connectToServer();
    let refuse = false;
    socket.onMessage((message) => {
      const text = refuse ? message.toString().replace(/"seq":\d+/, '"seq":9999') : message;
      refuse ||= message.toString().includes('"event":"move"');
      server.send(text);
    });
  });
  await page.reload();
  await page.waitForSelector(".phx-connected");
}

for (const [motion, options, glides] of [["with motion", MOVING, true], ["without motion", WIDE, false]]) {
  test(`a refused move goes back to the hand, ${motion}`, () =>
    holding(async (visitor, steps) => {
      const { page } = visitor;
      const before = await movesPlayed(page);
      await page.evaluate(() => {
        window.glides = 0;
        const { animate } = SVGElement.prototype;
        SVGElement.prototype.animate = function (...parts) {
          window.glides += 1;
          return animate.apply(this, parts);
        };
      });
      for (const step of steps) await press(visitor, step);
      await page.getByRole("alert").getByText("The board has changed in the meantime").waitFor();
      await page.waitForSelector("#match:not(.is-picking)");
      assert.deepEqual(await picked(page), []);
      assert.equal((await page.evaluate(() => window.glides)) > 0, glides);
      assert.deepEqual(await movesPlayed(page), before);
    }, options, makeStale));
}

const confirmation = (page) => page.getByRole("button", { name: /^Play \S*-\S*$/ });

test("a whole move waits to be confirmed, if one wishes", () =>
  holding(async (visitor, steps) => {
    const { page } = visitor;
    await choose(page, (settings) => settings.getByRole("switch", { name: "Ask before" }).check());
    const [{ move }] = await legalMoves(page);
    const before = await movesPlayed(page);
    const focused = () => page.evaluate(() => document.activeElement.dataset.step);

    for (const step of steps) await press(visitor, step);
    assert.deepEqual((await confirmation(page).innerText()).split(/\s+/), ["Play", move]);
    // Pressed elsewhere, it is gone; by keyboard it is taken back step by step.
    await page.getByRole("heading", { name: "Your move" }).click();
    assert.equal(await confirmation(page).count(), 0);
    assert.deepEqual(await picked(page), []);

    await press(visitor, steps[0]);
    await page.locator(`[data-step="${steps[1]}"]`).focus();
    await page.keyboard.press("Enter");
    assert.ok(await confirmation(page).evaluate((button) => button === document.activeElement));
    await page.keyboard.press("Escape");
    assert.deepEqual(await picked(page), [steps[0]]);
    assert.equal(await focused(), steps[1]);
    assert.deepEqual(await movesPlayed(page), before);

    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll("#move-list li").length > count, before.length);
    assert.equal((await movesPlayed(page))[before.length], move);
    assert.notEqual(await focused(), undefined, "the focus is on the board still");

    // Not asked any more, a move is played at once.
    await untilMyTurn(page);
    await choose(page, (settings) => settings.getByRole("switch", { name: "Ask before" }).uncheck());
    await play(visitor, anyMove);
  }));
