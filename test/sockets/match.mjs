// Starts, reads and plays matches without a browser.

import { completeMoves, readTree } from "../../assets/js/move_tree.js";

// Starts a match from the lobby and returns its page.
export async function startMatch(visitor, choices = {}) {
  const lobby = await visitor.open("/");
  return lobby.submit("#choices-quarto", choices);
}

export function seq(page) {
  return Number(page.find("#match").getAttribute("data-seq"));
}

// The moves that the visitor can play now; empty if it is not their turn.
export function legalMoves(page) {
  const tree = readTree(page.find("#match").getAttribute("data-moves"));
  return completeMoves(tree).map(({ move }) => move);
}

// The moves that the page lists, in notation.
export function movesPlayed(page) {
  return page.findAll("#move-list li").map((item) => item.querySelectorAll("span")[1].textContent.trim());
}

export function isOver(page) {
  return page.find("#strip-you.is-over") !== null;
}

// Plays a move; returns whether it was accepted.
export async function play(page, move) {
  const { accepted } = await page.push("move", { seq: seq(page), move });
  return accepted;
}
