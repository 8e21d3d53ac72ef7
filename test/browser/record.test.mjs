// The record of an analysis: it leaves the page as text or as a file, and comes in again as the same
// tree; and what is no record is refused with its place.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import { BRANCHED, branch, breakable, button, settled, untilAt, untilTree, visit } from "./support/analysis.mjs";
import { noViolationsInAnyTheme } from "./support/axe.mjs";
import { PHONE, WIDE } from "./support/browser.mjs";
import { download } from "./support/dialog.mjs";
import { tabTo, untilFocus } from "./support/keyboard.mjs";
import { smallTargets } from "./support/layout.mjs";
import { beginTogether, play, untilMyTurn, untilPlayed } from "./support/match.mjs";
import { server } from "./support/site.mjs";

// `Analysis.Text` says how much a text may have.
const MOST = 80_000;

const dialog = (page) => page.locator("#record");
const exported = (page) => page.locator("#record-exported");
const imported = (page) => page.locator("#record-import");
const problem = (page) => page.locator("#record-problem");
const closed = (page) => page.locator("#record:not([open])").waitFor({ state: "attached" });

async function openRecord(page) {
  await page.locator("#open-record").click();
  await page.locator("#record[open]").waitFor();
  await eventually(async () => assert.notEqual(await exported(page).inputValue(), ""));
}

async function open(page, text) {
  await imported(page).fill(text);
  await button(page, "Open").click();
}

const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

// Another analysis, so that what comes in can't be what was there.
async function elsewhere(page) {
  await page.goto(`${server.base}/analysis/gomoku?moves=a1`);
  await settled(page);
  await untilTree(page, ["a1"]);
}

test("a text that hardly has a length once it is compressed is refused in words, on the same connection", () =>
  visit(async (_visitor, page) => {
    let sockets = 0;
    page.on("websocket", () => sockets++);
    await elsewhere(page);
    assert.equal(sockets, 1);
    await openRecord(page);
    for (const text of ["x".repeat(MOST), "１".repeat(MOST / 3)]) {
      await open(page, text);
      await eventually(async () => assert.notEqual(await problem(page).textContent(), ""));
      assert.equal(await imported(page).inputValue(), text);
      await open(page, "");
      await problem(page).getByText("Please paste a record here").waitFor();
    }
    assert.equal(sockets, 1);
  }));

test("the largest analysis that a browser has kept is sent, on the same connection", () =>
  visit(async (_visitor, page) => {
    await elsewhere(page);
    // Each of its quotes is two bytes in a message.
    const words = Array.from(
      { length: MOST / 8 },
      (_, n) => `${((n * 40_503) % 9_999_991).toString().padStart(7, "0")}"`,
    );
    await page.evaluate(
      (text) =>
        localStorage.setItem(
          "playout:analysis:gomoku:largest",
          JSON.stringify({ used: Date.now() + 1_000, text, moves: "h8 ".repeat(2_000) }),
        ),
      words.join(""),
    );
    let sockets = 0;
    let longest = 0;
    page.on("websocket", (socket) => {
      sockets++;
      socket.on("framesent", ({ payload }) => (longest = Math.max(longest, payload.length)));
    });
    await page.goto(`${server.base}/analysis/gomoku`);
    await settled(page);
    assert.ok(longest > 96_000 && longest <= 100_000, `${longest} bytes`);
    assert.equal(sockets, 1);
  }));

test("a record is copied and pasted, and is the same tree, also after a reconnection and a reload", () =>
  visit(async (visitor, page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.base });
    await branch(visitor);
    await openRecord(page);
    const text = await exported(page).inputValue();
    assert.match(text, /^\[Game "gomoku"\]\n[^]*1\. h8 h9 \(1\.\.\. g7/);
    await button(page, "Copy").click();
    await dialog(page).getByText("Copied.").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
    await page.keyboard.press("Escape");
    await closed(page);

    await elsewhere(page);
    const reconnect = await breakable(visitor);
    await openRecord(page);
    await imported(page).click();
    await page.keyboard.press("ControlOrMeta+v");
    assert.equal(await imported(page).inputValue(), text);
    await button(page, "Open").click();
    await closed(page);
    await untilTree(page, BRANCHED);
    await untilAt(page, []);
    assert.equal(await imported(page).inputValue(), "");

    // It is the page's own now: it survives like any other, and leaves again as the same text.
    await button(page, "To the end of the line").click();
    await untilAt(page, ["h8", "h9", "j8", "j9"]);
    await reconnect();
    await untilTree(page, BRANCHED);
    await untilAt(page, ["h8", "h9", "j8", "j9"]);
    await page.reload();
    await settled(page);
    await untilTree(page, BRANCHED);
    await openRecord(page);
    assert.equal(await exported(page).inputValue(), text);
    await page.context().clearPermissions();
  }));

test("a match's record has what was undone, as a file and in its analysis, also after a reload", () =>
  visit(
    async (visitor, page) => {
      await beginTogether(visitor);
      const make = async (wanted) => {
        await untilMyTurn(page);
        await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
      };
      for (const move of ["-7", "c3-A", "a1-0"]) await make(move);
      await untilPlayed(page, 3);
      await page.locator("#undo").click();
      await page.locator("#move-list li").nth(2).waitFor({ state: "detached" });
      await make("b2-1");
      await untilPlayed(page, 3);

      const { name, bytes } = await download(page, () => page.getByRole("link", { name: "Save record" }).click());
      assert.equal(name, "quarto.pgn");
      assert.match(bytes.toString(), /1\. -7 c3-A 2\. b2-1 \(2\. a1-0\) \*/);

      await page.getByRole("link", { name: "Analyse" }).click();
      await settled(page);
      for (const visit of ["first", "again"]) {
        await untilAt(page, ["-7", "c3-A", "b2-1"]);
        await untilTree(page, ["-7 c3-A b2-1", "  a1-0"]);
        await openRecord(page);
        assert.match(await exported(page).inputValue(), /\[First "Player 1"\]/, visit);
        await page.reload();
        await settled(page);
      }
    },
    { path: "/rules/quarto" },
  ));

test("without the right to copy, the text is selected and the page says how", () =>
  visit(async (_visitor, page) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
    });
    await openRecord(page);
    await button(page, "Copy").click();
    await dialog(page).getByText("Press Ctrl+C, or hold the text, to copy it.").waitFor();
    await untilFocus(exported(page));
    const selected = await exported(page).evaluate((box) => box.value.slice(box.selectionStart, box.selectionEnd));
    assert.equal(selected, await exported(page).inputValue());
  }));

for (const [name, format] of [
  ["PGN", "pgn"],
  ["SGF", "sgf"],
]) {
  rarelyUnless(format === "sgf")(`a file in ${name} is saved, and comes in again as the same tree`, () =>
    visit(async (visitor, page) => {
      await branch(visitor);
      await openRecord(page);
      await page.getByRole("radio", { name }).check();
      await page.locator(`[data-exported="${format}"]`).waitFor();
      const saved = await download(page, () => button(page, "Download").click());
      assert.equal(saved.name, `playout-gomoku.${format}`);
      const text = saved.bytes.toString();
      assert.equal(text, await exported(page).inputValue());
      assert.match(text, format === "pgn" ? /^\[Game "gomoku"\]/ : /^\(;/);

      await elsewhere(page);
      await openRecord(page);
      await page.locator("#record [data-file]").setInputFiles(file(saved.name, text));
      await closed(page);
      await untilTree(page, BRANCHED);
      await page.reload();
      await settled(page);
      await untilTree(page, BRANCHED);
    }),
  );
}

test("what is no record is refused with line and place, and nothing is lost", () =>
  visit(async (visitor, page) => {
    await branch(visitor);
    const key = () => page.locator("#kept [name=key]").inputValue();
    const before = await key();
    await openRecord(page);
    const refused = async (words) => {
      await problem(page).filter({ hasText: words }).waitFor();
      await untilFocus(imported(page));
      assert.ok(await dialog(page).evaluate(({ open }) => open));
      assert.equal(await problem(page).getAttribute("role"), "alert");
      await untilTree(page, BRANCHED);
      assert.equal(await key(), before);
    };

    const wrong = '[Game "gomoku"]\n\n1. h8 h9 2. j8\n{so far} h8 *';
    await open(page, wrong);
    await refused("Line 4, column 10: That place is already taken.");
    assert.equal(await imported(page).inputValue(), wrong);
    await open(page, '[Game "quarto"]\n\n1. -7 *');
    await refused("This is a record of Quarto.");

    // Files of other kinds, and of any size: what is shown of them is still text, and the connection
    // stays.
    const field = page.locator("#record [data-file]");
    await field.setInputFiles(file("picture.png", Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 255])));
    await refused("Line 1, column 1: This can't be read.");
    for (const letter of ["a", "\u0001", "鋭"]) {
      await field.setInputFiles(file("large.pgn", letter.repeat(600_000)));
      await refused("This is too long for an analysis.");
      assert.ok(Buffer.byteLength(await imported(page).inputValue()) <= MOST + 10);
      await open(page, "nonsense");
      await refused("Line 1, column 1: This can't be read.");
    }
    assert.equal(await page.locator(".phx-connected #analysis").count(), 1);

    // Mended, it comes in, and the refusal is gone.
    await open(page, wrong.replace("} h8", "} j9"));
    await closed(page);
    await untilTree(page, ["h8 h9 j8 {so far} j9"]);
    await openRecord(page);
    assert.equal(await problem(page).innerText(), "");
    // The one before is still there.
    await page.goto(`${server.base}/analysis/gomoku?moves=h8+g7+f6`);
    await settled(page);
    await untilTree(page, BRANCHED);
  }));

test("the keyboard does all of it", () =>
  visit(async (_visitor, page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.base });
    await tabTo(page.locator("#open-record"));
    await page.keyboard.press("Enter");
    await eventually(async () => assert.notEqual(await exported(page).inputValue(), ""));
    // The format that is chosen has the focus.
    await untilFocus(page.locator("#record-format :checked"));
    await page.keyboard.press("ArrowRight");
    await page.locator('[data-exported="sgf"]').waitFor();
    await tabTo(button(page, "Copy"));
    await page.keyboard.press("Enter");
    await dialog(page).getByText("Copied.").waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\(;/);
    await page.keyboard.press("Escape");
    await closed(page);
    await untilFocus(page.locator("#open-record"));

    await page.keyboard.press("Enter");
    await tabTo(imported(page));
    await page.keyboard.type('[Game "gomoku"] 1. h8 z99 *');
    await tabTo(button(page, "Open"));
    await page.keyboard.press("Enter");
    await problem(page).filter({ hasText: "Line 1, column 23" }).waitFor();
    await untilFocus(imported(page));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type('[Game "gomoku"] 1. h8 (1. g7) g8 *');
    await tabTo(button(page, "Open"));
    await page.keyboard.press("Enter");
    await closed(page);
    await untilTree(page, ["h8", "  g7", "g8"]);
    // A file is chosen by its own field.
    await page.locator("#open-record").focus();
    await page.keyboard.press("Enter");
    // Listened for before the way there: the browser is told to report choosers, and a key that follows
    // at once may overtake that.
    const chooser = page.waitForEvent("filechooser");
    await tabTo(page.locator("#record [data-file]"));
    await page.keyboard.press("Space");
    await (await chooser).setFiles(file("one.pgn", '[Game "gomoku"] 1. a1 *'));
    await closed(page);
    await untilTree(page, ["a1"]);
    await page.context().clearPermissions();
  }));

for (const [device, options] of /** @type {const} */ ([
  ["wide", WIDE],
  ["on a phone", PHONE],
])) {
  for (const locale of ["en", "ja"]) {
    rarelyUnless(device === "wide" && locale === "ja")(
      `axe finds no violations in the record ${device}, and it fits, in ${locale}`,
      () =>
        visit(
          async (visitor, page) => {
            await openRecord(page);
            await imported(page).fill("nonsense");
            await page.locator("#record [data-import]").click();
            await eventually(async () => assert.notEqual(await problem(page).innerText(), ""));
            await noViolationsInAnyTheme(page, `${device}, ${locale}`);
            await visitor.picture(`record-${locale}-${options.viewport.width}`);
            if (options === PHONE) assert.deepEqual(await smallTargets(page), []);
            const [width, visible] = await dialog(page).evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
            assert.ok(width <= visible);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.viewport.width);
          },
          { ...options, locale, path: "/analysis/animal_shogi?moves=2c2b" },
        ),
    );
  }
}
