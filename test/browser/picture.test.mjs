// Pictures of the board: they look like the page's board in Chromium, can be saved and copied, and
// the pictures of a whole match are an animation.

import assert from "node:assert/strict";
import { test } from "node:test";

import UPNG from "upng-js";

import { all, rarely, rarelyUnless } from "../rarely.mjs";
import { COMPILING_MS } from "../waiting.mjs";
import { BYPASS, noViolations, noViolationsInAnyTheme } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { download, openPicture } from "./support/dialog.mjs";
import { GAMES } from "./support/games.mjs";
import { differences, lastFrame } from "./support/gif.mjs";
import { beginTogether, play, untilMyTurn } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

// Two pixels differ if one of their components does by more than this, of 255. A palette has 256
// colours, and edges are smoothed differently.
const SIMILAR = 16;
const MOST_DIFFERING = 0.02;

// Where the board is in a picture. Some have hands beside it.
const WHOLE = { left: 0, top: 0, width: 480 };
const PLACES = { animal_shogi: { left: 75, top: 0, width: 330 } };

async function playWhole(visitor, { game, options, whole }) {
  await beginTogether(visitor, game, options);
  for (const wanted of whole) {
    await untilMyTurn(visitor.page);
    await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
  }
  await visitor.page.waitForSelector("#strip-you.is-over");
}

async function pixels(png) {
  const decoded = UPNG.decode(png);
  return { width: decoded.width, height: decoded.height, data: new Uint8Array(UPNG.toRGBA8(decoded)[0]) };
}

// The addresses of the pictures after each move.
function pictures(address, moves) {
  return [...Array(moves.length + 1).keys()].map((count) => {
    address.searchParams.set("moves", moves.slice(0, count).join(" "));
    return address.href;
  });
}

// The page's board, as large as in a picture.
async function boardOnPage(page, { left, top, width }) {
  const size = await page.evaluate(
    ([left, top, width]) => {
      const board = document.querySelector("#match .board");
      const { width: across, height: down } = board.viewBox.baseVal;
      const height = (width * down) / across;
      // Without the accessible grid's scroll bars, and above everything else. Styles look for it in `main`.
      const main = document.createElement("main");
      main.append(board);
      document.body.replaceChildren(...document.querySelectorAll("svg.sprite"), main);
      board.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; min-width: 0; max-width: none; max-height: none; margin: 0`;
      return { width, height: Math.floor(height) };
    },
    [left, top, width],
  );
  return pixels(await page.screenshot({ clip: { x: left, y: top, ...size } }));
}

// The part of the pixels that differ.
function difference(one, other, { left = 0, top = 0 } = {}) {
  let differing = 0;
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      const a = 4 * (y * one.width + x);
      const b = 4 * ((y + top) * other.width + x + left);
      if ([0, 1, 2].some((part) => Math.abs(one.data[a + part] - other.data[b + part]) > SIMILAR)) differing += 1;
    }
  }
  return differing / (one.width * one.height);
}

for (const about of GAMES) {
  rarelyUnless(about.game === "animal_shogi")(
    `${about.name}: an animation shows what the page shows`,
    async (context) => {
      for (const theme of all ? ["light", "dark"] : ["dark"]) {
        const visitor = await Visitor.arrive(browser, server.base, WIDE);
        const { page } = visitor;
        await visitor.store("playout:option:theme", theme);
        await playWhole(visitor, about);

        const dialog = await openPicture(page);
        const address = new URL(await dialog.locator("img").getAttribute("src"), server.base);
        await dialog.getByRole("button", { name: "Make an animation" }).click();
        const save = dialog.getByRole("link", { name: "Save animation" });
        await save.waitFor({ timeout: COMPILING_MS });
        const { name, bytes } = await download(page, () => save.click());
        assert.equal(name, `${about.game}.gif`);
        assert.ok(bytes.length < 500_000, `${bytes.length} bytes`);

        const gif = await lastFrame(page, bytes);
        assert.equal(gif.frames, about.whole.length + 1);
        assert.equal(Math.max(gif.width, gif.height), 480);
        const frames = await differences(page, bytes, pictures(address, about.whole), SIMILAR);
        assert.ok(Math.max(...frames) <= MOST_DIFFERING, `${frames}`);
        // Other pictures differ by more: those of the other theme, of which each frame is compared with
        // its own.
        address.searchParams.set("theme", theme === "light" ? "dark" : "light");
        const others = await differences(page, bytes, pictures(address, about.whole), SIMILAR);
        assert.ok(Math.min(...others) > MOST_DIFFERING, `${others}`);

        await page.keyboard.press("Escape");
        const place = PLACES[about.game] ?? WHOLE;
        const differing = difference(await boardOnPage(page, place), gif, place);
        const percent = (part) => `${(100 * part).toFixed(2)} %`;
        context.diagnostic(
          `${theme}: ${percent(differing)} of the pixels differ from the page's board, at most ` +
            `${percent(Math.max(...frames))} from Chromium's pictures; ${bytes.length} bytes`,
        );
        assert.ok(differing <= MOST_DIFFERING, `${100 * differing} %`);
        await visitor.leave();
      }
    },
  );
}

test("a picture shows the board as it is, in the page's theme, and can be saved and copied", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  const { page } = visitor;
  await visitor.store("playout:option:theme", "dark");
  await beginTogether(visitor, "gomoku");
  await play(visitor, (legal) => legal.find(({ move }) => move === "h8"));

  const dialog = await openPicture(page);
  const address = await dialog.locator("img").getAttribute("src");
  assert.match(address, /moves=h8&theme=dark/);
  const { name, bytes } = await download(page, () => dialog.getByRole("button", { name: "Save picture" }).click());
  assert.equal(name, "gomoku-1.png");
  const { width, height, data } = await pixels(bytes);
  assert.deepEqual([width, height], [960, 960]);
  // A black stone in the middle of dark wood.
  const at = (x, y) => [...data.slice(4 * (y * width + x)).slice(0, 3)];
  assert.ok(Math.max(...at(490, 495)) < 80, `${at(490, 495)}`);
  assert.ok(Math.max(...at(430, 500)) < 220 && at(430, 500)[0] > at(430, 500)[2] + 40, `${at(430, 500)}`);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.base });
  await dialog.getByRole("button", { name: "Copy picture" }).click();
  await dialog.getByText("Copied.").waitFor();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = await createImageBitmap(await item.getType("image/png"));
    return [bitmap.width, bitmap.height];
  });
  assert.deepEqual(copied, [960, 960]);
  await page.context().clearPermissions();

  // What was moved since is in the next one, even if the server has not answered yet.
  await page.keyboard.press("Escape");
  await untilMyTurn(page);
  await play(visitor, (legal) => legal.find(({ move }) => move === "g7"));
  const next = await download(page, () =>
    page.evaluate(() => {
      for (const button of ["#open-picture", "[data-save]"]) document.querySelector(button).click();
    }),
  );
  assert.equal(next.name, "gomoku-2.png");
  assert.notDeepEqual(next.bytes, bytes);
  await dialog.locator("img[src*='moves=h8+g7&']").waitFor();
  await visitor.leave();
});

// In a page: a device with a sheet for files, or one without it.
function shareFiles(has) {
  window.shared = [];
  const canShare = ({ files }) => files.length > 0 && files.every(({ type }) => type.startsWith("image/"));
  const share = async ({ files }) => void window.shared.push(...files);
  for (const [name, value] of Object.entries({ canShare, share })) {
    Object.defineProperty(navigator, name, { value: has ? value : undefined });
  }
}

async function shared(page, button) {
  await page.evaluate(() => (window.shared = []));
  await button.click();
  await page.waitForFunction(() => window.shared.length > 0);
  return page.evaluate(async () => {
    const [{ name, type }] = window.shared;
    return { name, type, bytes: [...new Uint8Array(await window.shared[0].arrayBuffer())] };
  });
}

rarely("the sheet of a device gets picture and animation as files, where it takes them", async () => {
  const quarto = GAMES.find(({ game }) => game === "quarto");
  for (const has of [true, false]) {
    const visitor = await Visitor.arrive(browser, server.base, WIDE);
    const { page } = visitor;
    await page.addInitScript(shareFiles, has);
    await playWhole(visitor, quarto);
    const dialog = await openPicture(page);
    await dialog.getByRole("button", { name: "Make an animation" }).click();
    const saveGif = dialog.getByRole("link", { name: "Save animation" });
    await saveGif.waitFor({ timeout: COMPILING_MS });
    const buttons = {
      png: dialog.getByRole("button", { name: "Share picture" }),
      gif: dialog.getByRole("button", { name: "Share animation" }),
    };
    for (const button of Object.values(buttons)) assert.equal(await button.isVisible(), has);
    if (has) {
      // What would be saved.
      const saves = { png: dialog.getByRole("button", { name: "Save picture" }), gif: saveGif };
      for (const kind of ["png", "gif"]) {
        const saved = await download(page, () => saves[kind].click());
        const { name, type, bytes } = await shared(page, buttons[kind]);
        assert.deepEqual([name, type], [saved.name, `image/${kind}`]);
        assert.ok(saved.bytes.equals(Buffer.from(bytes)), `${kind}: the same file`);
      }
    }
    await visitor.leave();
  }
});

test("opened by itself, a picture is drawn with its styles and runs nothing", async () => {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, serviceWorkers: "allow" });
  const { page } = visitor;
  for (const { game } of GAMES) {
    await page.goto(`${server.base}/picture/${game}.svg`);
    const [fill] = await page.evaluate(() => [getComputedStyle(document.querySelector(".picture-page")).fill]);
    assert.equal(fill, "rgb(243, 238, 228)", game);
    assert.equal(await page.evaluate(() => document.contentType), "image/svg+xml");
  }
  await visitor.leave();
});

test("axe finds no violations in the dialog, and it fits on a phone", async () => {
  for (const locale of all ? ["en", "ja"] : ["ja"]) {
    const visitor = await Visitor.arrive(browser, server.base, { ...PHONE, ...BYPASS, locale });
    const { page } = visitor;
    await playWhole(
      visitor,
      GAMES.find(({ game }) => game === "quarto"),
    );
    await page.locator("#moves summary").click();
    await page.locator("#open-picture").click();
    await page.locator("#picture img[src]").evaluate((image) => image.decode());
    await noViolationsInAnyTheme(page, `the dialog, ${locale}`);
    const fits = await page.evaluate(() => {
      const dialog = document.querySelector("#picture");
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      return [
        left >= 0,
        right <= innerWidth,
        top >= 0,
        bottom <= innerHeight,
        dialog.scrollWidth <= dialog.clientWidth,
      ];
    });
    assert.deepEqual(fits, [true, true, true, true, true]);

    await page.locator("#make-gif").click();
    await page.locator("#save-gif").waitFor({ timeout: COMPILING_MS });
    await noViolations(page, `the dialog with an animation, ${locale}`);
    await visitor.leave();
  }
});
