// Whole games in a real browser, against the real server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarely } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { untilFocus, untilFocused } from "./support/keyboard.mjs";
import { hoverRules, onOneScreen, places, smallTargets } from "./support/layout.mjs";
import {
  anyMove,
  begin,
  beginBySheet,
  beginTogether,
  connected,
  movesPlayed,
  outcome,
  play,
  player,
  playOn,
  start,
  untilMyTurn,
  untilPlayed,
  untilTitle,
  YOUR_TURN,
} from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

// As long as the site allows (support/server.mjs).
const THINKS_MS = 60_000;

async function visit(work, options = WIDE, path = null) {
  const visitor = await Visitor.arrive(browser, server.base, options, path);
  await work(visitor);
  await visitor.leave();
}

// Plays games until one has the desired result, because both players are random.
async function playUntil(wanted, level, choose, picture, then = async (_page) => {}) {
  await visit(async (visitor) => {
    const results = [];
    while (results.at(-1) !== wanted && results.length < 8) {
      await begin(visitor, { level });
      results.push(await playOn(visitor, choose));
    }
    assert.equal(results.at(-1), wanted, `results: ${results}`);
    const headline = { won: "You win", lost: "You lose" }[wanted];
    const { page } = visitor;
    assert.equal(await outcome(await movesPlayed(page)), { won: "first", lost: "second" }[wanted]);
    assert.equal(await page.locator("#strip-you h2").innerText(), headline);
    await untilTitle(page, headline);
    assert.match(await page.locator("#announcement").textContent(), new RegExp(headline));
    assert.equal(await page.locator(".cell.is-winning").count(), 4);
    await visitor.picture(picture);
    await then(page);
  });
}

test("a broken page is noticed", () =>
  visit(
    async (visitor) => {
      await visitor.page.evaluate(async () => {
        const script = document.createElement("script");
        script.textContent = "window.ranInline = true";
        document.body.append(script);
        setTimeout(() => {
          throw new Error("thrown on purpose");
        });
        await fetch("/no-such-page");
      });
      for (const problem of [/^CSP: script-src/, /Content Security Policy/, /^uncaught: thrown/, /404/]) {
        await eventually(() => assert.notDeepEqual(visitor.expectErrors(problem), [], `${problem} was not noticed`));
      }
      assert.equal(await visitor.page.evaluate(() => window.ranInline), undefined);
    },
    WIDE,
    "/",
  ));

test("a game is won by clicking, and the lobby remembers it", () =>
  playUntil("won", "Sparrow", player("mcts:playouts=10000"), "won", async (page) => {
    const address = page.url();
    await page.getByRole("link", { name: "Change opponent" }).click();
    const form = page.getByRole("region", { name: "New match: Quarto" });
    assert.ok(await form.getByRole("radio", { name: /^Hedgehog/ }).isChecked());
    await page.goBack();
    await page.waitForSelector(".phx-connected");

    // Both buttons also work if the socket never connects.
    const offline = await page.context().newPage();
    await offline.routeWebSocket(/\/live\/websocket/, () => {});
    for (const name of ["Rematch", "Next: Hedgehog"]) {
      await offline.goto(address);
      await offline.getByRole("button", { name }).click();
      await offline.waitForURL((url) => url.pathname.startsWith("/m/") && url.href !== address);
    }
    await offline.close();

    await page.getByRole("button", { name: "Next: Hedgehog" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/m/") && url.href !== address);
    assert.ok(await untilMyTurn(page));
    assert.equal((await movesPlayed(page)).length, 0, "on the same side");
    await page.locator("#strip-them").getByText("Hedgehog").waitFor();

    await page.goto(server.base);
    await page.getByText(/^Levels beaten: 1 of/).waitFor();
  }));

rarely("a game is lost", () => playUntil("lost", "Heron", anyMove, "lost"));

test("a game by touch on a phone, the engine goes first: all on one screen, and nothing jumps", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await begin(visitor, { begins: "Your opponent" });
    await untilTitle(page, "Your move · Quarto");
    await visitor.picture("match-phone");
    for (const viewport of [
      { width: 768, height: 1024 },
      { width: 720, height: 450 },
      { width: 640, height: 360 },
      PHONE.viewport,
    ]) {
      await onOneScreen(page, viewport);
      assert.deepEqual(await smallTargets(page), [], "targets of 44 px");
    }
    assert.deepEqual(await hoverRules(page), [], "no hover styles for touch");

    await page.locator("#moves summary").tap();
    await page.getByLabel("Type a move").waitFor();
    assert.deepEqual(await smallTargets(page), [], "targets of 44 px in the drawer");
    await page.keyboard.press("Escape");
    assert.equal(await page.getByLabel("Type a move").isVisible(), false);

    const before = await places(page);
    while (await untilMyTurn(page)) {
      assert.deepEqual(await places(page), before);
      await play(visitor, anyMove);
      // The move may have ended the game, and then there are other buttons.
      assert.deepEqual((await places(page)).slice(0, 4), before.slice(0, 4));
    }
    assert.deepEqual((await places(page)).slice(0, 4), before.slice(0, 4));
    await onOneScreen(page, PHONE.viewport);
    await visitor.picture("over-phone");
  }, PHONE));

test("a match survives a reload; undo, resigning and a rematch work", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await begin(visitor);
    await play(visitor, anyMove);
    await untilMyTurn(page);
    await play(visitor, anyMove);
    await untilMyTurn(page);
    await visitor.picture("match");
    const moves = await movesPlayed(page);
    assert.equal(moves.length, 4);

    await page.reload();
    await untilMyTurn(page);
    assert.deepEqual(await movesPlayed(page), moves);

    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelectorAll("#move-list li").length === 2);
    await untilMyTurn(page);
    assert.deepEqual(await movesPlayed(page), moves.slice(0, 2));

    const resign = page.getByRole("button", { name: "Resign" });
    await resign.click();
    await page.keyboard.press("Escape");
    await untilFocus(page.locator("#ask-resign"));
    await resign.click();
    await untilFocus(page.locator("#keep-playing"));
    await resign.click();
    await page.waitForSelector("#strip-you.is-lost");
    const address = page.url();
    const sounds = page.getByRole("group", { name: "Turn on sounds?" });
    await sounds.waitFor();
    await sounds.getByRole("button", { name: "No" }).click();
    await sounds.waitFor({ state: "hidden" });
    await untilFocused(page, "Rematch");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== address);
    await untilMyTurn(page);
    assert.equal((await movesPlayed(page)).length, 1, "the engine goes first");

    await resign.click();
    await page.locator("#resign").click();
    await page.waitForSelector("#strip-you.is-lost");
    assert.equal(await sounds.isVisible(), false, "sounds are offered once");
  }));

test("while the engine thinks, you can make it move now, or undo", () =>
  visit(
    async (visitor) => {
      const { page } = visitor;
      await beginBySheet(visitor, "quarto", "Custom", async (sheet) => {
        await sheet.getByLabel("ms", { exact: true }).fill(String(THINKS_MS));
        await sheet.getByText(new RegExp(`^mcts:.*ms=${THINKS_MS}`)).waitFor();
      });
      await untilMyTurn(page);
      await play(visitor, anyMove);
      await page.getByRole("button", { name: "Move now" }).click();
      await page.waitForSelector(YOUR_TURN);
      assert.equal((await movesPlayed(page)).length, 2);

      await play(visitor, anyMove);
      assert.equal(await page.locator("#match.is-your-turn").count(), 0);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.waitForSelector(YOUR_TURN);
      assert.equal((await movesPlayed(page)).length, 2);
    },
    WIDE,
    "/",
  ));

test("two people play different matches at once, and can only watch each other's", async () => {
  const one = await Visitor.arrive(browser, server.base, WIDE);
  const two = await Visitor.arrive(browser, server.base, WIDE);
  await Promise.all([begin(one), begin(two)]);
  assert.notEqual(one.page.url(), two.page.url());
  await Promise.all([play(one, anyMove), play(two, anyMove)]);

  const watching = await two.open(new URL(one.page.url()).pathname);
  assert.equal(await watching.locator("#match").getAttribute("data-moves"), "");
  assert.equal(await watching.getByRole("button", { name: "Resign" }).count(), 0);
  await watching.getByText("You are watching.").waitFor();

  await untilMyTurn(one.page);
  await play(one, anyMove);
  await untilMyTurn(one.page);
  await untilPlayed(watching, 4);
  assert.deepEqual(await movesPlayed(watching), await movesPlayed(one.page));
  await Promise.all([one.leave(), two.leave()]);
});

test("two players on one screen: the board is never flipped, and the page says whose turn it is", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await beginTogether(visitor);
    const before = await places(page);
    const prompted = () => page.locator(".strip.is-prompted h2").innerText();
    assert.equal(await prompted(), "Player 1");
    await play(visitor, anyMove);
    assert.equal(await prompted(), "Player 2");
    await untilTitle(page, "Player 2 to move · Quarto");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelector("#strip-you.is-prompted"));
    while (await untilMyTurn(page)) {
      const count = (await movesPlayed(page)).length;
      assert.equal(await prompted(), count % 2 === 0 ? "Player 1" : "Player 2");
      assert.deepEqual(await places(page), before);
      await play(visitor, anyMove);
    }
    const result = await outcome(await movesPlayed(page));
    const headline = { first: "Player 1 wins", second: "Player 2 wins", draw: "Draw" }[result];
    assert.equal(await page.locator(".strip.is-headline h2").innerText(), headline);
    await page.getByRole("button", { name: "Rematch" }).waitFor();
  }));

test("a match of two engines can be watched, paused, stepped through and sped up", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await start(visitor, "quarto", { opponent: "watch" });
    // The engines move on before the page listens, so an earlier press would not count.
    await connected(visitor);
    const button = (name) => page.getByRole("button", { name, exact: true });
    await button("Pause").click();
    await button("Resume").waitFor();
    const paused = (await movesPlayed(page)).length;

    await button("Step").click();
    await untilPlayed(page, paused + 1);
    await button("Resume").waitFor();
    assert.equal((await movesPlayed(page)).length, paused + 1);
    await button("Fast").click();
    await untilPlayed(page, paused + 2);
    assert.equal(await button("Fast").getAttribute("aria-pressed"), "true");
    await onOneScreen(page, PHONE.viewport);
    assert.deepEqual(await smallTargets(page), [], "targets of 44 px");

    const other = await Visitor.arrive(browser, server.base, WIDE, new URL(page.url()).pathname);
    const watching = other.page;
    await watching.getByText("You are watching.").waitFor();
    assert.equal(await watching.getByRole("button", { name: "Pause" }).count(), 0);
    await watching.waitForSelector(".strip.is-headline");
    await page.waitForSelector(".strip.is-headline");
    assert.deepEqual(await movesPlayed(page), await movesPlayed(watching));
    assert.notEqual(await outcome(await movesPlayed(page)), null);
    await other.leave();
  }));
