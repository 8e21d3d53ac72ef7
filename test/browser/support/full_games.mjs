// One whole match of each game in a browser that Playwright does not drive: by mouse, and in a
// window of a phone's size. A browser has a `name`, what it plays `often`, in the short run, `missing()`,
// which returns why it cannot be used or null, and `launch()`, which returns an object with `open` and
// `close`. `open` returns a window with
//
// * `goto`, which loads an address
// * `evaluate`, which runs a function in the page
// * `press`, which presses a point
// * `errors`, which returns those of the page
// * `close`

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { completeMoves, readTree } from "../../../assets/js/boards/playing/move_tree.js";
import { rarelyUnless } from "../../rarely.mjs";
import { eventually } from "../../waiting.mjs";
import { PHONE, WIDE } from "./browser.mjs";
import { GAMES } from "./games.mjs";
import { outcome } from "./match.mjs";
import { startServer } from "./server.mjs";

// In milliseconds.
const LONGER_THAN_A_DOUBLE_PRESS = 500;

// What two people at one screen are called, in games whose sides have names.
const SIDES = { animal_shogi: ["Sun", "Moon"], gomoku: ["Black", "White"], separo: ["Red", "Blue"] };

export function playsEveryGame(kind) {
  const skip = kind.missing() ?? false;
  let browser, server;

  before(async () => {
    if (skip) return;
    browser = await kind.launch();
    server = await startServer();
  });

  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  for (const [how, options] of [
    ["by mouse", WIDE],
    ["in a window of a phone's size", PHONE],
  ]) {
    for (const game of GAMES) {
      const work = async () => {
        const window = await browser.open(options);
        try {
          await playToTheEnd(window, server.base, game);
        } finally {
          await window.close();
        }
      };
      const isOften = kind.often === `${game.game} ${how}`;
      rarelyUnless(isOften)(`${kind.name} plays ${game.name} ${how}`, { skip }, work);
    }
  }
}

async function playToTheEnd(window, base, { game, options, start, whole }) {
  await window.goto(base);
  await untilThere(window, ".phx-connected");
  await press(window, `[data-opens="sheet-${game}"]`);
  await choose(window, "opponent", "here");
  if (options) await choose(window, "options[size]", options.size);
  await press(window, "dialog[open] .is-primary");
  await untilThere(window, ".match .is-target");

  for (const [ply, wanted] of whole.entries()) {
    const text = await window.evaluate(() => document.getElementById("match").dataset.moves);
    const move = completeMoves(readTree(text)).find(({ move }) => move === wanted);
    assert.ok(move, `${wanted} is not offered`);
    for (const step of move.steps) await press(window, `[data-step="${step}"]`);
    while (await awaitsConfirmation(window, ply)) {
      await sleep(LONGER_THAN_A_DOUBLE_PRESS);
      await press(window, `[data-step="${move.steps.at(-1)}"]`);
    }
    assert.equal(await movesPlayed(window), ply + 1);
    assert.deepEqual(await overflow(window), [0, 0], "the whole match is on the screen");
  }
  await untilThere(window, ".strip.is-headline");
  const winner = await window.evaluate(() => document.querySelector(".strip.is-headline h2").innerText);
  const [first, second] = SIDES[game] ?? ["Player 1", "Player 2"];
  const headlines = { first: `${first} wins`, second: `${second} wins`, draw: "Draw" };
  assert.equal(winner, headlines[await outcome(whole, game, start)]);
  assert.deepEqual(await window.errors(), []);
}

async function choose(window, name, value) {
  const choice = `dialog[open] label:has([name="${name}"][value="${value}"])`;
  await press(window, choice);
  await untilThere(window, `${choice} :checked`);
  await untilThere(window, "dialog[open] form:not(.phx-change-loading)");
}

// The first press of a finger only aims at a small point; the second one plays. Waits until one of
// them has had its effect.
function awaitsConfirmation(window, ply) {
  return eventually(async () => {
    const aims = await window.evaluate(() => document.querySelector("[data-confirm-move]")?.checkVisibility() ?? false);
    const played = await movesPlayed(window);
    assert.ok(aims || played > ply, `move ${ply + 1} is neither played nor waits for another press`);
    return aims && played === ply;
  });
}

const movesPlayed = (window) => window.evaluate(() => document.querySelectorAll("#move-list li").length);

const overflow = (window) =>
  window.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - innerWidth, scrollHeight - innerHeight].map((beyond) => Math.max(0, beyond));
  });

function untilThere(window, selector) {
  return eventually(async () => {
    const there = await window.evaluate((selector) => document.querySelector(selector) !== null, selector);
    assert.ok(there, `there is no ${selector}`);
  });
}

// Waits, as people would, until the element is visible, still and not covered.
async function press(window, selector) {
  const middle = async () => {
    const { middle, why } = await window.evaluate(middleOf, selector);
    assert.ok(middle, `${selector} ${why}`);
    return middle;
  };
  const [x, y] = await eventually(async () => {
    const seen = await middle();
    assert.deepEqual(await middle(), seen, `${selector} moves`);
    return seen;
  });
  await window.press(x, y);
}

// In the page.
function middleOf(selector) {
  const element = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
  if (!element) return { why: "is not visible" };
  const moves = ({ effect, playState }) => playState === "running" && effect.target.contains(element);
  if (document.getAnimations().some(moves)) return { why: "moves" };
  element.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  const hit = document.elementFromPoint(middle[0], middle[1]);
  if (!element.contains(hit)) return { why: `is covered by ${hit?.outerHTML.slice(0, 80)}` };
  return { middle };
}
