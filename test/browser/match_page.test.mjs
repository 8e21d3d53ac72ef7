// The match page around its board: the text of the strips, what remains at the end, and whether
// everything fits in low windows and with large text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import { setTheme } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { contrast, luminance } from "./support/colours.mjs";
import { GAMES } from "./support/games.mjs";
import { places } from "./support/layout.mjs";
import { anyMove, begin, beginTogether, outcome, play, press, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

const LANDSCAPE = { width: 640, height: 360 };
const SIZES = [PHONE.viewport, LANDSCAPE, { width: 768, height: 1024 }, WIDE.viewport];

async function visit(work) {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  await work(visitor, visitor.page);
  await visitor.leave();
}

async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector("#strip-you.is-over");
}

test("resigning while something is picked removes all controls of the move", () =>
  visit(async (visitor, page) => {
    await beginTogether(visitor);
    await choose(page, (settings) => settings.getByText("Confirm each move").click());
    await press(visitor, "0");
    await page.locator("#confirm-move").waitFor();
    await resign(page);
    assert.equal(await page.locator("#confirm-move, .is-picked, .is-target, .carried").count(), 0);
    assert.equal(await page.locator("[data-prompt]").filter({ visible: true }).count(), 0);

    await choose(page, (settings) => settings.getByText("Confirm each move").click());
    await beginTogether(visitor, "gomoku", { opening: "swap2" });
    for (const point of ["e5", "f4", "d6"]) {
      await untilMyTurn(page);
      await press(visitor, point);
    }
    await page.getByRole("button", { name: "Place two more stones" }).click();
    const before = await places(page);
    await resign(page);
    assert.equal(await page.locator(".opening *").count(), 0);
    assert.deepEqual((await places(page)).slice(0, 4), before.slice(0, 4), "nothing jumps");
  }));

test("an engine's strip shows only current figures, and the button that stops the search", () =>
  visit(async (visitor, page) => {
    await begin(visitor, { level: "Hedgehog" });
    const figures = page.locator(".thinking *");
    assert.equal(await figures.count(), 0, "nothing before the first move");
    const before = await places(page);

    // It is there for less than half a second, which a busy browser may not look at.
    await page.evaluate(() => {
      window.seen = new Promise((resolve) => {
        const look = () => document.querySelector("#strip-them #move-now") && resolve(true);
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      });
    });
    await play(visitor, anyMove);
    assert.ok(await page.evaluate(() => window.seen));
    assert.equal(await page.locator("#strip-you #move-now").count(), 0);
    await untilMyTurn(page);
    await page.locator("#strip-them .bar-used").waitFor();
    assert.deepEqual(await places(page), before);

    await page.getByRole("button", { name: "Undo" }).click();
    await eventually(async () => assert.equal(await figures.count(), 0, "nothing after an undo"));
    await play(visitor, anyMove);
    await untilMyTurn(page);
    await page.locator("#strip-them .bar-used").waitFor();
    await resign(page);
    assert.equal(await figures.count(), 0, "nothing at the end");
    assert.deepEqual((await places(page)).slice(0, 4), before.slice(0, 4));
  }));

test("while a move waits for the server, the strip says so", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  const { page } = visitor;
  const held = [];
  let hold = false;
  await page.routeWebSocket(/\/live\/websocket/, (socket) => {
    const site = socket.connectToServer();
    socket.onMessage((message) => (hold ? held.push(() => site.send(message)) : site.send(message)));
  });
  await begin(visitor);
  hold = true;
  await press(visitor, "0");
  await page.locator("#strip-you").getByText("Sending…").waitFor();
  hold = false;
  held.forEach((send) => send());
  await page.waitForSelector("#move-list li");
  assert.equal(await page.getByText("Sending…").filter({ visible: true }).count(), 0);
  await visitor.leave();
});

test("on arrival a screen reader hears what to do", () =>
  visit(async (visitor, page) => {
    await begin(visitor);
    await page.getByText("Choose a piece for your opponent.").first().waitFor();
    assert.match(await page.locator("#announcement").textContent(), /Your move\. Choose a piece for your opponent\./);
    const html = await page.evaluate(async () => (await fetch(location.href)).text());
    // Empty at first, because live regions are read out when they change.
    assert.match(html.replace(/<!--.*?-->/gs, ""), /id="announcement">\s*<\/p>/);
  }));

// In the page: controls beyond the sides of the window, and text that is cut off.
function misplaced() {
  const wide =
    document.documentElement.scrollWidth > innerWidth ? [`page of ${document.documentElement.scrollWidth}`] : [];
  const out = [...document.querySelectorAll("button, a, summary, input")]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    });
  const cut = [...document.querySelectorAll(".strip :is(.status, .score), .actions .button, summary")].filter(
    (element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1,
  );
  return [...wide, ...[...out, ...cut].map((element) => element.outerHTML.slice(0, 100))];
}

// In the page: how many of these elements are less than opaque, with the groups around them.
function faded(elements) {
  const opacity = (element) =>
    element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
  return elements.filter((element) => opacity(element) < 1).length;
}

// Where a winning line has a ring.
const RINGS = ".is-winning :is(.cell-ring, .stone-halo)";

for (const { game, options, start, whole } of GAMES) {
  rarelyUnless(game === "animal_shogi")(
    `${game}: large text hides no control, low windows have a large board, and nothing fades at the end`,
    () =>
      visit(async (visitor, page) => {
        await beginTogether(visitor, game, options);
        const playMoves = async (moves) => {
          for (const wanted of moves) {
            await untilMyTurn(page);
            await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
          }
        };
        const check = async (where) => {
          for (const viewport of SIZES) {
            await page.setViewportSize(viewport);
            for (const percent of [100, 130, 200]) {
              await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), percent);
              const found = await page.evaluate(misplaced);
              assert.deepEqual(found, [], `${where}, ${viewport.width}x${viewport.height}, ${percent}%`);
            }
            await page.evaluate(() => (document.documentElement.style.fontSize = ""));
          }
        };
        await playMoves(whole.slice(0, 3));
        await untilMyTurn(page);
        await check("a match");

        await page.setViewportSize(LANDSCAPE);
        const { y, width, height } = await page.locator(".match-board").boundingBox();
        // Quarto's pieces are below its board.
        const tray = await page.locator(".match-tray").boundingBox();
        const bottom = Math.max(y + height, tray.x < width ? tray.y + tray.height : 0);
        assert.ok(y === 0 && bottom > LANDSCAPE.height - 8 && bottom <= LANDSCAPE.height, `from the top to ${bottom}`);
        assert.ok(height >= 250, `${height} px`);
        const board = await page.locator(".match-board .board").boundingBox();
        const column = await page.locator("#strip-them").boundingBox();
        assert.ok(column.x - board.x - width <= 12, "up to the column");
        assert.ok(column.width <= 360 && width >= 260);

        await page.setViewportSize(WIDE.viewport);
        await playMoves(whole.slice(3));
        await page.waitForSelector(".strip.is-headline");
        await check("the end");
        const pieces = page.locator(".board :is(.piece, .stone, .separo-stone)");
        assert.ok((await pieces.count()) > 0);
        assert.equal(await pieces.evaluateAll(faded), 0);
        if ((await outcome(whole, game, start)) === "draw") return;
        const rings = page.locator(RINGS);
        assert.ok((await rings.count()) > 0, "the winning line has a ring");
        assert.equal(await rings.evaluateAll(faded), 0);
        const strokes = await rings.evaluateAll((all) => all.map((ring) => getComputedStyle(ring).stroke));
        assert.ok(!strokes.includes("none"));
      }),
  );
}

test("Gomoku's names are clear of the frame and the stones", () =>
  visit(async (visitor, page) => {
    for (const size of [9, 15, 19]) {
      await beginTogether(visitor, "gomoku", { size });
      for (const viewport of [PHONE.viewport, WIDE.viewport]) {
        await page.setViewportSize(viewport);
        const near = await page.evaluate(() => {
          const frame = document.querySelector(".gomoku-board .board-turn").getBoundingClientRect();
          const corner = document.querySelector('[data-step="a1"]').getBoundingClientRect();
          return [...document.querySelectorAll(".gomoku-names text")]
            .map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }))
            .filter(({ name, box }) => {
              // A letter fills roughly the middle of its box.
              const below = (box.top + box.bottom) / 2 + box.height * 0.3;
              return Number(name) > 0
                ? box.left < frame.left + 1.5 || box.right > corner.left + 1
                : below > frame.bottom - 1.5 || below - box.height * 0.6 < corner.bottom - 1;
            })
            .map(({ name }) => name);
        });
        assert.deepEqual(near, [], `${size}, ${viewport.width} px`);
      }
    }
  }));

test("beside Quarto's pieces, the list of moves has rows", () =>
  visit(async (visitor, page) => {
    await beginTogether(visitor);
    await play(visitor, anyMove);
    for (const [width, height, least] of [
      [1280, 800, 4],
      [1440, 900, 6],
      [1920, 1080, 6],
    ]) {
      await page.setViewportSize({ width, height });
      // As in a whole match.
      const rows = await page.locator("#move-list").evaluate((list) => {
        const copies = [...Array(16).keys()].map(() => list.firstElementChild.cloneNode(true));
        list.append(...copies);
        const rows = list.clientHeight / (list.firstElementChild.offsetHeight + 2);
        for (const copy of copies) copy.remove();
        return rows;
      });
      assert.ok(rows >= least, `${rows} rows at ${width}x${height}`);
    }
  }));

test("Quarto's tray: four by four, large pieces, and a visible focus ring in all themes", () =>
  visit(async (visitor, page) => {
    await begin(visitor);
    await page.setViewportSize({ width: 1440, height: 1100 });
    const slots = await page
      .locator(".tray-slot")
      .evaluateAll((all) => all.map((slot) => slot.getBoundingClientRect().left));
    assert.equal(new Set(slots.map(Math.round)).size, 4);
    const widths = await page
      .locator(".tray-slot .piece-icon")
      .evaluateAll((all) => all.map((icon) => icon.clientWidth));
    assert.ok(Math.min(...widths) >= 56, `${widths}`);

    await page.locator(".match-board [tabindex='0']").first().focus();
    const slot = page.locator(".tray-slot[tabindex='0']");
    await page.keyboard.press("Tab");
    await slot.focus();
    for (const theme of ["light", "dark", "contrast"]) {
      await setTheme(page, theme);
      assert.equal(await slot.evaluate((element) => getComputedStyle(element).outlineStyle), "solid");
      const ring = await luminance(slot, "outlineColor");
      const ratio = contrast(ring, await luminance(slot.locator(".."), "backgroundColor"));
      assert.ok(ratio >= 3, `${theme}: ${ratio}`);
    }
    const well = await luminance(page.locator(".well-floor").first(), "fill");
    assert.ok(well > 0.5, `light wells in high contrast: ${well}`);
  }));
