// Looking back in a match by buttons, keys, the wheel and links, while the match goes on, and hints.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import { BYPASS, noViolationsInAnyTheme } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { tabTo } from "./support/keyboard.mjs";
import { onOneScreen, places, smallTargets } from "./support/layout.mjs";
import {
  anyMove,
  begin,
  beginTogether,
  legalMoves,
  play,
  press,
  sitDownTogether,
  tryTo,
  untilMyTurn,
  untilPlayed,
  untilRefused,
  untilTitle,
} from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

async function visit(work, options = WIDE) {
  const visitor = await Visitor.arrive(browser, server.base, { ...options, ...BYPASS });
  await work(visitor, visitor.page);
  await visitor.leave();
}

// Plays these moves on one screen.
async function playAll(visitor, moves) {
  for (const wanted of moves) {
    await untilMyTurn(visitor.page);
    await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
  }
}

const MOVES = ["-7", "c3-A", "b2-1", "a1-2", "d4-3", "a4-4"];

async function together(visitor, moves = MOVES) {
  await beginTogether(visitor);
  await playAll(visitor, moves);
}

const where = (page) => page.locator(".walk-where span:not(.sr-only)");

// Waits until the page shows the position after so many moves, and says so; or the match as it is.
async function untilAt(page, ply, count) {
  const shown = `#match[data-played="${ply}"]`;
  if (ply === count) {
    await page.locator(`${shown}:not(.is-past)`).waitFor();
    assert.equal(new URL(page.url()).search, "");
    assert.equal(await where(page).count(), 0);
  } else {
    await page.locator(`${shown}.is-past`).waitFor();
    assert.equal(await where(page).innerText(), ply === 0 ? "The start" : `Move ${ply} of ${count}`);
    await eventually(async () => assert.equal(new URL(page.url()).search, `?ply=${ply}`));
  }
}

const button = (page, name) => page.getByRole("navigation", { name: "Look back" }).getByRole("button", { name });

test("buttons walk back and forward, and the browser's own lead to now and back", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    const before = await places(page);
    await button(page, "One move back").click();
    await untilAt(page, 5, 6);
    await button(page, "One move back").click();
    await untilAt(page, 4, 6);
    assert.deepEqual(await places(page), before, "nothing jumps");
    assert.equal(await page.locator("#cell-a1.is-last").count(), 1);
    await button(page, "To the start").click();
    await untilAt(page, 0, 6);
    assert.equal(await page.locator(".board .piece").count(), 0);
    await button(page, "One move forward").click();
    await untilAt(page, 1, 6);
    // Faster than the server answers.
    await button(page, "One move forward").evaluate((forward) => {
      for (let times = 0; times < 3; times += 1) forward.click();
    });
    await untilAt(page, 4, 6);
    await button(page, "To the start").click();
    await untilAt(page, 0, 6);
    await button(page, "One move forward").click();
    await untilAt(page, 1, 6);
    await page.getByRole("link", { name: "Back to now" }).click();
    await untilAt(page, 6, 6);

    await page.goBack();
    await untilAt(page, 1, 6);
    await page.goBack();
    await untilAt(page, 6, 6);
    await page.goForward();
    await untilAt(page, 1, 6);
    await button(page, "To the latest move").click();
    await untilAt(page, 6, 6);
  }));

test("arrow keys, Home and End walk, but for who came to the board by keyboard only if Shift is held", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    await page.locator("body").click({ position: { x: 700, y: 5 } });
    await page.keyboard.press("ArrowLeft");
    await untilAt(page, 5, 6);
    await page.keyboard.press("ArrowLeft");
    await untilAt(page, 4, 6);
    await page.keyboard.press("Home");
    await untilAt(page, 0, 6);
    await page.keyboard.press("End");
    await untilAt(page, 6, 6);
    await page.keyboard.press("ArrowLeft");
    await untilAt(page, 5, 6);

    // A press on the board leaves the focus there, and a reload puts it nowhere.
    const cell = page.locator("#cell-b2");
    await cell.click({ force: true });
    await page.keyboard.press("Home");
    await untilAt(page, 0, 6);
    await page.keyboard.press("End");
    await untilAt(page, 6, 6);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await untilAt(page, 4, 6);
    await page.keyboard.press("ArrowRight");
    await untilAt(page, 5, 6);
    await page.keyboard.press("Tab");
    await page.reload();
    await untilAt(page, 5, 6);
    await page.locator(".phx-connected #match").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    await page.keyboard.press("ArrowLeft");
    await untilAt(page, 4, 6);
    await page.keyboard.press("ArrowRight");
    await untilAt(page, 5, 6);

    await page.keyboard.press("Tab");
    await cell.focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.evaluate(() => document.activeElement.id), "cell-a2");
    await page.keyboard.press("Shift+ArrowLeft");
    await untilAt(page, 4, 6);
    assert.equal(await page.evaluate(() => document.activeElement.id), "cell-a2");
    await page.keyboard.press("Shift+ArrowRight");
    await untilAt(page, 5, 6);
    await page.keyboard.press("Home");
    assert.equal(await page.evaluate(() => document.activeElement.id), "cell-a2");
    await page.keyboard.press("Shift+Home");
    await untilAt(page, 0, 6);
    await page.keyboard.press("Shift+End");
    await untilAt(page, 6, 6);
    await page.keyboard.press("Shift+ArrowLeft");
    await untilAt(page, 5, 6);

    // In a text box they move the caret, and other keys with them are the browser's.
    await page.keyboard.press("Shift+ArrowRight");
    await untilAt(page, 6, 6);
    await page.getByRole("textbox", { name: "Type a move" }).fill("c1-5");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Home");
    await page.locator("body").click({ position: { x: 700, y: 5 } });
    await page.keyboard.press("Control+ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await untilAt(page, 5, 6);
  }));

test("keys press buttons, and a list names them, but not while somebody types", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await page.keyboard.press("?");
    await list.waitFor();
    // Behind a dialog nothing happens.
    await page.keyboard.press("u");
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    const box = page.getByRole("textbox", { name: "Type a move" });
    await box.pressSequentially("u?");
    assert.equal(await box.inputValue(), "u?");
    await box.fill("");
    await page.locator("body").click({ position: { x: 700, y: 5 } });
    await page.keyboard.press("u");
    await untilPlayed(page, 5);

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await list.waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("switch", { name: "Keyboard shortcuts" }).uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.keyboard.press("ArrowLeft");
    await untilAt(page, 4, 5);
    assert.equal(await list.isVisible(), false);
  }));

test("in the list, arrow keys, Home and End walk, and the focus follows", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    await tabTo(page.getByRole("list", { name: "Moves" }));
    await page.keyboard.press("Home");
    await untilAt(page, 0, 6);
    await page.keyboard.press("ArrowRight");
    await untilAt(page, 1, 6);
    const focused = () => page.evaluate(() => document.activeElement.querySelector(".number")?.textContent);
    await eventually(async () => assert.equal(await focused(), "1"));
    await page.keyboard.press("ArrowRight");
    await untilAt(page, 2, 6);
    await eventually(async () => assert.equal(await focused(), "2"));
    assert.equal(await page.locator("#move-list [aria-current]").count(), 1);
    await page.keyboard.press("End");
    await untilAt(page, 6, 6);
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.id), "move-list"));
  }));

test("keys that come faster than answers add up", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    // The server answers when the test lets it.
    await page.evaluate(() => {
      const pressed = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      for (let press = 0; press < 4; press += 1) pressed("ArrowLeft");
      pressed("ArrowRight");
    });
    await untilAt(page, 3, 6);
  }));

// A notch of a mouse wheel over an element.
async function wheel(page, selector, notches) {
  await page.locator(selector).hover({ force: true, position: { x: 60, y: 60 } });
  for (let notch = 0; notch < Math.abs(notches); notch += 1) await page.mouse.wheel(0, Math.sign(notches) * 120);
}

test("a notch of the wheel over the board is a move, where the page doesn't scroll", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    await wheel(page, ".match-board .board", -2);
    await untilAt(page, 4, 6);
    await wheel(page, ".match-board .board", 1);
    await untilAt(page, 5, 6);

    // Elsewhere it does nothing, and neither does a touchpad.
    await page.locator("#strip-you").hover();
    await page.mouse.wheel(0, -120);
    await page.locator(".match-board .board").evaluate((board) => {
      for (const deltaY of [-3, -7, -14, -120]) board.dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true }));
    });
    await button(page, "One move back").click();
    await untilAt(page, 4, 6);

    await page.evaluate(() => (document.body.style.minHeight = "3000px"));
    await wheel(page, ".match-board .board", 2);
    await page.waitForFunction(() => scrollY > 0);
    await button(page, "One move back").click();
    await untilAt(page, 3, 6);
  }));

test("a link to a move shows it, and what is no move falls back to now and says so", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    const address = page.url();
    await page.getByRole("list", { name: "Moves" }).getByRole("link").nth(1).click();
    await untilAt(page, 2, 6);
    const shared = page.url();

    await visit(async (_guest, other) => {
      await other.goto(shared);
      await untilAt(other, 2, 6);
      assert.equal(await other.locator("#cell-c3.is-last").count(), 1);
      for (const [ply, words] of [
        [99, "This match has no move 99."],
        ["x", "This link doesn't lead to a move of this match."],
      ]) {
        await other.goto(`${address}?ply=${ply}`);
        await other.getByText(words).waitFor();
        await eventually(async () => assert.equal(other.url(), address));
        await untilAt(other, 6, 6);
      }
      await other.goto(`${address}?ply=6`);
      await eventually(async () => assert.equal(other.url(), address));
    });
  }));

test("nothing can be played in the past, and a press says why each time", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    await button(page, "One move back").click();
    await untilAt(page, 5, 6);
    assert.equal(await page.locator(".is-target").count(), 0);
    const words = "This is an earlier position. Go back to now to play.";
    await tryTo(visitor, "c1");
    await untilRefused(page, words);
    await button(page, "One move back").click();
    await page.locator("[data-reason]").waitFor({ state: "hidden" });
    await tryTo(visitor, "5");
    await untilRefused(page, words);

    await page.getByRole("link", { name: "Back to now" }).click();
    await untilAt(page, 6, 6);
    await playAll(visitor, ["c1-5"]);
    await untilAt(page, 7, 7);
  }));

test("what is picked is put back by a walk", () =>
  visit(async (visitor, page) => {
    await together(visitor);
    await press(visitor, "c1");
    assert.equal(await page.locator(".is-picked").count(), 1);
    await button(page, "One move back").click();
    await untilAt(page, 5, 6);
    assert.equal(await page.locator(".is-picked, .is-target, .carried").count(), 0);
    await button(page, "To the latest move").click();
    await untilAt(page, 6, 6);
    assert.ok((await page.locator(".is-target").count()) > 0);
  }));

test("a move that comes in is announced, and the board stays; clocks run, and the turn is signalled", async () => {
  const [one, other] = await Promise.all(
    [WIDE, PHONE].map((window) => Visitor.arrive(browser, server.base, { ...window, ...BYPASS })),
  );
  await sitDownTogether(one, other, { clock: "30+20" });
  const both = [one, other];
  const turn = async (visitor, ply) => {
    await untilMyTurn(visitor.page);
    await play(visitor, anyMove);
    await Promise.all(both.map(({ page }) => untilPlayed(page, ply)));
  };
  await turn(one, 1);
  await turn(other, 2);
  await turn(one, 3);

  const { page } = one;
  await button(page, "One move back").click();
  await button(page, "One move back").click();
  await untilAt(page, 1, 3);
  const board = await page.locator(".match-board .board").innerHTML();
  const titleBefore = await page.title();
  assert.ok(!titleBefore.startsWith("Your move"), titleBefore);

  await turn(other, 4);
  await untilAt(page, 1, 4);
  assert.equal(await page.locator(".match-board .board").innerHTML(), board);
  assert.match(await page.locator("#announcement").textContent(), /Guest: .*Your move\./);
  await page
    .locator("#notices")
    .getByText(/^Guest: /)
    .waitFor();
  await page.locator("#strip-you.is-prompted").getByRole("heading", { name: "Your move" }).waitFor();
  await untilTitle(page, "Your move");
  await page.locator("#strip-you .clock.is-running").waitFor();
  assert.match(await page.locator("link[rel='icon']").getAttribute("href"), /turn/);

  await page.getByRole("link", { name: "Back to now" }).click();
  await untilAt(page, 4, 4);
  await turn(one, 5);

  // On the phone, without opening the drawer.
  await button(other.page, "One move back").tap();
  await untilAt(other.page, 4, 5);
  await other.page.getByRole("link", { name: "Back to now" }).tap();
  await untilAt(other.page, 5, 5);
  for (const visitor of both) await visitor.leave();
});

for (const { game, options, whole } of GAMES) {
  rarelyUnless(game === "animal_shogi")(
    `${game}: on a phone the past fits the screen, has large controls, and axe finds nothing`,
    () =>
      visit(async (visitor, page) => {
        visitor.touch = false;
        await beginTogether(visitor, game, options);
        await playAll(visitor, whole.slice(0, 3));
        await untilMyTurn(page);
        const before = await places(page);
        await button(page, "One move back").tap();
        await untilAt(page, 2, 3);
        await visitor.picture(`past-${game}-360`);
        const parts = (all) => all.filter((place) => !place.startsWith(".actions"));
        assert.deepEqual(parts(await places(page)), parts(before), "nothing jumps");
        await onOneScreen(page, PHONE.viewport);
        // A finger aims at the points of a board (crosshair.js).
        assert.deepEqual(
          (await smallTargets(page)).filter((target) => !target.includes('class="point"')),
          [],
        );
        await noViolationsInAnyTheme(page, `the past of ${game}`);

        // A press on a move shows it, so the drawer that covers the board closes.
        await page.locator("#moves summary").tap();
        const first = page.getByRole("list", { name: "Moves" }).getByRole("link").first();
        assert.ok((await first.boundingBox()).height >= 44);
        await first.tap();
        await untilAt(page, 1, 3);
        assert.equal(await page.locator("#moves").getAttribute("open"), null);
        await page.getByRole("link", { name: "Back to now" }).tap();
        await untilAt(page, 3, 3);
      }, PHONE),
  );
}

test("a walk forward shows the move as it was made, without a sound at the end of each", () =>
  visit(
    async (visitor, page) => {
      await together(visitor, ["-8", "a4-9", "b4-A", "c4-B", "d4"]);
      await page.waitForSelector(".strip.is-headline");
      await page.evaluate(() => {
        window.animated = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...all) {
          window.animated += 1;
          return animate.apply(this, all);
        };
        window.AudioContext = /** @type {any} */ (
          class {
            constructor() {
              window.heard = true;
            }
          }
        );
        localStorage.setItem("playout:option:sound", "on");
        dispatchEvent(new StorageEvent("storage"));
      });
      await button(page, "To the start").click();
      await untilAt(page, 0, 5);
      assert.equal(await page.getByRole("link", { name: "To the end" }).count(), 1);
      for (let ply = 1; ply <= 4; ply += 1) {
        await button(page, "One move forward").click();
        await untilAt(page, ply, 5);
      }
      assert.ok(await page.evaluate(() => window.animated > 0));
      assert.equal(await page.locator(".is-winning").count(), 0);
      await button(page, "One move forward").click();
      await untilAt(page, 5, 5);
      assert.ok((await page.locator(".is-winning").count()) > 0);
      assert.equal(await page.evaluate(() => window.heard), undefined);
    },
    { ...WIDE, reducedMotion: "no-preference" },
  ));

for (const { game, options } of GAMES) {
  rarelyUnless(game === "gomoku")(
    `${game}: a hint says and marks where to look, then the move, and the list remembers it`,
    () =>
      visit(async (visitor, page) => {
        await begin(visitor, { game, options, level: "sparrow" });
        const before = await places(page);
        const prompt = page.locator("#strip-you [data-prompt='0']");
        await page.getByRole("button", { name: "Hint" }).click();
        await page.getByRole("button", { name: "Show move" }).waitFor();
        assert.match(await prompt.innerText(), /^Look /);
        assert.ok((await page.locator(".is-marked, .point-mark").count()) > 0);
        await visitor.picture(`hint-${game}-1440`);
        await noViolationsInAnyTheme(page, `a hint in ${game}`);

        await page.getByRole("button", { name: "Show move" }).click();
        await page.locator("#hint[aria-disabled='true']").waitFor();
        const words = await prompt.innerText();
        assert.doesNotMatch(words, /^Look /);
        assert.deepEqual(await places(page), before, "nothing jumps");

        // Whoever picks another step reads what to do next, and the hint again when it is put back.
        const firsts = await page.locator(".is-target").evaluateAll((all) => all.map(({ dataset }) => dataset.step));
        const hinted = (await page.locator("#match").getAttribute("data-hint")).split(" ");
        const other = firsts.find((step) => !hinted.includes(step));
        if (other && (await legalMoves(page)).some(({ steps }) => steps.length > 1 && steps[0] === other)) {
          await press(visitor, other);
          const next = page.locator("#strip-you [data-prompt='1']");
          assert.ok(!(await next.innerText()).includes(words));
          await page.keyboard.press("Escape");
          assert.equal(await prompt.innerText(), words);
        }

        // A screen reader finds the steps of the move by their names.
        const marked = await page
          .locator("[data-step][aria-label$='hint'], [data-step].is-marked")
          .evaluateAll((all) => all.map(({ dataset }) => dataset.step));
        const inOrder = marked.sort().join();
        const move = (await legalMoves(page)).find(({ steps }) => [...steps].sort().join() === inOrder);
        assert.ok(move, `${marked} is a move`);
        await play(visitor, () => move);
        await page.locator("#move-list li .bulb").waitFor({ state: "attached" });
        assert.match(
          await page.locator("#move-list li .sr-only").first().textContent(),
          /After seeing the engine's move\.$/,
        );
        await untilMyTurn(page);
        assert.equal(await page.locator(".is-marked, .point-mark").count(), 0);
      }),
  );
}

test("a hint by keyboard alone", () =>
  visit(async (visitor, page) => {
    await begin(visitor, { level: "sparrow" });
    await tabTo(page.getByRole("button", { name: "Hint" }));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Show move" }).waitFor();
    // The focus stays on the button.
    await page.keyboard.press("Enter");
    await page.locator("#hint[aria-disabled='true']").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "hint");
    const live = page.locator("#strip-you .status[aria-live='polite']");
    assert.match(await live.innerText(), /^Give the /);
  }));
