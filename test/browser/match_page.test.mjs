// The match page around its board: what the strips say, what remains at the end, and whether
// everything fits in low windows and with large text.

import assert from "node:assert/strict";

import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import { GAMES } from "./support/games.mjs";
import { places } from "./support/layout.mjs";
import { anyMove, arrange, begin, legalMoves, play, press, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

const LANDSCAPE = { width: 640, height: 360 };
const SIZES = [PHONE.viewport, LANDSCAPE, { width: 768, height: 1024 }, WIDE.viewport];

async function visit(work, options) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await work(visitor, visitor.page);
  await visitor.leave();
}

async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector("#strip-you.is-over");
}

test("resigning while something is picked leaves no control of the move", () =>
  visit(async (visitor, page) => {
    await choose(page, (settings) => settings.getByText("Confirm each move").click());
    await arrange(visitor, "Two players");
    await untilMyTurn(page);
    await press(visitor, "0");
    await page.locator("#confirm-move").waitFor();
    await resign(page);
    assert.equal(await page.locator("#confirm-move, .is-picked, .is-target, .carried").count(), 0);
    assert.equal(await page.locator("[data-prompt]").filter({ visible: true }).count(), 0);

    await page.goto(server.base);
    await page.waitForSelector(".phx-connected");
    await choose(page, (settings) => settings.getByText("Confirm each move").click());
    const swap2 = (sheet) => sheet.getByRole("radio", { name: "Swap2", exact: true }).check();
    await arrange(visitor, "Two players", swap2, "gomoku");
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

test("an engine's strip shows figures only while they hold, and the button that stops the search", () =>
  visit(async (visitor, page) => {
    await begin(visitor, { level: "Hedgehog" });
    const figures = page.locator(".thinking *");
    assert.equal(await figures.count(), 0, "nothing before the first move");
    const before = await places(page);

    await play(visitor, anyMove);
    await page.locator("#strip-them #move-now").waitFor({ state: "attached" });
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

test("a move that waits for the server is said to be on its way", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
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
    // A live region is read out when it changes.
    assert.match(html.replace(/<!--.*?-->/gs, ""), /id="announcement">\s*<\/p>/);
  }));

// In the page: controls that stick out of the window's sides, and words that are cut off.
function lost() {
  const wide = document.documentElement.scrollWidth > innerWidth ? [`page of ${document.documentElement.scrollWidth}`] : [];
  const out = [...document.querySelectorAll("button, a, summary, input")]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    });
  const cut = [...document.querySelectorAll(".strip :is(.status, .score), .actions .button, summary")]
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1);
  return [...wide, ...[...out, ...cut].map((element) => element.outerHTML.slice(0, 100))];
}

for (const { game, size } of GAMES) {
  test(`${game}: large text loses no control, and a phone on its side shows a large board`, () =>
    visit(async (visitor, page) => {
      const small = async (sheet) => size && sheet.getByRole("radio", { name: size, exact: true }).check();
      await arrange(visitor, "Two players", small, game);
      for (let ply = 0; ply < 3; ply += 1) {
        await untilMyTurn(page);
        await play(visitor, anyMove);
      }
      await untilMyTurn(page);
      const look = async (where) => {
        for (const viewport of SIZES) {
          await page.setViewportSize(viewport);
          for (const percent of [100, 130, 200]) {
            await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), percent);
            assert.deepEqual(await page.evaluate(lost), [], `${where}, ${viewport.width}x${viewport.height}, ${percent} %`);
          }
          await page.evaluate(() => (document.documentElement.style.fontSize = ""));
        }
      };
      await look("a match");

      await page.setViewportSize(LANDSCAPE);
      const { y, width, height } = await page.locator(".match-board").boundingBox();
      assert.deepEqual([y, height], [0, LANDSCAPE.height], "from the top to the bottom");
      const board = await page.locator(".match-board .board").boundingBox();
      const column = await page.locator("#strip-them").boundingBox();
      assert.ok(column.x - board.x - width <= 12, "up to the column");
      assert.ok(column.width <= 360 && width >= 260);

      await resign(page);
      await look("the end");
      const faded = (pieces) => pieces.filter((piece) => getComputedStyle(piece).opacity < 1).length;
      assert.equal(await page.locator(".board :is(.piece, .stone, .separo-stone)").evaluateAll(faded), 0);
    }));
}

test("after a win the line is marked, and nothing fades", () =>
  visit(async (visitor, page) => {
    await arrange(visitor, "Two players", undefined, "gomoku");
    for (const point of "h8 h9 i8 i9 j8 j9 g8 g9 k8".split(" ")) {
      await untilMyTurn(page);
      await play(visitor, (legal) => legal.find(({ move }) => move === point));
    }
    await page.waitForSelector(".strip.is-headline");
    assert.equal(await page.locator(".stone.is-winning .stone-halo").count(), 5);
    const looks = await page
      .locator(".stone")
      .evaluateAll((stones) => [...new Set(stones.map((stone) => getComputedStyle(stone).opacity))]);
    assert.deepEqual(looks, ["1"]);
  }));

test("Gomoku's names are clear of the frame and the stones", () =>
  visit(async (visitor, page) => {
    for (const size of ["9 × 9", "15 × 15", "19 × 19"]) {
      await page.goto(server.base);
      await page.waitForSelector(".phx-connected");
      const choice = (sheet) => sheet.getByRole("radio", { name: size, exact: true }).check();
      await arrange(visitor, "Two players", choice, "gomoku");
      await untilMyTurn(page);
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

// In the page: the contrast of two colours of an element (WCAG 2).
function contrast(element, [one, other]) {
  const light = (colour) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, bright] = [
    light(getComputedStyle(element)[one]),
    light(getComputedStyle(element.parentElement)[other]),
  ].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

test("Quarto's tray: four by four, large pieces, and a visible focus ring in all themes", () =>
  visit(async (visitor, page) => {
    await begin(visitor);
    const slots = await page.locator(".tray-slot").evaluateAll((all) => all.map((slot) => slot.getBoundingClientRect().left));
    assert.equal(new Set(slots.map(Math.round)).size, 4);
    const widths = await page.locator(".tray-slot .piece-icon").evaluateAll((all) => all.map((icon) => icon.clientWidth));
    assert.ok(Math.min(...widths) >= 56, `${widths}`);

    await page.locator(".match-board [tabindex='0']").first().focus();
    const slot = page.locator(".tray-slot[tabindex='0']");
    await page.keyboard.press("Tab");
    await slot.focus();
    for (const theme of ["light", "dark", "contrast"]) {
      await page.evaluate((theme) => {
        localStorage.setItem("playout:option:theme", theme);
        dispatchEvent(new StorageEvent("storage"));
      }, theme);
      assert.equal(await slot.evaluate((element) => getComputedStyle(element).outlineStyle), "solid");
      const ratio = await slot.evaluate(contrast, ["outlineColor", "backgroundColor"]);
      assert.ok(ratio >= 3, `${theme}: ${ratio}`);
    }
  }));

test("the lobby's miniatures are decorative", () =>
  visit(async (_visitor, page) => {
    await page.locator(".game-card .miniature").first().waitFor();
    assert.equal(await page.locator(".miniature:not([aria-hidden='true'])").count(), 0);
  }));
