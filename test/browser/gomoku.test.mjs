// Gomoku in a real browser: games by mouse, by keyboard, and by a finger that has to aim at
// small points; the opening swap2; and the largest board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarely } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import gomoku from "./games/gomoku.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { focusedName, tabTo, untilFocus, untilFocused } from "./support/keyboard.mjs";
import {
  atOnce,
  begin,
  beginTogether,
  movesPlayed,
  picked,
  player,
  playOn,
  press,
  reason,
  tryTo,
  untilMyTurn,
  untilPlayed,
  untilRefused,
} from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

const { start: SMALL, whole: BLACK_WINS } = gomoku;
const FIVE = ["d5", "e5", "f5", "g5", "h5"];

// What one move may send to a page.
const MAX_BYTES = 5_000;

async function together(options, work, window = WIDE) {
  const visitor = await Visitor.arrive(browser, server.base, window);
  await beginTogether(visitor, "gomoku", options);
  await work(visitor);
  await visitor.leave();
}

const point = (page, step) => page.locator(`[data-step="${step}"]`);
const heading = (page, name) => page.getByRole("heading", { name });

async function blackHasWon(page) {
  await heading(page, "Black wins").waitFor();
  await page.getByText("Five in a row.", { exact: true }).waitFor();
  const names = page.getByRole("button", { name: /in the winning row$/ });
  const won = await names.evaluateAll((points) => points.map(({ dataset }) => dataset.step));
  assert.deepEqual(won.sort(), FIVE);
  assert.equal(await page.locator(".stone.is-winning").count(), FIVE.length);
}

async function againstSparrow(options, work) {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  await begin(visitor, { game: "gomoku", level: "Sparrow", options });
  await work(visitor);
  await visitor.leave();
}

rarely("a game by mouse to its end", () =>
  againstSparrow({ size: 9 }, async (visitor) => {
    const { page } = visitor;
    const [first, other] = [point(page, "e5"), point(page, "d4")];
    const shown = (of) => of.evaluate((element) => getComputedStyle(element).fill);
    // The pointer shows the stone before it is placed.
    await first.hover();
    assert.match(await shown(first), /gomoku-ghost-black/);
    await other.hover();
    assert.match(await shown(other), /gomoku-ghost-black/);
    assert.doesNotMatch(await shown(first), /gomoku-ghost/);

    await press(visitor, "e5");
    await untilPlayed(page, 2);
    assert.equal(await page.getByRole("button", { name: "e5, black stone" }).count(), 1);
    assert.equal(await page.getByRole("button", { name: /white stone, last move$/ }).count(), 1);

    assert.equal(await playOn(visitor, player("mcts:playouts=3000", "gomoku", SMALL)), "won");
    assert.equal(await page.locator(".stone.is-winning").count(), 5);
    await visitor.picture("gomoku-won");

    // Move numbers can be turned on.
    const numbers = () => page.locator(".stone-number:visible").allTextContents();
    assert.deepEqual(await numbers(), []);
    await choose(page, (settings) => settings.getByRole("switch", { name: "Move numbers on the stones" }).check());
    const moves = await movesPlayed(page);
    assert.deepEqual(
      await numbers(),
      moves.map((_, ply) => String(ply + 1)),
    );
  }),
);

rarely("a game by keyboard to its end", () =>
  together({ size: 9 }, async ({ page }) => {
    const keys = async (key, times) => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    };
    await tabTo(page.getByRole("grid", { name: "Gomoku board" }).locator("[tabindex='0']"));
    assert.equal(await focusedName(page), "e5, empty");
    for (const [ply, step] of BLACK_WINS.entries()) {
      const here = (await focusedName(page)).split(",")[0];
      const [dx, dy] = [step.charCodeAt(0) - here.charCodeAt(0), Number(step.slice(1)) - Number(here.slice(1))];
      await keys(dx < 0 ? "ArrowLeft" : "ArrowRight", Math.abs(dx));
      await keys(dy < 0 ? "ArrowDown" : "ArrowUp", Math.abs(dy));
      await untilFocused(page, `${step}, empty`);
      await page.keyboard.press(ply % 2 === 0 ? "Enter" : " ");
      await untilPlayed(page, ply + 1);
      // The focus stays where it was.
      await untilFocus(point(page, step));
    }
    await blackHasWon(page);
  }),
);

// A finger that sends the browser's own touch events.
class Finger {
  session;

  static async on(page) {
    const finger = new Finger();
    finger.session = await page.context().newCDPSession(page);
    return finger;
  }

  async touch(type, touchPoints) {
    await this.session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }

  async drag(from, to) {
    await this.touch("touchStart", [from]);
    await this.touch("touchMove", [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
    await this.touch("touchMove", [to]);
    await this.touch("touchEnd", []);
  }
}

async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2, width };
}

test("a game by touch on a phone: a finger first aims, then plays", () =>
  together(
    {},
    async (visitor) => {
      const { page } = visitor;
      const loupe = page.locator(".loupe");
      const isTaken = async (step) => {
        await page.clock.fastForward(1_000);
        await tryTo(visitor, step);
        await untilRefused(page, "That place is already taken.");
        assert.deepEqual(await picked(page), []);
      };
      const { width } = await middle(point(page, "h8"));
      assert.ok(width < 44, "smaller than a fingertip");

      // A press beside the board takes the stone back.
      await press(visitor, "h8");
      assert.deepEqual(await picked(page), ["h8"]);
      assert.equal(await loupe.locator("text").textContent(), "h8");
      await visitor.picture("gomoku-loupe");
      await page.getByRole("heading", { name: "White" }).tap();
      assert.deepEqual(await picked(page), []);
      assert.equal(await loupe.count(), 0);

      // Dragging aims elsewhere; dragging the loupe moves the aim by small steps.
      const finger = await Finger.on(page);
      await finger.drag(await middle(point(page, "c3")), await middle(point(page, "f9")));
      assert.deepEqual(await picked(page), ["f9"]);
      const glass = await middle(loupe.locator(".loupe-rim"));
      await finger.drag(glass, { x: glass.x + 36, y: glass.y });
      assert.deepEqual(await picked(page), ["g9"]);
      assert.deepEqual(await movesPlayed(page), []);

      // A press elsewhere on the board aims there. A double tap does no more than that.
      const { x, y } = await middle(point(page, "o2"));
      await atOnce(page, async () => {
        for (let taps = 0; taps < 2; taps += 1) await page.touchscreen.tap(x, y);
      });
      assert.deepEqual(await picked(page), ["o2"]);
      assert.deepEqual(await movesPlayed(page), []);

      // If the first tap plays, the second does nothing, whether they hit the point or the loupe.
      const double = async (x, y) => {
        const count = (await movesPlayed(page)).length;
        await atOnce(page, async () => {
          await page.touchscreen.tap(x, y);
          await eventually(async () => assert.equal((await movesPlayed(page)).length, count + 1));
          await page.touchscreen.tap(x, y);
        });
        assert.deepEqual(await picked(page), []);
        assert.equal(await reason(page).count(), 0);
        await page.getByRole("button", { name: "Undo" }).tap();
        await page.waitForFunction((count) => document.querySelectorAll("#move-list li").length === count, count);
      };
      await double(x, y);
      await press(visitor, "o2");
      // The loupe can also be pressed after the phone has been turned.
      await page.setViewportSize({ width: 640, height: 360 });
      const { x: left, y: top } = await middle(loupe.locator(".loupe-rim"));
      await double(left, top);
      await page.setViewportSize(PHONE.viewport);

      // A later press on the point, on the loupe or on the button plays.
      const confirmations = [
        (step) => press(visitor, step),
        async () => page.touchscreen.tap(...Object.values(await middle(loupe.locator(".loupe-rim")))),
        (step) => page.getByRole("button", { name: `Play ${step}` }).tap(),
      ];
      for (const [ply, step] of BLACK_WINS.entries()) {
        await press(visitor, step);
        assert.deepEqual(await picked(page), [step]);
        assert.equal((await movesPlayed(page)).length, ply);
        await page.clock.fastForward(1_000);
        await confirmations[ply % confirmations.length](step);
        await untilPlayed(page, ply + 1);
        assert.equal(await loupe.count(), 0);
        if (ply === 0) await isTaken(step);
      }
      await blackHasWon(page);
    },
    { ...PHONE, clock: true },
  ));

test("a second press plays a stone that waits to be confirmed, and a taken point is refused", () =>
  together(
    { size: 9 },
    async (visitor) => {
      const { page } = visitor;
      await choose(page, (settings) => settings.getByRole("switch", { name: "Confirm each move" }).check());
      await press(visitor, "e5");
      await page.getByRole("button", { name: "Play e5" }).waitFor();
      await page.clock.fastForward(1_000);
      await press(visitor, "e5");
      await untilPlayed(page, 1);
      assert.deepEqual(await movesPlayed(page), ["e5"]);
      await page.clock.fastForward(1_000);
      await tryTo(visitor, "e5");
      await untilRefused(page, "That place is already taken.");
      assert.deepEqual(await picked(page), []);
    },
    { ...WIDE, clock: true },
  ));

test("on a phone the sheet explains an opening as soon as it is chosen", async () => {
  const visitor = await Visitor.arrive(browser, server.base, PHONE, "/");
  const { page } = visitor;
  await page.locator('[data-opens="sheet-gomoku"]').tap();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("radio", { name: "Swap2" }).check();
  const about = sheet.locator(".about");
  await about.waitFor();
  const [text, foot] = [await about.boundingBox(), await sheet.locator(".sheet-foot").boundingBox()];
  assert.ok(text.y + text.height <= foot.y, `ends at ${text.y + text.height}, below ${foot.y}`);
  await visitor.picture("gomoku-sheet-phone");
  await visitor.leave();
});

test("the page says what to do in the opening swap2", () =>
  together({ size: 9, opening: "swap2" }, async (visitor) => {
    const { page } = visitor;
    const says = (text) => page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
    const colours = page.getByRole("toolbar", { name: "Your colour" });
    for (const [step, text] of [
      ["e5", "Place a black stone: 1 of 3."],
      ["f4", "Place a white stone: 2 of 3."],
      ["d6", "Place a black stone: 3 of 3."],
    ]) {
      await says(text);
      await press(visitor, step);
    }
    await says("Choose a colour, or place two more stones.");
    assert.equal(await colours.getByRole("button").count(), 2);
    await visitor.picture("gomoku-swap2");
    const two = page.getByRole("button", { name: "Place two more stones" });
    await two.click();
    await says("Place a white stone on the board, then a black one.");
    await untilFocus(page.locator(".gomoku-board [tabindex='0']"));
    await page.getByRole("button", { name: "Choose a colour" }).click();
    await untilFocused(page, "Play Black");
    await two.click();
    await press(visitor, "c7");
    await says("Place a black stone: 2 of 2.");
    await press(visitor, "g7");
    await says("Choose a colour.");
    await colours.getByRole("button", { name: "Play White" }).click();

    // The first player has chosen White, and White moves.
    await says("Place a white stone.");
    await says("Black");
    assert.equal(await page.locator("#strip-you [href='#gomoku-white']").count(), 1);
    await press(visitor, "a1");
    await says("Place a black stone.");
    await says("White");
  }));

test("on the largest board a press has an immediate effect, and little is sent", () =>
  againstSparrow({ size: 19 }, async (visitor) => {
    const { page } = visitor;
    assert.equal(await page.locator(".point").count(), 361);
    const session = await page.context().newCDPSession(page);
    const sent = [];
    await session.send("Network.enable");
    session.on("Network.webSocketFrameReceived", ({ response }) => sent.push(Buffer.byteLength(response.payloadData)));
    const isPicked = await point(page, "k10").evaluate((element) => {
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      return element.classList.contains("is-picked");
    });
    assert.ok(isPicked, "before the server responds");
    await untilPlayed(page, 2);
    await untilMyTurn(page);
    await eventually(async () => assert.ok(sent.length > 0, "frames are recorded"));
    const most = Math.max(...sent);
    assert.ok(most < MAX_BYTES, `${most} bytes at once`);
    await visitor.picture("gomoku-19");
  }));
