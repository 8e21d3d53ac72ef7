// Reads and plays matches without a browser.

import { completeMoves, readTree } from "../../assets/js/move_tree.js";

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
export async function play(page, move) {
  const { accepted } = await page.push("move", { seq: seq(page), move });
  return accepted;
}
