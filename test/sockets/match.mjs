// Matches on their pages, as a visitor without a browser sees and plays them.

import { readTree, wholeMoves } from "../../assets/js/move_tree.js";

// Begins a match in the lobby, and answers its page.
export async function begin(visitor, choices = {}) {
  const lobby = await visitor.open("/");
  return lobby.submit("#choices-quarto", choices);
}

export function seq(page) {
  return Number(page.find("#match").getAttribute("data-seq"));
}

// The whole moves that the visitor may play now; none if it is not his turn.
export function legalMoves(page) {
  const tree = readTree(page.find("#match").getAttribute("data-moves"));
  return wholeMoves(tree).map(({ move }) => move);
}

// The texts of the moves played, as the page shows them.
export function movesPlayed(page) {
  return page.findAll("#move-list li").map((item) => item.querySelectorAll("span")[1].textContent.trim());
}

export function over(page) {
  return page.find("#strip-you.is-over") !== null;
}

// Plays a move; answers whether it was accepted.
export async function play(page, move) {
  const { accepted } = await page.push("move", { seq: seq(page), move });
  return accepted;
}
