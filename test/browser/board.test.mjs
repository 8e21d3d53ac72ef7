// Picking a move step by step with mouse and touch, and putting it back.

import assert from "node:assert/strict";

import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { anyMove, arrange, begin, legalMoves, movesPlayed, picked, play, press, targets, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

// Longer than a double press takes.
const later = (page) => page.clock.fastForward(1_000);

const TOUCH = { ...WIDE, hasTouch: true };
const MOVING = { ...WIDE, reducedMotion: "no-preference" };

// A visitor who holds a piece and has to place it.
async function holding(work, options, prepare = async () => {}) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await prepare(visitor.page);
  await begin(visitor);
  await play(visitor, anyMove);
  await untilMyTurn(visitor.page);
  await visitor.page.clock.install();
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
        await later(page);
        await putBack();
        assert.deepEqual(await picked(page), []);
        assert.deepEqual(await targets(page), open);
        await later(page);
      }
      // Another cell takes its place.
      await press(visitor, cell);
      await press(visitor, open.at(-1));
      assert.deepEqual(await picked(page), [open.at(-1)]);
    }, options));
}

test("a press is answered before the server responds", () =>
  holding(async ({ page }, steps) => {
    const answered = await page.evaluate((steps) => {
      const now = (step) => {
        const element = document.querySelector(`[data-step="${step}"]`);
        const { x: clientX, y: clientY } = element.getBoundingClientRect();
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX, clientY }));
        return element.classList.contains("is-picked");
      };
      return [...steps.map(now), document.querySelectorAll(".is-target").length];
    }, steps);
    assert.deepEqual(answered, [true, true, 0]);
    await page.waitForFunction(() => document.querySelectorAll("#move-list li").length >= 3);
  }));

// As if the page had shown an outdated state.
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
      await page.getByRole("alert").getByText("The board has changed.").waitFor();
      await page.waitForSelector("#match:not(.is-picking)");
      assert.deepEqual(await picked(page), []);
      assert.equal((await page.evaluate(() => window.glides)) > 0, glides);
      assert.deepEqual(await movesPlayed(page), before);
    }, options, makeStale));
}

const confirmation = (page) => page.getByRole("button", { name: /^Play \S*-\S*$/ });

test("a complete move waits to be confirmed, if that is turned on", () =>
  holding(async (visitor, steps) => {
    const { page } = visitor;
    await choose(page, (settings) => settings.getByRole("switch", { name: "Confirm each move" }).check());
    const [{ move }] = await legalMoves(page);
    const before = await movesPlayed(page);
    const focused = () => page.evaluate(() => document.activeElement.dataset.step);

    for (const step of steps) await press(visitor, step);
    assert.deepEqual((await confirmation(page).innerText()).split(/\s+/), ["Play", move]);
    // A press elsewhere puts it back; the keyboard takes it back step by step.
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

    // The second half of a double press confirms nothing; a press after another key does.
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    assert.ok(await confirmation(page).isVisible());
    await page.keyboard.press("Shift");
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll("#move-list li").length > count, before.length);
    assert.equal((await movesPlayed(page))[before.length], move);
    assert.notEqual(await focused(), undefined, "the focus is on the board still");

    // With the setting off, a move is played immediately.
    await untilMyTurn(page);
    await choose(page, (settings) => settings.getByRole("switch", { name: "Confirm each move" }).uncheck());
    await play(visitor, anyMove);
  }));

const reason = (page) => page.locator("[data-reason]:visible");
const said = (page) => page.locator("[data-reason-live]").textContent();

// Presses something that cannot be picked; Playwright would otherwise wait until it can.
function tryTo(visitor, step) {
  const element = visitor.page.locator(`[data-step="${step}"]`);
  return visitor.touch ? element.tap({ force: true }) : element.click({ force: true });
}

// A match of two people on one screen.
async function onOneScreen(game, work, options) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await arrange(visitor, "Two players", undefined, game);
  await untilMyTurn(visitor.page);
  await visitor.page.clock.install();
  await work(visitor);
  await visitor.leave();
}

for (const [how, options] of [["mouse", WIDE], ["touch", PHONE]]) {
  test(`a press that does nothing says why, beside it and in the live region (${how})`, () =>
    onOneScreen("animal_shogi", async (visitor) => {
      const { page } = visitor;
      const says = async (words, step) => {
        await reason(page).getByText(words, { exact: true }).waitFor();
        assert.equal(await said(page), words);
        const [box, cell] = await Promise.all(
          [reason(page), page.locator(`[data-step="${step}"]`)].map((it) => it.boundingBox()),
        );
        const [above, below] = [cell.y - box.y - box.height, box.y - cell.y - cell.height];
        assert.ok(Math.max(above, below) < 20, `${above} above, ${below} below`);
        assert.ok(box.x >= 0 && box.x + box.width <= page.viewportSize().width);
      };
      await tryTo(visitor, "3d");
      await says("Your elephant has nowhere to go.", "3d");
      await visitor.picture(`reason-${how}`);
      await tryTo(visitor, "2b");
      await says("That belongs to your opponent.", "2b");

      // Picked steps stay picked.
      await press(visitor, "2c");
      assert.equal(await reason(page).count(), 0);
      await tryTo(visitor, "3a");
      await says("The chick can't move there.", "3a");
      assert.deepEqual(await picked(page), ["2c"]);
      await page.clock.fastForward(10_000);
      await reason(page).waitFor({ state: "hidden" });
      assert.equal(await said(page), "");
    }, options));
}

test("a press by keyboard has a reason too, and so does a drag by mouse", () =>
  onOneScreen("animal_shogi", async ({ page }) => {
    const at = (step) => page.locator(`[data-step="${step}"]`);
    await at("3d").focus();
    await page.keyboard.press("Enter");
    await reason(page).getByText("Your elephant has nowhere to go.").waitFor();
    await at("2a").dragTo(at("2c"));
    await reason(page).getByText("That belongs to your opponent.").waitFor();
    await at("2c").dragTo(at("2a"));
    await reason(page).getByText("The chick can't move there.").waitFor();
    assert.deepEqual(await picked(page), []);
    assert.deepEqual(await movesPlayed(page), []);
  }));

test("spectators are told once per position that they are watching", () =>
  onOneScreen("animal_shogi", async ({ page }) => {
    const guest = await Visitor.arrive(browser, server.base);
    await guest.page.goto(page.url());
    await guest.page.waitForSelector(".phx-connected");
    await tryTo(guest, "2c");
    await reason(guest.page).getByText("You are watching. Only the players can do that.").waitFor();
    await tryTo(guest, "3d");
    assert.equal(await reason(guest.page).count(), 0);
    await guest.leave();
  }));

test("a double press is one press", () =>
  onOneScreen("quarto", async ({ page }) => {
    const double = (step) => page.locator(`[data-step="${step}"]`).dblclick({ force: true });
    const played = (count) =>
      page.waitForFunction((count) => document.querySelectorAll("#move-list li").length === count, count);
    await double("7");
    await played(1);
    await double("c3");
    assert.deepEqual(await picked(page), ["c3"]);
    await double("A");
    await played(2);
    await later(page);
    await double("c3");
    await reason(page).getByText("That place is already taken.").waitFor();
    assert.deepEqual(await movesPlayed(page), ["-7", "c3-A"]);

    // With the keyboard, the focus has moved on in between.
    await page.locator('[data-step="b2"]').focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    assert.deepEqual(await picked(page), ["b2"]);
  }));

// Moves wait until the test lets them go.
async function holdMoves(page) {
  let letGo;
  const gone = new Promise((resolve) => (letGo = resolve));
  await page.exposeFunction("letGo", () => letGo());
  await page.routeWebSocket(/\/live\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (message) => {
      if (message.toString().includes('"event":"move"')) await gone;
      server.send(message);
    });
  });
  await page.reload();
  await page.waitForSelector(".phx-connected");
}

test("presses while a move is on its way do nothing", () =>
  onOneScreen("animal_shogi", async (visitor) => {
    const { page } = visitor;
    await holdMoves(page);
    await page.clock.install();
    await untilMyTurn(page);
    for (const step of ["2c", "2b"]) await press(visitor, step);
    await later(page);
    for (const step of ["2b", "2d", "3a"]) await tryTo(visitor, step);
    assert.deepEqual((await picked(page)).sort(), ["2b", "2c"]);
    await page.evaluate(() => window.letGo());
    await page.waitForFunction(() => document.querySelectorAll("#move-list li").length === 1);
    assert.deepEqual(await movesPlayed(page), ["2c2b"]);
    assert.equal(await reason(page).count(), 0);
  }));

test("typed moves are read as people write them", () =>
  onOneScreen("animal_shogi", async ({ page }) => {
    const box = page.getByRole("textbox", { name: "Type a move" });
    const type = async (text) => {
      await box.fill(text);
      await box.press("Enter");
    };
    await type("２C - ２b");
    await page.waitForFunction(() => document.querySelectorAll("#move-list li").length === 1);
    assert.deepEqual(await movesPlayed(page), ["2c2b"]);
    await type("1A 1D");
    await page.getByRole("alert").getByText("The elephant can't move there. For example, type: 1a").waitFor();
    assert.equal(await box.inputValue(), "1A 1D");
  }));
