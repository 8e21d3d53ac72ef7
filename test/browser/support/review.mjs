// README's picture of a review: a game of Gomoku that a weak player has lost, judged by the engine.

import { COMPILING_MS } from "../../waiting.mjs";
import { Visitor } from "./browser.mjs";
import { begin, movesPlayed, play, player, result, untilMyTurn } from "./match.mjs";
import { screenshot } from "./png.mjs";

const DESKTOP = { viewport: { width: 1280, height: 900 } };
// Who plays for the visitor, and against which level. Neither always plays the same.
const WEAK = "level:n=9";
const STRONG = "Owl";
const MARGIN = 24;
// A shorter game has little to show.
const LEAST_MOVES = 20;

export async function makeReview(browser, base, directory) {
  const visitor = await Visitor.arrive(browser, base, DESKTOP);
  const { page } = visitor;
  do await begin(visitor, { game: "gomoku", level: STRONG });
  while (!(await isLost(visitor)));

  await page.locator("#ask-review").click();
  await page.locator(".review-progress[data-done]").waitFor({ timeout: COMPILING_MS });
  // The position after the move that turned the game.
  await page.locator(".review-turn").first().click();
  await page.locator("#match.is-past").waitFor();
  await page.mouse.move(0, 0);
  // Without the space below it, which there is so that one can scroll to its top.
  const height = await page
    .locator("#review-table")
    .evaluate((table) => table.getBoundingClientRect().bottom + scrollY);
  const clip = { x: 0, y: 0, width: DESKTOP.viewport.width, height: Math.ceil(height) + MARGIN };
  await screenshot(page, `${directory}/gomoku-review.png`, { fullPage: true, clip });
  await visitor.leave();
}

async function isLost(visitor) {
  const choose = player(WEAK, "gomoku");
  while (await untilMyTurn(visitor.page)) await play(visitor, choose);
  return (await result(visitor.page)) === "lost" && (await movesPlayed(visitor.page)).length >= LEAST_MOVES;
}
