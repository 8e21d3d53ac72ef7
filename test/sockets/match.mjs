// Reads and plays matches without a browser.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { completeMoves, readTree } from "../../assets/js/boards/playing/move_tree.js";

// Milliseconds.
const AGAIN = 500;

export function seq(page) {
  return page.content.seq;
}

// The moves that the visitor can play now; empty if it is not their turn.
export function legalMoves(page) {
  return completeMoves(readTree(page.content.tree)).map(({ move }) => move);
}

// The moves that the page lists, in notation.
export function movesPlayed(page) {
  return page.content.list.moves;
}

export function isOver(page) {
  return page.content.result !== "";
}

// Plays a move; returns whether it was accepted.
export const play = (page, move) => send(page, command(page, move));

// A move as a page sends it, which it sends again, the same under the same name, if nobody answers.
export function command(page, move) {
  return { seq: seq(page), move, name: randomBytes(15).toString("base64url") };
}

// Sends such a command, perhaps again, and as pages do until it is certain whether it was stored; returns
// whether it was accepted.
export async function send(page, command) {
  const { accepted, again } = await page.push("move", command);
  if (!again) return accepted;
  await sleep(AGAIN);
  return send(page, command);
}
