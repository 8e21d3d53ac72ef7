// Two people who play each other by link, on a computer and on a phone, and a third one who watches.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarely } from "../rarely.mjs";
import { until } from "../waiting.mjs";
import { BYPASS, noViolations } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import {
  beginBySheet,
  connected,
  create,
  legalMoves,
  link,
  movesPlayed,
  picked,
  press,
  sitDownTogether,
  turn,
  untilMyTurn,
  untilPlayed,
} from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

const arrive = (...windows) =>
  Promise.all(windows.map((window) => Visitor.arrive(browser, server.base, { ...window, ...BYPASS })));

const offered = (page, offer) => page.locator(`#offered-${offer}`);
const answer = (page, offer, words) => offered(page, offer).getByRole("button", { name: words }).click();

test("a match by link: undo, draw and rematch by offers, with a watcher throughout", async () => {
  const [one, other, watcher] = await arrive(WIDE, PHONE, WIDE);
  await one.page.goto(server.base);
  await beginBySheet(one, "quarto", "A friend", async () => {});
  const address = await link(one);
  await one.picture("invitation-1440");
  await noViolations(one.page, "invitation");

  await other.page.goto(address);
  await other.picture("invited-360");
  await noViolations(other.page, "invited");
  await watcher.page.goto(address);
  await other.page.getByRole("button", { name: "Join the match" }).click();
  await watcher.page.getByText("You are watching.").waitFor();

  const all = [one, other, watcher];
  await turn(one, [other, watcher]);
  await turn(other, [one, watcher]);

  // Declined, then accepted.
  await other.page.getByRole("button", { name: "Undo" }).click();
  await offered(one.page, "undo").waitFor();
  await one.picture("offer-1440");
  await answer(one.page, "undo", "Decline");
  await offered(other.page, "undo").waitFor({ state: "detached" });
  assert.equal((await movesPlayed(other.page)).length, 2);
  await turn(one, [other, watcher]);
  await one.page.getByRole("button", { name: "Undo" }).click();
  await offered(other.page, "undo").waitFor();
  await answer(other.page, "undo", "Accept");
  for (const { page } of all) await page.waitForFunction(() => document.querySelectorAll("#move-list li").length === 2);

  // Cut off, and back.
  await other.page.goto("about:blank");
  await one.page.getByText("Guest is gone.").waitFor();
  await other.page.goto(address);
  await one.page.getByText("Guest is here.").waitFor();
  await turn(one, [other, watcher]);

  await one.page.getByRole("button", { name: "Draw" }).click();
  await offered(other.page, "draw").waitFor();
  await other.picture("offer-360");
  await noViolations(other.page, "a draw is offered");
  await answer(other.page, "draw", "Accept");
  for (const { page } of all) await page.getByText("Both players agreed to a draw.").first().waitFor();

  await one.page.locator(".chat-button").click();
  await other.page.getByRole("button", { name: "Rematch" }).click();
  await offered(one.page, "rematch").waitFor();
  await answer(one.page, "rematch", "Accept");
  // Both players go there by themselves, and whoever watches finds a link.
  for (const { page } of [one, other]) await page.waitForURL((url) => url.pathname !== new URL(address).pathname);
  await one.page.getByText("Guest is here.").waitFor();
  await untilMyTurn(other.page);
  // Whoever had the chat open goes on talking.
  await one.page.locator(".chat-body:visible").waitFor();
  assert.equal(await other.page.locator(".chat-body:visible").count(), 0);
  await watcher.page.getByRole("link", { name: "Go to the rematch" }).click();
  await watcher.page.waitForURL(one.page.url());
  await Promise.all(all.map((visitor) => visitor.leave()));
});

rarely("a clock counts down in the page and ends the match", async () => {
  const [one, other] = await arrive(WIDE, PHONE);
  await sitDownTogether(one, other, { clock: "10s" });
  await turn(one, [other]);
  await turn(other, [one]);
  await one.page.waitForFunction(() => /^0:0[1-7]/.test(document.querySelector("#clock-first").textContent));
  await one.picture("clock-1440");
  await other.picture("clock-360");
  await one.page.getByText("You ran out of time.").first().waitFor();
  await other.page.getByText("Your opponent ran out of time.").first().waitFor();
  await Promise.all([one, other].map((visitor) => visitor.leave()));
});

test("a screen reader hears how much time is left, anew for each move", async () => {
  const [one, other] = await arrive({ ...WIDE, clock: true }, PHONE);
  await sitDownTogether(one, other, { clock: "30s" });
  const heard = () => one.page.locator("#time-announcement").textContent();
  for (let move = 0; move < 3; move += 1) {
    await turn(one, [other]);
    await turn(other, [one]);
    await untilMyTurn(one.page);
    assert.equal((await heard()).trim(), "");
    // Only in the page, which counts by itself until the server says anew how much is left.
    await until(async () => {
      await one.page.clock.runFor(1_000);
      return (await heard()).trim() !== "";
    }, "a warning");
    assert.equal(await heard(), "10 seconds left.");
  }
  await Promise.all([one, other].map((visitor) => visitor.leave()));
});

test("an offer leaves a half-picked move as it is", async () => {
  const [one, other] = await arrive(WIDE, PHONE);
  await sitDownTogether(one, other);
  await turn(one, [other]);
  await untilMyTurn(other.page);
  const [{ move, steps }] = await legalMoves(other.page);
  await press(other, steps[0]);
  assert.deepEqual(await picked(other.page), [steps[0]]);

  // Other events than moves do not change what is picked either.
  await one.page.getByRole("button", { name: "Undo" }).click();
  await offered(other.page, "undo").waitFor();
  assert.deepEqual(await picked(other.page), [steps[0]]);
  await one.page.getByRole("button", { name: "Public" }).click();
  await answer(one.page, "undo", "Withdraw");
  await offered(other.page, "undo").waitFor({ state: "detached" });
  await one.page.getByRole("button", { name: "Draw" }).click();
  await offered(other.page, "draw").waitFor();
  assert.deepEqual(await picked(other.page), [steps[0]]);

  for (const step of steps.slice(1)) await press(other, step);
  await untilPlayed(one.page, 2);
  assert.equal((await movesPlayed(one.page))[1], move);
  await Promise.all([one, other].map((visitor) => visitor.leave()));
});

test("a player who is cut off plays on with another device, by a recovery code", async () => {
  const [one, other, third] = await arrive(WIDE, PHONE, PHONE);
  await other.page.goto(`${server.base}/you`);
  await other.page.getByRole("button", { name: "Make a code" }).click();
  const code = await other.page.locator("#code").textContent();
  const address = await sitDownTogether(one, other);
  await turn(one, [other]);

  // Without a network, on its own turn.
  await other.context.setOffline(true);
  await other.page.goto("about:blank").catch(() => {});
  await one.page.getByText("Guest is gone.").waitFor();
  await third.page.goto(`${server.base}/code`);
  await third.page.getByLabel("Recovery code").fill(code.toLowerCase().replaceAll("-", " "));
  await third.page.getByRole("button", { name: "Continue here" }).click();
  await third.page.getByText("Your matches are here now.").waitFor();
  await third.page.goto(address);
  await one.page.getByText("Guest is here.").waitFor();
  await turn(third, [one]);
  await turn(one, [third]);
  await other.context.setOffline(false);
  await Promise.all([one, other, third].map((visitor) => visitor.leave()));
});

test("a watcher who forges events changes nothing", async () => {
  const [one, other, watcher] = await arrive(WIDE, PHONE, WIDE);
  const address = await sitDownTogether(one, other);
  await turn(one, [other]);
  await one.page.getByRole("button", { name: "Undo" }).click();
  await offered(other.page, "undo").waitFor();
  await watcher.page.goto(address);
  await connected(watcher);
  const [{ move }] = await legalMoves(other.page);

  // The page's own script sends whatever a button in the page says.
  const seq = Number(await watcher.page.locator("#match").getAttribute("data-seq"));
  const forged = [
    ["move", { move }],
    ["type", { move }],
    ...["undo", "resign", "join", "withdraw"].map((event) => [event, {}]),
    ...["accept", "decline"].map((event) => [event, { offer: "undo" }]),
    ["offer", { offer: "draw" }],
    ["claim", { claim: "win" }],
    ["show", { shown: "true" }],
  ];
  for (const [event, value] of forged) {
    await watcher.page.evaluate(
      ([event, value]) => {
        const button = document.createElement("button");
        button.setAttribute("phx-click", JSON.stringify([["push", { event, value }]]));
        document.querySelector("#match").append(button);
        button.click();
      },
      [event, { seq, ...value }],
    );
    await watcher.page.locator("#notices .notice").waitFor();
    // Which fades; the next one has to be its own.
    await watcher.page.evaluate(() => document.querySelector("#notices .notice")?.remove());
  }
  assert.equal(await other.page.locator("#match").getAttribute("data-seq"), String(seq));

  assert.equal((await movesPlayed(one.page)).length, 1);
  await offered(other.page, "undo").waitFor();
  await turn(other, [one, watcher]);
  await Promise.all([one, other, watcher].map((visitor) => visitor.leave()));
});

test("a recovery code can be kept as a link, and what was said meanwhile is marked", async () => {
  const [one, other, third] = await arrive(WIDE, WIDE, PHONE);
  const address = await sitDownTogether(one, other);
  await untilMyTurn(one.page);

  await one.page.goto(`${server.base}/you`);
  await one.page.getByRole("button", { name: "Make a code" }).click();
  await one.page.getByRole("link", { name: "Bookmark it as a link" }).click();
  await one.page.getByLabel("Recovery code").waitFor();
  // What the browser would bookmark.
  const bookmark = one.page.url();
  assert.match(bookmark, /#[0-9A-Z-]{19}$/);

  await other.page.locator(".chat-button").click();
  await other.page.getByRole("button", { name: "Good luck!" }).click();
  await other.page.getByRole("log").getByText("Good luck!").waitFor();

  await third.page.goto(bookmark);
  await third.page.locator(".is-primary").click();
  await third.page.getByText("Your matches are here now.").waitFor();
  await third.page.goto(address);
  await third.page.locator(".chat-new").waitFor();
  // Not on the page of who said it.
  await other.page.locator(".chat-button").click();
  await other.page.reload();
  await other.page.locator(".chat-button").waitFor();
  assert.equal(await other.page.locator(".chat-new").isVisible(), false);
  await third.page.locator(".chat-button").click();
  await third.page.getByRole("log").getByText("Good luck!").waitFor();
  await third.page.reload();
  await third.page.locator(".chat-button").waitFor();
  assert.equal(await third.page.locator(".chat-new").isVisible(), false);
  await Promise.all([one, other, third].map((visitor) => visitor.leave()));
});

rarely("pages about people fit a phone in Japanese, with a long name", async () => {
  const [one, other] = await arrive({ ...PHONE, locale: "ja-JP" }, { ...PHONE, locale: "ja-JP" });
  const check = async ({ page }, where) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= PHONE.viewport.width, `${where}: ${width}`);
    await noViolations(page, where);
  };
  await one.page.goto(`${server.base}/you`);
  await connected(one);
  await one.page.locator("#name").fill("W".repeat(20));
  await one.page.locator("#name-form .is-primary").click();
  await one.page.locator("#remove-name").waitFor();
  await one.page.locator("#make-code").click();
  await one.page.locator("#code").waitFor();
  await one.page.locator("#make-link").click();
  const device = await one.page.locator(".share input").inputValue();
  await check(one, "you");
  await other.page.goto(server.base + new URL(device).pathname);
  await check(other, "continue");
  await other.page.goto(`${server.base}/code`);
  await check(other, "code");

  await one.page.goto(server.base + (await create(one, "quarto", { opponent: "friend" })));
  await one.page.locator("#share-link").waitFor();
  await check(one, "invitation");
  await other.page.goto(await link(one));
  await check(other, "invited");
  await other.page.locator("#join").click();
  await turn(one, [other]);
  await one.page.locator("#offer-draw").click();
  await one.page.locator("#undo").click();
  await offered(other.page, "undo").waitFor();
  await check(other, "offers");
  await other.page.locator(".chat-button").click();
  await other.page.locator(".chat [phx-value-phrase=hello]").click();
  await other.page.locator(".chat [id$=-free]").click();
  await other.page.locator(".chat .hint").waitFor();
  await check(other, "chat");

  await other.page.locator("#ask-resign").click();
  await other.page.locator("#resign").click();
  await one.page.locator("#score").waitFor();
  await check(one, "the end");
  for (const [visitor, score] of /** @type {const} */ ([
    [one, "1勝0敗"],
    [other, "0勝1敗"],
  ])) {
    await visitor.page.goto(server.base);
    await visitor.page.locator(".matches.is-over").getByText(score).waitFor();
    await check(visitor, "the lobby with a score");
  }
  await Promise.all([one, other].map((visitor) => visitor.leave()));
});

test("names, chat, another device, and a flag", async () => {
  const [one, other, third] = await arrive(WIDE, PHONE, WIDE);

  // A name, from the settings.
  await one.page.goto(server.base);
  await one.page.getByRole("button", { name: "Settings" }).click();
  await one.page.getByRole("link", { name: "Your name and devices" }).click();
  await connected(one);
  await one.page.getByLabel("What others see").fill("Mika");
  await one.page.getByRole("button", { name: "Save" }).click();
  await one.page.getByText("Saved.").waitFor();
  await noViolations(one.page, "you");
  await one.picture("you-1440");
  await one.page.goto(server.base);

  await beginBySheet(one, "quarto", "A friend", async (sheet) => {
    await sheet.getByLabel("Clock").selectOption("10s");
  });
  const address = await link(one);
  await other.page.goto(address);
  await other.page.getByText("\u2068Mika\u2069 invites you to a match").waitFor();
  await other.page.getByRole("button", { name: "Join the match" }).click();
  await other.page.locator("#strip-them").getByText("Mika").waitFor();

  // A phrase, in the reader's language, and free text once both want it.
  await one.page.locator(".chat-button").click();
  await one.page.getByRole("button", { name: "Good luck!" }).click();
  await other.page.locator(".chat-new").waitFor();
  await other.page.locator(".chat-button").click();
  await other.page.getByRole("log").getByText("Good luck!").waitFor();
  for (const { page } of [one, other]) await page.getByRole("button", { name: "Allow free text" }).click();
  await other.page.getByLabel("What you want to say").fill("<b>こんにちは</b>");
  await other.page.getByRole("button", { name: "Send" }).click();
  await one.page.getByRole("log").getByText("<b>こんにちは</b>").waitFor();
  await other.picture("chat-360");
  await one.picture("chat-1440");
  await noViolations(other.page, "chat");
  await other.page.locator(".chat-button").click();

  // The other one goes on on a third device, with its settings.
  await other.page.evaluate(() => localStorage.setItem("playout:option:theme", "dark"));
  await other.page.goto(`${server.base}/you`);
  await connected(other);
  await other.page.getByRole("button", { name: "Make a link" }).click();
  const device = await other.page.getByLabel("Link for your other device").inputValue();
  await other.picture("device-360");
  await noViolations(other.page, "a link for another device");
  await third.page.goto(server.base + new URL(device).pathname);
  await third.picture("continue-1440");
  await noViolations(third.page, "continue");
  await third.page.getByRole("button", { name: "Continue here" }).click();
  await third.page.getByText("Your matches are here now.").waitFor();
  await third.page.waitForFunction(() => localStorage.getItem("playout:option:theme") === "dark");
  await third.page.goto(address);

  await turn(one, [third]);
  await turn(third, [one]);

  // The first device is signed out, and only watches.
  await other.page.goto(address);
  await untilMyTurn(one.page);
  await third.page.goto(`${server.base}/you`);
  await connected(third);
  await third.page.getByRole("button", { name: "Sign out other devices" }).click();
  await third.page.locator("form").getByRole("button", { name: "Sign out other devices" }).click();
  await third.page.getByText("Your other devices are signed out.").waitFor();
  await other.page.getByText("You are watching.").waitFor();
  await third.page.goto(address);

  // It is Mika's turn, whose time runs out.
  await one.page.getByText("You ran out of time.").first().waitFor();
  await third.page.getByText("Your opponent ran out of time.").first().waitFor();
  await third.page.getByText("You and \u2068Mika\u2069: 1 : 0").waitFor();
  await other.page.getByText("\u2068Mika\u2069 ran out of time.").first().waitFor();
  other.expectErrors(/WebSocket/);
  await Promise.all([one, other, third].map((visitor) => visitor.leave()));
});
