// Starting a match, and playing it press by press, as people do.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { completeMoves, readTree } from "../../../assets/js/boards/playing/move_tree.js";
import { root } from "../../checkout.mjs";
import { eventually } from "../../waiting.mjs";

export const YOUR_TURN = ".match.is-your-turn .is-target";
const OVER = "#strip-you.is-over";

const BEGINS = { "You": "you", "Your opponent": "opponent" };

/**
 * A match against a level.
 * @param {any} visitor
 * @param {{ game?: string, level?: string, begins?: string, options?: object }} [chosen]
 */
export async function begin(visitor, { game, level = "Hedgehog", begins = "You", options } = {}) {
  await start(visitor, game, { opponent: "engine", level: level.toLowerCase(), begins: BEGINS[begins] }, options);
  await untilMyTurn(visitor.page);
}

// A match of two people on one screen.
export async function beginTogether(visitor, game, options) {
  await start(visitor, game, { opponent: "here" }, options);
  await untilMyTurn(visitor.page);
}

// A match that is set up in the game's sheet in the lobby.
export async function beginBySheet({ page }, game, opponent, choose) {
  // LiveView would report that it cannot send a change yet.
  await connected({ page });
  await page.locator(`[data-opens="sheet-${game}"]`).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("radio", { name: new RegExp(`^${opponent}`) }).check();
  await settled(sheet);
  await choose(sheet);
  await settled(sheet);
  await sheet.getByRole("button", { name: "Play" }).click();
  await page.waitForURL(/\/m\//);
}

// The link that the page of a new match shows, as the site's visitors reach it.
export async function link({ page, base }) {
  return base + new URL(await page.locator("#share-link").inputValue()).pathname;
}

// A match of two people: one sets it up, and the other one follows the link, which is returned, and sits
// down.
export async function sitDownTogether(one, other, choices = {}) {
  await start(one, "quarto", { opponent: "friend", ...choices });
  const address = await link(one);
  await other.page.goto(address);
  await other.page.getByRole("button", { name: "Join the match" }).click();
  return address;
}

// Waits until the page listens.
export async function connected({ page }) {
  await page.locator("[data-phx-main].phx-connected").waitFor();
}

// Opens a new match without going through the lobby, which most tests are not about.
export async function start(visitor, game, choices, options) {
  await visitor.page.goto(visitor.base + (await create(visitor, game, choices, options)));
}

// Sends the lobby's form, and returns the path of the match. `choices` are the names and values of
// fields, `options` those of the game.
export async function create({ base, page }, game = "quarto", choices = {}, options = {}) {
  const { request } = page.context();
  // The smallest page that has one.
  const html = await (await request.get(`${base}/code`)).text();
  const [, token] = html.match(/<meta name="csrf-token" content="([^"]*)"/);
  const form = { _csrf_token: token, game, ...choices };
  for (const [name, value] of Object.entries(options)) form[`options[${name}]`] = value;
  const answer = await request.post(`${base}/matches`, { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303, `a match of ${game} with ${JSON.stringify(choices)}`);
  return answer.headers().location;
}

// A choice may make the sheet larger or smaller, and a press on a button that moves meanwhile
// is lost.
export async function settled(sheet) {
  await sheet.locator("form:not(.phx-change-loading)").waitFor();
}

// Returns false if the game is over. If it isn't the visitor's turn in time, says what the page shows.
export async function untilMyTurn(page) {
  try {
    await page.waitForSelector(`${YOUR_TURN}, ${OVER}`);
  } catch (cause) {
    const text = await page.locator("body").innerText().catch(String);
    throw new Error(`still not the visitor's turn; ${page.url()} shows:\n${text}`, { cause });
  }
  return (await page.locator(OVER).count()) === 0;
}

// The title changes one frame after the page.
export function untilTitle(page, begins) {
  return eventually(async () => {
    const title = await page.title();
    assert.ok(title.startsWith(begins), title);
  });
}

export function movesPlayed(page) {
  return page
    .locator("#move-list li")
    .evaluateAll((items) => items.map((item) => item.querySelectorAll("span")[1].textContent.trim()));
}

// The legal moves, each with its steps.
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

// Presses something that cannot be picked; Playwright would otherwise wait until it can be.
export function tryTo({ page, touch }, step) {
  const element = page.locator(`[data-step="${step}"]`);
  return touch ? element.tap({ force: true }) : element.click({ force: true });
}

// The bubble that says why the last press did nothing.
export const reason = (page) => page.locator("[data-reason]:visible");

// Waits for the bubble, and checks that screen readers announce its text.
export async function untilRefused(page, text) {
  await reason(page).getByText(text, { exact: true }).waitFor();
  assert.equal(await page.locator("[data-reason-live]").textContent(), text);
}

export function untilPlayed(page, count) {
  const played = (least) => document.querySelectorAll("#move-list li").length >= least;
  // Not in every frame, which costs much while an engine thinks.
  return page.waitForFunction(played, count, { polling: 50 });
}

// From then on time passes in the page only as the test says, however busy the machine is.
export async function stopClock(page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

// Does something at one moment of the page's clock, so that two presses make a double press however
// slow the machine is.
export async function atOnce(page, work) {
  await stopClock(page);
  await work();
  await page.clock.resume();
}

// Plays a move step by step, and waits until the page shows it.
export async function play(visitor, choose) {
  const { page } = visitor;
  const played = await movesPlayed(page);
  const legal = await legalMoves(page);
  const { steps } = await choose(legal, played);
  for (const step of steps) await press(visitor, step);
  await untilPlayed(page, played.length + 1);
}

// Some move of a visitor, which the others see too.
export async function turn(visitor, others) {
  const played = (await movesPlayed(visitor.page)).length;
  await untilMyTurn(visitor.page);
  await play(visitor, anyMove);
  await Promise.all(others.map(({ page }) => untilPlayed(page, played + 1)));
}

// Plays to the end, and returns "won", "lost" or "drawn".
export async function playOn(visitor, choose) {
  while (await untilMyTurn(visitor.page)) await play(visitor, choose);
  return result(visitor.page);
}

export async function result(page) {
  const classes = await page.locator("#strip-you").getAttribute("class");
  return classes.match(/is-(won|lost|drawn)/)[1];
}

// Some legal move, but not the same one twice in a row.
export function anyMove(legal, played) {
  return legal[(played.length * 37 + 11) % legal.length];
}

// Lets the terminal program choose moves. `start` is the text of the first position.
export function player(spec, game = "quarto", start = null) {
  return async (legal, played) => {
    const { move } = await askOf(game, "best", played, ...from(start), "--player", spec);
    return legal.find((candidate) => candidate.move === move);
  };
}

// The result according to the terminal program: "first", "second", "draw", or null while the game
// is not over. `start` is the text of the first position.
export async function outcome(played, game = "quarto", start = null) {
  const shown = await askOf(game, "show", played, ...from(start));
  return shown.outcome?.result ?? null;
}

const from = (start) => (start ? ["--position", start] : []);

async function askOf(game, command, played, ...options) {
  const args = [command, game, "--json", ...options];
  if (played.length > 0) args.push("--moves", played.join(" "));
  const { stdout } = await promisify(execFile)(join(root, "bin/playout"), args);
  return JSON.parse(stdout);
}
