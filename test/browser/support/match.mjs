// Playing a match on its page as a person does: one press after the other.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { completeMoves, readTree } from "../../../assets/js/move_tree.js";
import { eventually } from "./eventually.mjs";
import { root } from "./server.mjs";

export const YOUR_TURN = ".match.is-your-turn .is-target";
const OVER = "#strip-you.is-over";

const OPPONENTS = {
  "Two players": { opponent: "here" },
  "Watch": { opponent: "watch" },
};
const BEGINS = { "You": "you", "Your opponent": "opponent" };

// A match against a level.
export async function begin(visitor, { game, level = "Hedgehog", begins = "You" } = {}) {
  await start(visitor, game, { ...against(level), begins: BEGINS[begins] });
  await untilMyTurn(visitor.page);
}

// A match of a game, put together in its sheet where `further` chooses more than the
// opponent.
export async function arrange(visitor, opponent, further, game) {
  if (further) await byItsSheet(visitor, opponent, further, game);
  else await start(visitor, game, OPPONENTS[opponent] ?? against(opponent));
}

const against = (level) => ({ opponent: "engine", level: level.toLowerCase() });

async function byItsSheet({ page }, opponent, further, game = "quarto") {
  await page.locator(`[data-opens="sheet-${game}"]`).click();
  const sheet = page.getByRole("dialog");
  const chosen = sheet.getByRole("radio", { name: new RegExp(`^${opponent}`) });
  // Levels are there once an engine is to play.
  if ((await chosen.count()) === 0) await sheet.getByRole("radio", { name: /^Engine/ }).check();
  await chosen.check();
  await settled(sheet);
  await further(sheet);
  await settled(sheet);
  await sheet.getByRole("button", { name: "Play" }).click();
  await page.waitForURL(/\/m\//);
}

// Sends what the forms of the lobby send, without the lobby: most tests are about the
// match. `choices` are the names and values of the form's fields.
export async function start({ base, page }, game = "quarto", choices = {}) {
  const { request } = page.context();
  const lobby = await (await request.get(base)).text();
  const [, token] = lobby.match(/<meta name="csrf-token" content="([^"]*)"/);
  const form = { _csrf_token: token, game, ...choices };
  const answer = await request.post(`${base}/matches`, { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303, `a match of ${game} with ${JSON.stringify(choices)}`);
  await page.goto(base + answer.headers().location);
}

// What is chosen may make the sheet larger or smaller, and a button that moves between
// going down and up is not pressed.
export async function settled(sheet) {
  await sheet.locator("form:not(.phx-change-loading)").waitFor();
}

// Answers false if there is no turn any more.
export async function untilMyTurn(page) {
  await page.waitForSelector(`${YOUR_TURN}, ${OVER}`);
  return (await page.locator(OVER).count()) === 0;
}

// The browser gives it a frame after the page.
export function untilTitle(page, begins) {
  return eventually(async () => {
    const title = await page.title();
    assert.ok(title.startsWith(begins), title);
  });
}

export function movesPlayed(page) {
  return page.locator("#move-list li").evaluateAll((items) =>
    items.map((item) => item.querySelectorAll("span")[1].textContent.trim()),
  );
}

// The legal moves of the page, each with the steps that the rules give it.
export async function legalMoves(page) {
  return completeMoves(readTree(await page.locator("#match").getAttribute("data-moves")));
}

const steps = (page, selector) =>
  page.locator(selector).evaluateAll((elements) => elements.map(({ dataset }) => dataset.step));

export const picked = (page) => steps(page, "[data-step].is-picked");
export const targets = (page) => steps(page, "[data-step].is-target");

export async function press(visitor, step) {
  const element = visitor.page.locator(`[data-step="${step}"]`);
  await (visitor.touch ? element.tap() : element.click());
}

// Plays a move step by step, and waits until the page shows it.
export async function play(visitor, choose) {
  const { page } = visitor;
  const played = await movesPlayed(page);
  const legal = await legalMoves(page);
  const { steps } = await choose(legal, played);
  for (const step of steps) await press(visitor, step);
  await page.waitForFunction(
    (count) => document.querySelectorAll("#move-list li").length > count,
    played.length,
  );
}

// Plays on to the end: won, lost or drawn.
export async function playOn(visitor, choose) {
  while (await untilMyTurn(visitor.page)) await play(visitor, choose);
  return result(visitor.page);
}

export async function result(page) {
  const classes = await page.locator("#strip-you").getAttribute("class");
  return classes.match(/is-(won|lost|drawn)/)[1];
}

// Some legal move, never the same twice running.
export function anyMove(legal, played) {
  return legal[(played.length * 37 + 11) % legal.length];
}

// A chooser that asks the terminal program.
export function player(spec, game = "quarto") {
  return async (legal, played) => {
    const { move } = await askOf(game, "best", played, "--player", spec);
    return legal.find((candidate) => candidate.move === move);
  };
}

// How the terminal program says that a game has ended: "first", "second" or
// "draw"; null while it goes on. `start` is the text of a position to begin with.
export async function outcome(played, game = "quarto", start = null) {
  const from = start ? ["--position", start] : [];
  const shown = await askOf(game, "show", played, ...from);
  return shown.outcome?.result ?? null;
}

async function askOf(game, command, played, ...options) {
  const words = [command, game, "--json", ...options];
  if (played.length > 0) words.push("--moves", played.join(" "));
  const { stdout } = await promisify(execFile)(join(root, "bin/playout"), words);
  return JSON.parse(stdout);
}
