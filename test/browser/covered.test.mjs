// Two people play each other, one in English with a mouse and the other one in Japanese with a finger.
// In every state that a match has, at all sizes of screens, nothing is covered, cut off, empty or out
// of reach.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import { launch, Visitor } from "./support/browser.mjs";
import { ENGLISH, faults, HANDS, JAPANESE, Look, SIZES, START } from "./support/covered.mjs";
import { GAMES } from "./support/games.mjs";
import { begin, beginTogether, create, link, play, playOn, start, untilMyTurn, untilPlayed } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

// Those of days are the widest, and gomoku has nothing beside its clock.
const CLOCKS = { animal_shogi: "3d", gomoku: "5+3", quarto: "3d", separo: "3d" };

// No test waits for it.
const THINKS_MS = 60_000;

let browser, server;

before(async () => {
  browser = await launch();
  server = await startServer({ own: true, settings: { GONE_SECONDS: "1" } });
});

afterEach(() => Visitor.allLeave());

after(async () => {
  await browser?.close();
  await server?.remove();
});

async function arrive(...kinds) {
  const visitors = await Promise.all(kinds.map((kind) => Visitor.arrive(browser, server.base, kind)));
  // A mouse, so that presses mean the same in both.
  for (const visitor of visitors) visitor.touch = false;
  return visitors;
}

const press = (page, selector) => page.locator(selector).click();

// Typed, because moves that come too fast look like the second half of a double press.
async function playMoves(players, moves) {
  for (const [number, move] of moves.entries()) {
    const { page } = players[number % 2];
    await untilMyTurn(page);
    await page.locator("#typed-move input").fill(move);
    await page.keyboard.press("Enter");
    for (const { page } of players) await untilPlayed(page, number + 1);
  }
}

for (const { game, options, whole } of GAMES) {
  // That with the most beside the board.
  rarelyUnless(game === "animal_shogi")(
    `${game} by two people: nothing is covered in any state, at any size, in two languages`,
    async () => {
      const look = new Look();
      const [one, other] = await arrive(ENGLISH, JAPANESE);
      const both = [one, other];
      const choices = {
        opponent: "friend",
        clock: CLOCKS[game],
        ...(game === "animal_shogi" ? { position: HANDS } : {}),
      };
      await one.page.goto(server.base + (await create(one, game, choices, options)));
      const address = await link(one);
      await other.page.goto(address);
      await press(other.page, "#join");
      for (const { page } of both) await page.locator(".chat-button, .chat summary").waitFor();
      await look.at(`${game}, the start`, ...both);

      const moves = game === "animal_shogi" ? ["2d2c", "2a1a", "2c2d"] : whole.slice(0, 3);
      await playMoves(both, moves);
      const toMove = both[moves.length % 2];
      await untilMyTurn(toMove.page);
      await look.at(`${game}, a match`, ...both);
      for (const visitor of both) await look.large(`${game}, a match`, visitor);

      await press(one.page, "#offer-draw");
      await press(other.page, "#undo");
      for (const { page } of both) await page.locator("#offered-draw").waitFor();
      for (const { page } of both) await page.locator("#offered-undo").waitFor();
      await press(one.page, "#offered-draw button");
      await one.page.locator("#offered-draw").waitFor({ state: "detached" });
      await look.at(`${game}, an offer`, ...both);

      for (const { page } of both) {
        await page.locator(".chat-button, .chat summary").click();
        await press(page, ".chat [id$=-free]");
      }
      for (const { page } of both) await page.locator(".chat-form").waitFor();
      // More than fit.
      for (let said = 0; said < 6; said += 1) {
        for (const { page } of both) await press(page, `.chat [phx-value-phrase="hello"]`);
      }
      for (const { page } of both) await page.locator(".chat-lines p").nth(8).waitFor();
      await look.at(`${game}, chat and an offer`, ...both);
      for (const { page } of both) await page.locator(".chat-button, .chat summary").click();

      await press(other.page, "#offered-undo button:last-child");
      await other.page.locator("#offered-undo").waitFor({ state: "detached" });
      await press(one.page, "#ask-resign");
      await press(other.page, "#walk-back");
      await other.page.locator("#to-now").waitFor();
      await look.at(`${game}, a question and the past`, ...both);
      await press(other.page, "#to-now");

      await press(one.page, "#resign");
      for (const { page } of both) await page.locator("#strip-you.is-over").waitFor();
      await look.at(`${game}, the end`, ...both);
      await press(one.page, "#offer-rematch");
      await other.page.locator("#offered-rematch").waitFor();
      await look.at(`${game}, a rematch`, ...both);
      await Promise.all(both.map((visitor) => visitor.leave()));
      look.done();
    },
  );
}

for (const [mine, kind, theirs] of [
  ["en", ENGLISH, JAPANESE],
  ["ja", JAPANESE, ENGLISH],
]) {
  rarelyUnless(mine === "en")(`an opponent who is gone covers nothing (${mine})`, async () => {
    const look = new Look();
    const [one, other] = await arrive(kind, theirs);
    await one.page.goto(server.base + (await create(one, "quarto", { opponent: "friend", clock: "5+3" })));
    await other.page.goto(await link(one));
    await press(other.page, "#join");
    await playMoves([one, other], ["-0", "a1-1", "b2-2"]);
    await other.page.goto("about:blank");
    await one.page.locator("#claims").waitFor();
    await look.at("claims", one);
    await one.page.locator(".chat-button, .chat summary").click();
    await look.at("claims and chat", one);
    await Promise.all([one, other].map((visitor) => visitor.leave()));
    look.done();
  });

  rarelyUnless(mine === "ja")(
    `against an engine nothing is covered, in a match and after a win (${mine})`,
    async () => {
      const look = new Look();
      const [visitor] = await arrive(kind);
      await begin(visitor, { game: "gomoku", level: "Sparrow", options: { size: 9 } });
      await look.at("against an engine", visitor);
      assert.equal(await playOn(visitor, fiveInARow), "won");
      await look.at("after a win", visitor);
      await visitor.leave();
      look.done();
    },
  );
}

// The sparrow plays anywhere. What a move adds to is a row that is still open.
function fiveInARow(legal, played) {
  const own = new Set(played.filter((_move, ply) => ply % 2 === 0));
  const open = new Map(legal.map((entry) => [entry.move, entry]));
  const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((rank) =>
    [..."abcde"].map((_file, first) => [..."abcdefghi"].slice(first, first + 5).map((file) => `${file}${rank}`)),
  );
  const possible = rows.filter((row) => row.every((point) => own.has(point) || open.has(point)));
  const count = (row) => row.filter((point) => own.has(point)).length;
  const best = possible.reduce((best, row) => (count(row) > count(best) ? row : best));
  return open.get(best.find((point) => open.has(point)));
}

// That of the short run.
const LANGUAGE = { quarto: "ja" };

// Upright and on their side.
const PHONES = ["360x640", "360x740", "390x844", "412x915", "640x360", "844x390"];

// Looks at a page as on each phone. `check` returns what else is wrong there.
async function onPhones(page, state, check, options) {
  const found = [];
  for (const size of PHONES) {
    const [width, height] = size.split("x").map(Number);
    await page.setViewportSize({ width, height });
    const wrong = [...(await faults(page, options)), ...(await check({ width, height, upright: height > width }))];
    found.push(...wrong.map((fault) => `${state}, ${size}: ${fault}`));
  }
  await page.setViewportSize(START.viewport);
  return found;
}

async function hidden(page, ...selectors) {
  const shown = await Promise.all(selectors.map((selector) => page.locator(selector).isVisible()));
  return selectors.filter((_selector, index) => !shown[index]).map((selector) => `${selector} is hidden`);
}

// In the page: whether all of the engine's first line is on the screen, and nothing lies on it.
function lineInSight() {
  scrollTo(0, 0);
  const line = document.querySelector(".line");
  const { left, top, right, bottom } = line.getBoundingClientRect();
  const at = (x, y) => line.contains(document.elementFromPoint(x, y));
  const seen = [top + 2, bottom - 2].every((y) => at(left + 8, y) && at(right - 8, y));
  return seen ? [] : [`the first line, from ${top} to ${bottom}, is not in sight`];
}

for (const { game, options, whole } of GAMES) {
  for (const [lang, kind] of [
    ["en", ENGLISH],
    ["ja", JAPANESE],
  ]) {
    rarelyUnless(lang === LANGUAGE[game])(
      `${game} on phones: the way back, the review and the engine's first line are in sight (${lang})`,
      async () => {
        const found = [];
        const [visitor] = await arrive(kind);
        const { page } = visitor;
        const walks = async ({ upright }) => (upright ? [] : hidden(page, "#walk-back", "#walk-forward"));
        // Beside Quarto's pieces there is no room, and low phones have it among the moves.
        const offers = async ({ upright, height }) =>
          (upright ? height > 640 : game !== "quarto") ? hidden(page, "#offer-review") : [];
        const both = async (phone) => [...(await walks(phone)), ...(await offers(phone))];

        await start(visitor, game, { opponent: "engine", level: "sparrow", begins: "you" }, options);
        await untilMyTurn(page);
        await play(visitor, ([move]) => move);
        await untilMyTurn(page);
        found.push(...(await onPhones(page, "a match", walks)));
        await page.locator("#ask-resign").click();
        await press(page, "#resign");
        await page.locator("#strip-you.is-over").waitFor();
        found.push(...(await onPhones(page, "the end", both)));
        await press(page, "#walk-back");
        await page.locator("#match.is-past").waitFor();
        found.push(...(await onPhones(page, "the past", walks)));

        await beginTogether(visitor, game, options);
        for (const wanted of whole) {
          await untilMyTurn(page);
          await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
        }
        await page.locator("#strip-you.is-over").waitFor();
        found.push(...(await onPhones(page, "the end for two", both)));

        await page.goto(`${server.base}/analysis/${game}`);
        await page.locator(".line").first().waitFor();
        found.push(...(await onPhones(page, "an analysis", () => page.evaluate(lineInSight), { scrolls: true })));
        await visitor.leave();
        assert.equal(found.length, 0, found.join("\n"));
      },
    );
  }
}

for (const [lang, kind] of [
  ["en", ENGLISH],
  ["ja", JAPANESE],
]) {
  rarelyUnless(lang === "ja")(
    `an engine that thinks about a piece in its hand has room for its words (${lang})`,
    async () => {
      const look = new Look();
      const [visitor] = await arrive(kind);
      await start(visitor, "quarto", {
        opponent: "custom",
        "custom[player]": "text",
        "custom[text]": `mcts:ms=${THINKS_MS}`,
        begins: "you",
      });
      await untilMyTurn(visitor.page);
      await play(visitor, ([move]) => move);
      await visitor.page.locator("#move-now").waitFor();
      await look.at("an engine thinks", visitor);
      // Its name is cut off, but that of a level would not be.
      look.found = look.found.filter((fault) => !(Number(/h2 is cut off: \d+ in (\d+)/.exec(fault)?.[1]) >= 90));
      await visitor.page.locator("#move-now").click();
      await untilMyTurn(visitor.page);
      await visitor.leave();
      look.done();
    },
  );

  rarelyUnless(lang === "en")(
    `on a computer, one sees everything while one waits for a friend, and questions keep their buttons together (${lang})`,
    async () => {
      const found = [];
      const [visitor] = await arrive(kind);
      const { page } = visitor;
      const wide = SIZES.filter(({ width }) => width >= 1280);
      const check = async (state, sizes) => {
        for (const size of sizes) {
          await page.setViewportSize(size);
          found.push(...(await faults(page)).map((fault) => `${state}, ${size.width}x${size.height}: ${fault}`));
        }
        await page.setViewportSize(START.viewport);
      };
      await start(visitor, "quarto", { opponent: "friend", clock: "3d" });
      await page.locator("#list-seat").click();
      await page.locator("#list-seat[aria-pressed=true]").waitFor();
      await check("waiting", wide);

      await begin(visitor, { game: "gomoku", level: "Sparrow" });
      for (const [ask, no] of [
        ["#ask-draw", "#play-on"],
        ["#ask-resign", "#keep-playing"],
      ]) {
        await page.locator(ask).click();
        await check(ask, SIZES);
        const answers = await page
          .locator(`.answers:has(${no}) .button`)
          .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
        assert.equal(new Set(answers).size, 1, `${ask}: the answers are in one row`);
        await page.locator(no).click();
      }
      await visitor.leave();
      assert.equal(found.length, 0, found.join("\n"));
    },
  );
}

// In the page: what one may press and a banner lies on.
function underBanner() {
  const banner = document.querySelector(".connection-lost");
  banner.style.display = "grid";
  const area = banner.getBoundingClientRect();
  const under = [...document.querySelectorAll("a, button, summary, input, select, [data-step]")].filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    // The top bar's name leads where its picture does.
    const apart = left >= area.right || right <= area.left || top >= area.bottom || bottom <= area.top;
    return !apart && !element.matches(".brand") && element.checkVisibility({ visibilityProperty: true });
  });
  banner.style.display = "";
  return under.map(
    (element) => `${element.id || element.className} is under the banner at ${innerWidth}x${innerHeight}`,
  );
}

for (const [lang, kind] of [
  ["en", ENGLISH],
  ["ja", JAPANESE],
]) {
  rarelyUnless(lang === "en")(
    `the banner about a lost connection is over nothing that one may press (${lang})`,
    async () => {
      const found = [];
      const [visitor] = await arrive(kind);
      const { page } = visitor;
      const look = async () => {
        for (const size of SIZES) {
          await page.setViewportSize(size);
          found.push(...(await page.evaluate(underBanner)));
        }
      };
      await page.goto(server.base);
      await look();
      for (const { game, options } of GAMES) {
        await beginTogether(visitor, game, options);
        await look();
      }
      await visitor.leave();
      assert.equal(found.length, 0, found.join("\n"));
    },
  );
}

test("a button that is switched on looks like it", async () => {
  const [one, other] = await arrive(ENGLISH, JAPANESE);
  await one.page.goto(server.base + (await create(one, "quarto", { opponent: "friend" })));
  await other.page.goto(await link(one));
  await press(other.page, "#join");
  const { page } = one;
  await page.locator(".chat-button, .chat summary").click();
  for (const selector of ["#show-match", ".chat [id$=-free]", ".chat [id$=-muted]"]) {
    // Its border also changes under the mouse.
    const look = () => page.locator(selector).evaluate((button) => getComputedStyle(button).backgroundColor);
    const off = await look();
    await press(page, selector);
    await page.locator(`${selector}[aria-pressed=true]`).waitFor();
    await eventually(async () => assert.notEqual(await look(), off, selector));
  }
  await Promise.all([one, other].map((visitor) => visitor.leave()));
});

for (const { game } of GAMES) {
  rarelyUnless(["animal_shogi", "gomoku"].includes(game))(
    `the analysis of ${game}: on a computer everything is in sight, elsewhere within reach`,
    async () => {
      const [visitor] = await arrive(ENGLISH);
      const { page } = visitor;
      const found = [];
      await visitor.turnEngineOff(game);
      await page.goto(`${server.base}/analysis/${game}`);
      await page.waitForSelector(".phx-connected");
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const scrolls = size.height <= 600 || size.width < size.height;
        for (const fault of await faults(page, { scrolls })) found.push(`${size.width}x${size.height}: ${fault}`);
        await visitor.picture(`covered-analysis-${game}-${size.width}x${size.height}`);
      }
      await visitor.leave();
      assert.equal(found.length, 0, found.join("\n"));
    },
  );
}
