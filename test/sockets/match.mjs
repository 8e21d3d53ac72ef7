// Match pages, as a visitor without a browser sees and uses them.

import { completeMoves, readTree } from "../../assets/js/move_tree.js";

// Starts a match in the lobby, and returns its page.
export async function begin(visitor, choices = {}) {
  const lobby = await visitor.open("/");
  return lobby.submit("#choices-quarto", choices);
}

export function seq(page) {
  return Number(page.find("#match").getAttribute("data-seq"));
}

// The whole moves that the visitor may play now; empty if it is not their turn.
export function legalMoves(page) {
  const tree = readTree(page.find("#match").getAttribute("data-moves"));
  return completeMoves(tree).map(({ move }) => move);
}

// The texts of the moves that the page lists.
export function movesPlayed(page) {
  return page.findAll("#move-list li").map((item) => item.querySelectorAll("span")[1].textContent.trim());
}

export function over(page) {
  return page.find("#strip-you.is-over") !== null;
}

// Plays a move; returns whether it was accepted.
export async function play(page, move) {
  const { accepted } = await page.push("move", { seq: seq(page), move });
  return accepted;
}
