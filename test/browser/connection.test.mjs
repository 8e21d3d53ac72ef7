// What people do while their connection dies is kept, sent again and stored once, and the page says what
// it waits for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { eventually } from "../waiting.mjs";
import { Visitor, WIDE } from "./support/browser.mjs";
import { Line, leave, meet, pressMove, Wire } from "./support/line.mjs";
import { begin, legalMoves, movesPlayed, press, stopClock, untilMyTurn, untilPlayed } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

const PROMPTS = { sent: "Sending…", kept: "Your move is sent later.", lost: "You can still move." };
const prompt = (page, name) => page.locator("#strip-you [data-prompt=sent]:visible", { hasText: PROMPTS[name] });

// A site that stops closes with 1000 those who connect at the last moment.
for (const [lost, code] of /** @type {const} */ ([
  ["deaf", 3000],
  ["mute", 1000],
])) {
  test(`a move is stored once if the connection was ${lost} and breaks`, async () => {
    const { one, other, line } = await meet();
    line[lost] = true;
    await pressMove(one);
    await prompt(one.page, "sent").waitFor();
    await line.heal(code);
    await Promise.all([one, other].map(({ page }) => untilPlayed(page, 1)));
    await untilMyTurn(other.page);
    await pressMove(other);
    for (const { page } of [one, other]) {
      await untilPlayed(page, 2);
      assert.equal((await movesPlayed(page)).length, 2);
    }
    await leave(one, other);
  });
}

test("a page goes on after a network that fails without a word, also while it connects or joins", async () => {
  const wire = await Wire.to(server.base);
  const { one, other, line } = await meet({ clock: true }, {}, wire.base);
  const { page } = one;
  const lost = page.getByText("Connection lost.");
  await pressMove(one);
  await untilPlayed(page, 1);

  const play = async (visitor, count) => {
    await untilMyTurn(visitor.page);
    await pressMove(visitor);
    await untilPlayed(visitor.page, count);
  };
  // Whoever is not to move sends nothing, so nothing but their page itself could notice.
  const goesOn = async (count) => {
    wire.heal();
    const played = async () => (await movesPlayed(page)).length;
    for (let seconds = 0; seconds < 60 && (await played()) < count; seconds++) await page.clock.runFor(1_000);
    assert.equal(await played(), count);
    await page.clock.resume();
    await lost.waitFor({ state: "hidden" });
  };
  const others = page.locator(".presence");
  // Attempts that have begun on the dead line never end, but they are given up, however many there were.
  const triesSoon = async () => {
    const { length } = line.sockets;
    for (let seconds = 0; seconds < 16 && line.sockets.length === length; seconds++) await page.clock.runFor(1_000);
    assert.ok(line.sockets.length > length, "no new attempt within 16 s");
  };

  assert.equal(await others.isVisible(), true);
  wire.die();
  await page.clock.runFor(8_000);
  await lost.waitFor();
  await play(other, 2);
  await goesOn(2);

  await play(one, 3);
  wire.die();
  await page.clock.runFor(40_000);
  await lost.waitFor();
  assert.equal(await others.isVisible(), false);
  for (let attempt = 0; attempt < 4; attempt++) await triesSoon();
  await play(other, 4);
  await goesOn(4);
  await others.waitFor();

  await play(one, 5);
  wire.die();
  wire.dead = false;
  wire.deadOnceOpen = true;
  await page.clock.runFor(30_000);
  await lost.waitFor();
  await play(other, 6);
  wire.deadOnceOpen = false;
  await goesOn(6);
  await leave(one, other);
});

test("a page without an answer says so, keeps the move, and never loads anew", async () => {
  const { one, other, line } = await meet({ clock: true });
  const { page } = one;
  await page.evaluate(() => (window.sameAsBefore = true));
  line.die();
  await pressMove(one);
  await page.clock.runFor(8_000);
  await page.getByText("Connection lost.").waitFor();
  await prompt(page, "kept").waitFor();
  // LiveView gives up after half a minute, and some seconds more.
  for (let minute = 0; minute < 2; minute++) await page.clock.runFor(60_000);
  assert.equal(await page.evaluate(() => window.sameAsBefore), true);
  await prompt(page, "kept").waitFor();

  await line.heal();
  await page.clock.runFor(20_000);
  await page.clock.resume();
  await Promise.all([one, other].map(({ page }) => untilPlayed(page, 1)));
  await page.getByText("Connection lost.").waitFor({ state: "hidden" });
  await leave(one, other);
});

test("without a network one can choose a move, which is sent later", async () => {
  const { one, other, line } = await meet();
  const { page } = one;
  line.die();
  await page.context().setOffline(true);
  await page.getByText("Connection lost.").waitFor();
  await prompt(page, "lost").waitFor();
  await pressMove(one);
  await prompt(page, "kept").waitFor();
  line.deaf = line.mute = false;
  await page.context().setOffline(false);
  await Promise.all([one, other].map(({ page }) => untilPlayed(page, 1)));
  await leave(one, other);
});

test("a move can be typed while the page connects anew, and is sent then", async () => {
  const { one, other, line } = await meet();
  const { page } = one;
  const [{ move }] = await legalMoves(page);
  line.die();
  for (const socket of line.sockets.splice(0)) await socket.close({ code: 3000 });
  await page.locator("[data-phx-main].phx-client-error").waitFor();
  await page.locator("#typed-move input").fill(move);
  await page.keyboard.press("Enter");
  await prompt(page, "kept").waitFor();
  await line.heal();
  await Promise.all([one, other].map(({ page }) => untilPlayed(page, 1)));
  await leave(one, other);
});

const AGAIN = { again: true };
const LIMITED = { accepted: false, limited: true };

test("a command that may be stored is sent again under its name until that is certain", async () => {
  const { one, other, line } = await meet({ clock: true });
  const { page } = one;
  const failTimes = async (answer, times) => {
    line.answer = answer;
    const { length } = line.failed;
    for (let tries = 0; tries < 20 && line.failed.length < length + times; tries++) await page.clock.runFor(5_000);
    assert.ok(line.failed.length >= length + times, JSON.stringify(answer));
    assert.equal(new Set(line.failed).size, 1);
    await prompt(page, "sent").waitFor();
  };
  line.answer = AGAIN;
  await pressMove(one);
  await failTimes(AGAIN, 12);
  // Limits come before the look at its name.
  await failTimes(LIMITED, 2);
  await failTimes({}, 2);
  line.answer = null;
  await page.clock.runFor(5_000);
  await page.clock.resume();
  await Promise.all([one, other].map(({ page }) => untilPlayed(page, 1)));
  await leave(one, other);
});

test("a limit answers a command that can't be stored, and in the end one that may be", async () => {
  const { one, other, line } = await meet({ clock: true });
  const { page } = one;
  const offer = page.locator("#offer-draw");
  line.answer = LIMITED;
  await offer.click();
  await page.locator("#offer-draw:not(.is-sent)").waitFor();
  assert.equal(line.failed.length, 1);

  line.answer = AGAIN;
  await offer.click();
  await eventually(() => assert.equal(line.failed.length, 2));
  line.answer = LIMITED;
  const notSent = page.getByText("That could not be sent.");
  for (let tries = 0; tries < 20 && !(await notSent.isVisible()); tries++) await page.clock.runFor(4_500);
  assert.ok(await notSent.isVisible());
  await page.locator("#offer-draw:not(.is-sent)").waitFor();
  await leave(one, other);
});

test("what a page has left behind is said by the next one, which leads to it or forgets it", async () => {
  const { one, other, line } = await meet();
  const { page } = one;
  const match = page.url();
  const unsent = page.getByRole("status").filter({ hasText: "may not have been sent" });

  // By a link, as the connection dies.
  line.deaf = true;
  await pressMove(one);
  await prompt(page, "sent").waitFor();
  line.deaf = false;
  await page.goto(one.base);
  await unsent.waitFor();
  await unsent.getByRole("link", { name: "Go to the match" }).press("Enter");
  await Promise.all([one, other].map(({ page }) => untilPlayed(page, 1)));
  await unsent.waitFor({ state: "hidden" });

  // By another tab, once this one is closed.
  await leaveResignation(one, line);
  const next = await page.context().newPage();
  await page.close();
  await next.goto(`${one.base}/rules/quarto`);
  const words = next.getByRole("status").filter({ hasText: "may not have been sent" });
  await words.getByRole("button", { name: "Don't send it" }).press("Enter");
  await words.waitFor({ state: "hidden" });
  await next.goto(match);
  await next.locator("#ask-resign").waitFor();
  await leave(one, other);
});

const stored = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("command:")));

// As another tab or another day would have it; returns where.
const restore = (page, name, change) =>
  page.evaluate(
    ([name, change]) => {
      const key = Object.keys(localStorage).find((key) => key.includes("command:"));
      const command = { ...JSON.parse(localStorage.getItem(key)), ...change };
      localStorage.setItem(name ?? key, JSON.stringify(command));
    },
    [name, change],
  );

const HOUR = 3_600_000;

async function leaveResignation({ page }, line) {
  await page.locator("#ask-resign").click();
  line.deaf = true;
  await page.locator("#resign").click();
  await page.locator("#resign.is-sent").waitFor();
}

// The match goes on, and answers what comes after a resignation.
async function offersDraw(one, other) {
  await one.page.locator("#offer-draw").click();
  await other.page.locator("#offered-draw").waitFor();
}

test("a rematch that is accepted on a dead line leads to the new match, and leaves nothing behind", async () => {
  const { one, other, line } = await meet();
  const before = new URL(one.page.url()).pathname;
  await one.page.locator("#ask-resign").click();
  await one.page.locator("#resign").click();
  await other.page.locator("#offer-rematch").click();
  const accept = one.page.locator("#offered-rematch [phx-click=accept]");
  await accept.waitFor();
  line.deaf = true;
  await accept.click();
  await one.page.locator("#offered-rematch .is-sent").waitFor();
  await line.heal();
  for (const { page } of [one, other]) await page.waitForURL((url) => url.pathname !== before);
  const kept = () => one.page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("command:")));
  await eventually(async () => assert.deepEqual(await kept(), []));
  await leave(one, other);
});

test("what shall not be sent is not, by any tab, and the next match's is named", async () => {
  const { one, other, line } = await meet();
  await leaveResignation(one, line);
  const next = await one.page.context().newPage();
  await next.goto(`${one.base}/learn/quarto/1`);
  await restore(next, "playout:command:another:name", { at: Date.now() + 1_000 });
  await next.reload();
  await next.waitForSelector(".phx-connected");
  const words = next.getByRole("status").filter({ hasText: "may not have been sent" });
  await words.waitFor();
  // The server knows nothing of the words when it changes the page.
  await press({ page: next }, "b1");
  await next.locator("#verdict", { hasText: "Right!" }).waitFor();
  const forget = words.getByRole("button", { name: "Don't send it" });
  await forget.click();
  await words.locator("a[href='/m/another']").waitFor();
  assert.equal((await stored(next)).length, 1);
  await forget.click();
  await words.waitFor({ state: "hidden" });
  assert.deepEqual(await stored(next), []);

  await line.heal();
  await one.page.locator("#resign.is-sent").waitFor({ state: "detached" });
  await offersDraw(one, other);
  await leave(one, other);
});

test("what is an hour old is forgotten, by its match and by other pages", async () => {
  const { one, other, line } = await meet();
  const { page } = one;
  await leaveResignation(one, line);
  line.deaf = false;
  await restore(page, null, { at: Date.now() - HOUR - 1 });
  await page.reload();
  await offersDraw(one, other);
  await page.locator("#offer-draw:not(.is-sent)").waitFor();

  // What has no place on the page is said not to be sent.
  await page.evaluate(() => {
    const command = { event: "text", values: { text: "secret" }, target: "#nothing", tries: 1, at: Date.now() };
    const name = `playout:command:${document.querySelector("#commands").dataset.match}:name`;
    localStorage.setItem(name, JSON.stringify(command));
  });
  await page.reload();
  await page.getByText("That could not be sent.").waitFor();
  assert.deepEqual(await stored(page), []);

  await page.goto(`${one.base}/learn/quarto/1`);
  await page.evaluate(() => {
    for (const [match, at] of [
      ["old", 0],
      ["odd", "?"],
    ]) {
      localStorage.setItem(`playout:command:${match}:name`, JSON.stringify({ event: "resign", at }));
    }
  });
  await page.reload();
  await page.waitForSelector(".phx-connected");
  assert.deepEqual(await stored(page), []);
  assert.equal(await page.getByText("may not have been sent").isVisible(), false);
  await leave(one, other);
});

test("a browser that stores nothing asks before a page goes whose move is on its way", async () => {
  const { one, other, line } = await meet();
  const { page } = one;
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error("blocked");
    };
  });
  const leaving = async () => {
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => setTimeout(() => location.assign("/")));
    return asked;
  };
  line.deaf = true;
  await pressMove(one);
  await prompt(page, "sent").waitFor();
  const dialog = await leaving();
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await line.heal();
  await Promise.all([one, other].map(({ page }) => untilPlayed(page, 1)));
  await page.goto(one.base);
  await leave(one, other);
});

test("what is beyond twenty commands is said", async () => {
  const { one, other, line } = await meet({ clock: true });
  const { page } = one;
  line.deaf = true;
  await page.evaluate(() => {
    const button = document.querySelector("#offer-draw");
    for (let n = 0; n < 21; n++) {
      button.setAttribute("phx-value-n", n);
      button.click();
    }
  });
  await page.getByText("That could not be sent.").waitFor();
  assert.equal((await stored(page)).length, 20);
  await leave(one, other);
});

test("a press in a lesson or an analysis that is lost is said, and can be repeated", async () => {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, clock: true });
  const { page } = visitor;
  const line = await Line.between(page);
  const lost = page.getByText("Connection lost.");
  const notSent = page.getByText("That could not be sent.");
  const places = {
    "/learn/quarto/1": { press: () => press(visitor, "b1"), done: page.locator("#verdict", { hasText: "Right!" }) },
    "/analysis/quarto": { press: () => press(visitor, "7"), done: page.locator("#move-list button").first() },
  };
  const lose = async (work) => {
    await stopClock(page);
    line.die();
    await work();
    await page.clock.runFor(8_000);
    await lost.waitFor();
    line.deaf = line.mute = false;
    await page.clock.runFor(3_000);
  };
  const goOn = async () => {
    await page.clock.resume();
    await lost.waitFor({ state: "hidden" });
    await page.locator("[data-phx-main].phx-connected").waitFor();
  };
  for (const [path, place] of Object.entries(places)) {
    await page.goto(server.base + path);
    await page.waitForSelector(".phx-connected");
    await lose(place.press);
    await notSent.waitFor();
    await goOn();
    await place.press();
    await place.done.waitFor();
  }
  await lose(() => page.keyboard.press("Shift+ArrowLeft"));
  await goOn();
  await page.locator("#analysis[data-played='1']").waitFor();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.locator("#analysis[data-played='0']").waitFor();
  await visitor.leave();
});

test("a press whose page is left, or crashes, is not said to be lost with the connection", async () => {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, clock: true });
  const { page } = visitor;
  const line = await Line.between(page);
  const connected = () => page.waitForSelector("[data-phx-main].phx-connected");
  const ends = {
    losing: async () => {
      await page.locator(".brand").click();
      await page.waitForURL(`${server.base}/`);
    },
    crashing: async () => {
      await eventually(async () => {
        await page.clock.runFor(100);
        assert.equal(await page.locator("[data-phx-main].phx-connected").count(), 0);
      });
      await page.clock.runFor(10_000);
    },
  };
  for (const [how, end] of Object.entries(ends)) {
    await page.goto(`${server.base}/learn/quarto/1`);
    await connected();
    line[how] = true;
    const { lost } = line;
    await press(visitor, "b1");
    await eventually(() => assert.ok(line.lost > lost));
    line[how] = false;
    await end();
    await connected();
    await line.heal();
    await eventually(async () => {
      await page.clock.runFor(500);
      assert.equal(line.sockets.length, 1);
    });
    assert.equal(await page.getByText("That could not be sent.").isVisible(), false, how);
  }
  await visitor.leave();
});

test("buttons and chat are sent again, also by the page's next visit", async () => {
  const { one, other, line } = await meet();
  const { page } = one;
  line.deaf = true;
  await page.locator("#offer-draw").click();
  await page.locator("#offer-draw.is-sent").waitFor();
  await page.locator(".chat-button").click();
  for (let times = 0; times < 3; times++) await page.getByRole("button", { name: "Hello!" }).click();
  await line.heal();
  await other.page.locator("#offered-draw").waitFor();
  await page.locator("#offer-draw:not(.is-sent)").waitFor();

  line.deaf = true;
  await page.getByRole("button", { name: "Good luck!" }).click();
  line.deaf = false;
  await page.reload();
  await other.page.locator(".chat-button").click();
  const lines = other.page.locator(".chat-lines p");
  await lines.nth(1).waitFor();
  assert.deepEqual(await lines.locator("bdi").allTextContents(), ["Hello!", "Good luck!"]);
  await leave(one, other);
});

test("a hint and an undo on their way can be seen at once, until they are answered", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
  const { page } = visitor;
  const line = await Line.between(page);
  await begin(visitor, { game: "quarto", level: "Sparrow" });
  await pressMove(visitor);
  await untilPlayed(page, 2);
  await untilMyTurn(page);
  line.deaf = true;
  for (const command of ["#hint", "#undo"]) {
    await page.locator(command).click();
    const delays = await page
      .locator(`${command}.is-sent`)
      .evaluate((button) => button.getAnimations().map(({ effect }) => effect.getTiming().delay));
    assert.ok(Math.min(...delays) <= 100, `${command} shows after ${delays} ms that it is on its way`);
  }
  await line.heal();
  for (const command of ["#hint", "#undo"]) await page.locator(`${command}:not(.is-sent)`).waitFor();
  await page.waitForFunction(() => document.querySelectorAll("#move-list li").length === 0);
  await visitor.leave();
});

test("a page that wakes reads the clock anew", async () => {
  const { one, other } = await meet({}, { clock: "2m" });
  for (const visitor of [one, other]) {
    await untilMyTurn(visitor.page);
    await pressMove(visitor);
    await untilPlayed(visitor.page, 1);
  }
  const running = one.page.locator(".strip.is-you .clock.is-running");
  await running.waitFor();
  const wake = {
    seen: () => document.dispatchEvent(new Event("visibilitychange")),
    // As the device stops it when it sleeps.
    slept: () => {
      const now = performance.now.bind(performance);
      performance.now = () => now() - 30_000;
    },
  };
  for (const how of Object.values(wake)) {
    const before = await running.getAttribute("data-left");
    await one.page.evaluate(how);
    await one.page.waitForFunction(
      (before) => document.querySelector(".strip.is-you .clock").dataset.left !== before,
      before,
    );
  }
  await leave(one, other);
});
