// Whole games in a real browser, against the real server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { anyMove, begin, movesPlayed, outcome, play, player, playOn, untilMyTurn } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

let server, browser;

before(async () => {
  // One after the other: what was started is ended, also where the next fails.
  browser = await launch();
  server = await startServer();
});

after(async () => {
  await browser?.close();
  await server?.remove();
});

async function visit(work, options) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await work(visitor);
  await visitor.leave();
}

// Several games at the most, as both sides draw their playouts by chance.
async function until(wanted, level, choose, picture) {
  await visit(async (visitor) => {
    const results = [];
    while (results.at(-1) !== wanted && results.length < 8) {
      await visitor.page.goto(server.base);
      await visitor.page.waitForSelector(".phx-connected");
      await begin(visitor, { level });
      results.push(await playOn(visitor, choose));
    }
    assert.equal(results.at(-1), wanted, `results: ${results}`);
    const words = { won: "You win", lost: "You lose", drawn: "A draw" }[wanted];
    const { page } = visitor;
    const told = await outcome(await movesPlayed(page));
    assert.equal(told, { won: "first", lost: "second", drawn: "draw" }[wanted]);
    assert.equal(await page.locator("#strip-you h2").innerText(), words);
    assert.ok((await page.title()).startsWith(words));
    assert.match(await page.locator("#announcement").textContent(), new RegExp(words));
    const emphasised = await page.locator(".cell.is-winning").count();
    assert.equal(emphasised, wanted === "drawn" ? 0 : 4);
    await visitor.picture(picture);
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

test("a game is won by clicking", () =>
  until("won", "Sparrow", player("mcts:playouts=20000"), "won"));

test("a game is lost", () => until("lost", "Heron", player("random"), "lost"));

test("a game is drawn", () => until("drawn", "Heron", player("mcts:playouts=30000"), "drawn"));

test("a game by touch on a phone, the engine beginning", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await visitor.picture("lobby-phone");
    await begin(visitor, { begins: "Your opponent" });
    assert.equal(await page.title(), "Your move · Quarto");
    await visitor.picture("match-phone");
    const { width, small } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      small: [...document.querySelectorAll("[data-step], button, a, summary")]
        .map((element) => [element.id || element.textContent.trim(), element.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 44 || box.height < 44))
        .map(([name]) => name),
    }));
    assert.equal(width, 360, "nothing to scroll sideways");
    assert.deepEqual(small, [], "targets of 44 px");
    assert.match(await playOn(visitor, anyMove), /won|lost|drawn/);
    await visitor.picture("over-phone");
  }, PHONE));

test("a reload goes on, undo and resignation work, then another game", () =>
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

    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.waitForSelector("#strip-you.is-lost");
    const address = page.url();
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForURL((url) => url.href !== address);
    await untilMyTurn(page);
    assert.equal((await movesPlayed(page)).length, 1, "the engine has begun");
  }));

test("an undo while the engine thinks", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await begin(visitor, { level: "Owl" });
    await play(visitor, anyMove);
    assert.equal(await page.locator("#match.is-your-turn").count(), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForSelector(".match.is-your-turn .is-target");
    assert.deepEqual(await movesPlayed(page), []);
    // Nothing comes after all of what the engine was thinking about.
    await page.waitForTimeout(4_000);
    assert.deepEqual(await movesPlayed(page), []);
  }));

test("two people play at once, and neither in the other's match", async () => {
  const one = await Visitor.arrive(browser, server.base);
  const two = await Visitor.arrive(browser, server.base, WIDE);
  await Promise.all([begin(one), begin(two)]);
  assert.notEqual(one.page.url(), two.page.url());
  await Promise.all([play(one, anyMove), play(two, anyMove)]);

  const watching = await two.open(new URL(one.page.url()).pathname);
  assert.equal(await watching.locator("#match").getAttribute("data-moves"), "{}");
  assert.equal(await watching.getByRole("button", { name: "Resign" }).count(), 0);
  await watching.getByText("You are watching.").waitFor();

  await untilMyTurn(one.page);
  await play(one, anyMove);
  await untilMyTurn(one.page);
  const seen = () => movesPlayed(watching);
  while ((await seen()).length < 4) await watching.waitForTimeout(50);
  assert.deepEqual(await seen(), await movesPlayed(one.page));
  await Promise.all([one.leave(), two.leave()]);
});

test("a restart of the server goes on with the same match", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await begin(visitor, { level: "Owl" });
    await play(visitor, anyMove);
    await untilMyTurn(page);
    // The engine is at work on its next move when the server ends.
    await play(visitor, anyMove);
    const moves = await movesPlayed(page);
    assert.equal(moves.length, 3);

    await server.stop();
    await page.locator(".connection-lost").waitFor({ state: "visible" });
    await visitor.picture("connection-lost");
    await server.start();
    await page.locator(".connection-lost").waitFor({ state: "hidden", timeout: 60_000 });
    visitor.forgive(/WebSocket|ERR_CONNECTION_REFUSED/);

    await untilMyTurn(page);
    const now = await movesPlayed(page);
    assert.equal(now.length, 4);
    assert.deepEqual(now.slice(0, 3), moves);
    assert.match(await playOn(visitor, anyMove), /won|lost|drawn/);
  }));
