// Whole games in a real browser, against the real server.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { launch, PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { untilFocus, untilFocused } from "./support/keyboard.mjs";
import {
  anyMove,
  arrange,
  begin,
  movesPlayed,
  outcome,
  play,
  player,
  playOn,
  untilMyTurn,
  untilTitle,
  YOUR_TURN,
} from "./support/match.mjs";
import { hoverRules, onOneScreen, places, smallTargets } from "./support/layout.mjs";
import { startServer } from "./support/server.mjs";
import { test } from "./support/trial.mjs";

let server, browser;

before(async () => {
  // One after the other, so that the first is stopped even if the second does not start.
  browser = await launch();
  server = await startServer({ own: true });
});

after(async () => {
  await browser?.close();
  await server?.remove();
});

function moves(page, count) {
  return page.waitForFunction(
    (least) => document.querySelectorAll("#move-list li").length >= least,
    count,
  );
}

async function visit(work, options) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await work(visitor);
  await visitor.leave();
}

// Takes several games if it has to: both players are random.
async function until(wanted, level, choose, picture, then = async () => {}) {
  await visit(async (visitor) => {
    const results = [];
    while (results.at(-1) !== wanted && results.length < 8) {
      await visitor.page.goto(server.base);
      await visitor.page.waitForSelector(".phx-connected");
      await begin(visitor, { level });
      results.push(await playOn(visitor, choose));
    }
    assert.equal(results.at(-1), wanted, `results: ${results}`);
    const words = { won: "You win", lost: "You lose" }[wanted];
    const { page } = visitor;
    const told = await outcome(await movesPlayed(page));
    assert.equal(told, { won: "first", lost: "second" }[wanted]);
    assert.equal(await page.locator("#strip-you h2").innerText(), words);
    await untilTitle(page, words);
    assert.match(await page.locator("#announcement").textContent(), new RegExp(words));
    assert.equal(await page.locator(".cell.is-winning").count(), 4);
    await visitor.picture(picture);
    await then(page);
  });
}

test("a broken page is noticed", () =>
  visit(async (visitor) => {
    await visitor.page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.ranInline = true";
      document.body.append(script);
      setTimeout(() => {
        throw new Error("thrown on purpose");
      });
      await fetch("/no-such-page");
    });
    await visitor.page.waitForTimeout(200);
    assert.equal(await visitor.page.evaluate(() => window.ranInline), undefined);
    for (const problem of [/^CSP: script-src/, /Content Security Policy/, /^uncaught: thrown/, /404/]) {
      assert.notDeepEqual(visitor.forgive(problem), [], `${problem} was not noticed`);
    }
  }));

test("a game is won by clicking, and the lobby remembers it", () =>
  until("won", "Sparrow", player("mcts:playouts=10000"), "won", async (page) => {
    const address = page.url();
    const links = page.getByRole("link", { name: "Levels" });
    await links.click();
    const form = page.getByRole("region", { name: "New match: Quarto" });
    assert.ok(await form.getByRole("radio", { name: /^Hedgehog/ }).isChecked());
    await page.goBack();
    await page.waitForSelector(".phx-connected");
    await page.getByRole("button", { name: "Next: Hedgehog" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/m/") && url.href !== address);
    assert.ok(await untilMyTurn(page));
    assert.equal((await movesPlayed(page)).length, 0, "on the same side");
    await page.locator("#strip-them").getByText("Hedgehog").waitFor();

    await page.goto(server.base);
    await page.getByText(/^Levels beaten: 1 of/).waitFor();
  }));

test("a game is lost", () => until("lost", "Heron", anyMove, "lost"));

test("a game by touch on a phone, the engine beginning: all on one screen, and nothing jumps", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await visitor.picture("lobby-phone");
    await begin(visitor, { begins: "Your opponent" });
    await untilTitle(page, "Your move · Quarto");
    await visitor.picture("match-phone");
    for (const viewport of [{ width: 768, height: 1024 }, { width: 720, height: 450 }, { width: 640, height: 360 }, PHONE.viewport]) {
      await onOneScreen(page, viewport);
      assert.deepEqual(await smallTargets(page), [], "targets of 44 px");
    }
    assert.deepEqual(await hoverRules(page), [], "a finger does not hover");

    await page.locator("#moves summary").tap();
    await page.getByLabel("Type a move").waitFor();
    assert.deepEqual(await smallTargets(page), [], "targets of 44 px in the drawer");
    await page.keyboard.press("Escape");
    assert.equal(await page.getByLabel("Type a move").isVisible(), false);

    const before = await places(page);
    while (await untilMyTurn(page)) {
      assert.deepEqual(await places(page), before);
      await play(visitor, anyMove);
      // The move may have ended the game, and at the end there are other buttons.
      assert.deepEqual((await places(page)).slice(0, 4), before.slice(0, 4));
    }
    assert.deepEqual((await places(page)).slice(0, 4), before.slice(0, 4));
    await onOneScreen(page, PHONE.viewport);
    await visitor.picture("over-phone");
  }, PHONE));

test("a match survives a reload; undo, resigning and a rematch work", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await visitor.picture("lobby");
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
    const sounds = page.getByRole("region", { name: "Turn on sounds?" });
    await sounds.waitFor();
    await sounds.getByRole("button", { name: "No" }).click();
    await sounds.waitFor({ state: "hidden" });
    await untilFocused(page, "Rematch");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== address);
    await untilMyTurn(page);
    assert.equal((await movesPlayed(page)).length, 1, "the engine has begun");

    await resign.click();
    await page.locator("#resign").click();
    await page.waitForSelector("#strip-you.is-lost");
    assert.equal(await sounds.isVisible(), false, "sounds are offered once");
  }));

test("while the engine thinks, you can make it move now, or undo", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await arrange(visitor, "Custom", async (sheet) => {
      await sheet.getByLabel("ms", { exact: true }).fill("5000");
      await sheet.getByText(/^mcts:.*ms=5000/).waitFor();
    });
    await untilMyTurn(page);
    await play(visitor, anyMove);
    const began = Date.now();
    await page.getByRole("button", { name: "Move now" }).click();
    await page.waitForSelector(YOUR_TURN);
    assert.ok(Date.now() - began < 5_000, "sooner than it would have moved");
    assert.equal((await movesPlayed(page)).length, 2);

    await play(visitor, anyMove);
    assert.equal(await page.locator("#match.is-your-turn").count(), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForSelector(YOUR_TURN);
    assert.equal((await movesPlayed(page)).length, 2);
    // The move that the engine was thinking about is never played.
    await page.waitForTimeout(5_500);
    assert.equal((await movesPlayed(page)).length, 2);
  }));

test("two people play at once, and can only watch each other's match", async () => {
  const one = await Visitor.arrive(browser, server.base);
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
  await moves(watching, 4);
  assert.deepEqual(await movesPlayed(watching), await movesPlayed(one.page));
  await Promise.all([one.leave(), two.leave()]);
});

test("a match continues after a restart of the server", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await begin(visitor, { level: "Owl" });
    await play(visitor, anyMove);
    await untilMyTurn(page);
    // The engine is at work on its next move when the server ends.
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
    visitor.forgive(/WebSocket|ERR_CONNECTION_REFUSED/);

    await untilMyTurn(page);
    const now = await movesPlayed(page);
    assert.equal(now.length, 4);
    assert.deepEqual(now.slice(0, 3), moves);
    await play(visitor, anyMove);
  }));

test("two players on one screen: the board is never flipped, and the page says whose turn it is", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await arrange(visitor, "Two players");
    await untilMyTurn(page);
    const before = await places(page);
    const lit = () => page.locator(".strip.is-prompted h2").innerText();
    assert.equal(await lit(), "Player 1");
    await play(visitor, anyMove);
    assert.equal(await lit(), "Player 2");
    await untilTitle(page, "Player 2 to move · Quarto");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelector("#strip-you.is-prompted"));
    while (await untilMyTurn(page)) {
      const count = (await movesPlayed(page)).length;
      assert.equal(await lit(), count % 2 === 0 ? "Player 1" : "Player 2");
      assert.deepEqual(await places(page), before);
      await play(visitor, anyMove);
    }
    const told = await outcome(await movesPlayed(page));
    const words = { first: "Player 1 wins", second: "Player 2 wins", draw: "Draw" }[told];
    assert.equal(await page.locator(".strip.is-headline h2").innerText(), words);
    await page.getByRole("button", { name: "Rematch" }).waitFor();
  }));

test("two engines are watched: paused, step by step, and faster", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await arrange(visitor, "Watch");
    const button = (name) => page.getByRole("button", { name, exact: true });
    await button("Pause").click();
    await button("Resume").waitFor();
    const paused = (await movesPlayed(page)).length;
    // Longer than a move takes at this speed.
    await page.waitForTimeout(1_500);
    assert.equal((await movesPlayed(page)).length, paused);

    await button("Step").click();
    await moves(page, paused + 1);
    await button("Fast").click();
    await moves(page, paused + 2);
    assert.equal(await button("Fast").getAttribute("aria-pressed"), "true");
    await onOneScreen(page, PHONE.viewport);
    assert.deepEqual(await smallTargets(page), [], "targets of 44 px");

    const other = await Visitor.arrive(browser, server.base);
    const watching = await other.open(new URL(page.url()).pathname);
    await watching.getByText("You are watching.").waitFor();
    assert.equal(await watching.getByRole("button", { name: "Pause" }).count(), 0);
    await watching.waitForSelector(".strip.is-headline");
    await page.waitForSelector(".strip.is-headline");
    assert.deepEqual(await movesPlayed(page), await movesPlayed(watching));
    assert.notEqual(await outcome(await movesPlayed(page)), null);
    await other.leave();
  }));
