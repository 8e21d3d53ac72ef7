// Picking a move step by step by mouse and by touch, taking steps back, and pressing what cannot
// be picked.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import {
  anyMove,
  atOnce,
  begin,
  beginTogether,
  legalMoves,
  movesPlayed,
  picked,
  play,
  press,
  reason,
  targets,
  tryTo,
  untilMyTurn,
  untilPlayed,
  untilRefused,
} from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

// So that the next press is not a double press.
const later = (page) => page.clock.fastForward(1_000);

const TOUCH = { ...WIDE, hasTouch: true };
const MOVING = { ...WIDE, reducedMotion: "no-preference" };

// A visitor who has been given a piece and has to place it.
async function holding(work, options, prepare = async (_page) => {}) {
  const visitor = await Visitor.arrive(browser, server.base, { ...options, clock: true });
  await prepare(visitor.page);
  await begin(visitor);
  await play(visitor, anyMove);
  await untilMyTurn(visitor.page);
  await work(visitor, (await legalMoves(visitor.page))[0].steps);
  await visitor.leave();
}

for (const [how, options] of /** @type {const} */ ([
  ["mouse", WIDE],
  ["touch", TOUCH],
])) {
  rarelyUnless(how === "mouse")(`a second press, Escape or a press elsewhere takes a step back (${how})`, () =>
    holding(async (visitor, [cell]) => {
      const { page } = visitor;
      const open = await targets(page);
      assert.ok(open.includes(cell));
      const elsewhere = page.getByRole("heading", { name: "Your move" });
      const takeBacks = [
        () => press(visitor, cell),
        () => page.keyboard.press("Escape"),
        () => (visitor.touch ? elsewhere.tap() : elsewhere.click()),
      ];
      for (const takeBack of takeBacks) {
        await press(visitor, cell);
        assert.deepEqual(await picked(page), [cell]);
        await later(page);
        await takeBack();
        assert.deepEqual(await picked(page), []);
        assert.deepEqual(await targets(page), open);
        await later(page);
      }
      // Another cell replaces it.
      await press(visitor, cell);
      await press(visitor, open.at(-1));
      assert.deepEqual(await picked(page), [open.at(-1)]);
    }, options),
  );
}

test("a press shows its effect before the server responds", () =>
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
    await untilPlayed(page, 3);
  }));

// Makes the page send its first move for an outdated position.
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
}

for (const [motion, options, glides] of [
  ["with motion", MOVING, true],
  ["without motion", WIDE, false],
]) {
  test(`a refused move goes back to the hand, ${motion}`, () =>
    holding(
      async (visitor, steps) => {
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
      },
      options,
      makeStale,
    ));
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
    // A press elsewhere takes back the whole move, Escape the last step.
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

    // A key that is held down confirms nothing.
    await page.keyboard.down("Enter");
    await later(page);
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    assert.ok(await confirmation(page).isVisible());
    await page.keyboard.press("Escape");

    // Nor does the second half of a double press; a press after another key does.
    await atOnce(page, async () => {
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
    });
    assert.ok(await confirmation(page).isVisible());
    await page.keyboard.press("Shift");
    await page.keyboard.press("Enter");
    await untilPlayed(page, before.length + 1);
    assert.equal((await movesPlayed(page))[before.length], move);
    assert.notEqual(await focused(), undefined, "the focus is still on the board");

    // With the setting off, a move is played immediately.
    await untilMyTurn(page);
    await choose(page, (settings) => settings.getByRole("switch", { name: "Confirm each move" }).uncheck());
    await play(visitor, anyMove);
  }));

// A match of two people on one screen.
async function together(game, work, options = WIDE, prepare = async (_page) => {}) {
  const visitor = await Visitor.arrive(browser, server.base, { ...options, clock: true });
  await prepare(visitor.page);
  await beginTogether(visitor, game);
  await work(visitor);
  await visitor.leave();
}

for (const [how, options] of /** @type {const} */ ([
  ["mouse", WIDE],
  ["touch", PHONE],
])) {
  rarelyUnless(how === "touch")(`a press without effect says why, beside it and in the live region (${how})`, () =>
    together(
      "animal_shogi",
      async (visitor) => {
        const { page } = visitor;
        const refused = async (text, step) => {
          await untilRefused(page, text);
          const [box, cell] = await Promise.all(
            [reason(page), page.locator(`[data-step="${step}"]`)].map((it) => it.boundingBox()),
          );
          const [above, below] = [cell.y - box.y - box.height, box.y - cell.y - cell.height];
          assert.ok(Math.max(above, below) < 20, `${above} above, ${below} below`);
          assert.ok(box.x >= 0 && box.x + box.width <= page.viewportSize().width);
        };
        await tryTo(visitor, "3d");
        await refused("Your elephant has nowhere to go.", "3d");
        await visitor.picture(`reason-${how}`);
        await tryTo(visitor, "2b");
        await refused("That belongs to your opponent.", "2b");

        // Picked steps stay picked.
        await press(visitor, "2c");
        assert.equal(await reason(page).count(), 0);
        await tryTo(visitor, "3a");
        await refused("The chick can't move there.", "3a");
        assert.deepEqual(await picked(page), ["2c"]);
        await page.clock.fastForward(10_000);
        await reason(page).waitFor({ state: "hidden" });
        assert.equal(await page.locator("[data-reason-live]").textContent(), "");
      },
      options,
    ),
  );
}

test("a press by keyboard gets a reason too, and so does a drag by mouse", () =>
  together("animal_shogi", async ({ page }) => {
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
  together("animal_shogi", async ({ page }) => {
    const guest = await Visitor.arrive(browser, server.base, WIDE, new URL(page.url()).pathname);
    await tryTo(guest, "2c");
    await reason(guest.page).getByText("You are watching. Only the players can do that.").waitFor();
    await tryTo(guest, "3d");
    assert.equal(await reason(guest.page).count(), 0);
    await guest.leave();
  }));

test("a double press is one press", () =>
  together("quarto", async ({ page }) => {
    const double = (step) => atOnce(page, () => page.locator(`[data-step="${step}"]`).dblclick({ force: true }));
    await double("7");
    await untilPlayed(page, 1);
    await double("c3");
    assert.deepEqual(await picked(page), ["c3"]);
    await double("A");
    await untilPlayed(page, 2);
    await later(page);
    await double("c3");
    await untilRefused(page, "That place is already taken.");
    assert.deepEqual(await movesPlayed(page), ["-7", "c3-A"]);

    // By keyboard, the first Enter has moved the focus.
    await page.locator('[data-step="b2"]').focus();
    await atOnce(page, async () => {
      for (let times = 0; times < 2; times++) await page.keyboard.press("Enter");
    });
    assert.deepEqual(await picked(page), ["b2"]);
  }));

// Holds back moves until the page calls `letGo`.
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
}

test("presses while a move is on its way do nothing", () =>
  together(
    "animal_shogi",
    async (visitor) => {
      const { page } = visitor;
      for (const step of ["2c", "2b"]) await press(visitor, step);
      await later(page);
      for (const step of ["2b", "2d", "3a"]) await tryTo(visitor, step);
      assert.deepEqual((await picked(page)).sort(), ["2b", "2c"]);
      await page.evaluate(() => window.letGo());
      await untilPlayed(page, 1);
      assert.deepEqual(await movesPlayed(page), ["2c2b"]);
      assert.equal(await reason(page).count(), 0);
    },
    WIDE,
    holdMoves,
  ));

test("typed moves are read as people write them", () =>
  together("animal_shogi", async ({ page }) => {
    const box = page.getByRole("textbox", { name: "Type a move" });
    const type = async (text) => {
      await box.fill(text);
      await box.press("Enter");
    };
    await type("２C - ２b");
    await untilPlayed(page, 1);
    assert.deepEqual(await movesPlayed(page), ["2c2b"]);
    await type("1A 1D");
    await page.getByRole("alert").getByText("The elephant can't move there. For example, type: 1a").waitFor();
    assert.equal(await box.inputValue(), "1A 1D");
  }));
