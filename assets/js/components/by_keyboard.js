// Whether the visitor moves the focus with the keyboard. Only then may scripts move it, because that
// could scroll the page or disturb an aiming thumb. Arrow keys alone don't say so, because they also
// walk through the moves (walk.js), and neither do shortcuts of the browser or of the page.

import { setForNextPage, takeFromLastPage } from "../browser/storage.js";

const KEYS = ["Tab", "Enter", " "];

// The value survives one page load, because starting a match loads a page. After a reload nobody
// waits for the focus.
const [{ type } = {}] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
let byKeyboard = takeFromLastPage("by-keyboard") === "yes" && type !== "reload";

addEventListener("pagehide", () => byKeyboard && setForNextPage("by-keyboard", "yes"));
document.addEventListener("pointerdown", () => (byKeyboard = false), { capture: true });
document.addEventListener(
  "keydown",
  ({ key, altKey, ctrlKey, metaKey }) => {
    if (KEYS.includes(key) && !altKey && !ctrlKey && !metaKey) byKeyboard = true;
  },
  { capture: true },
);

export const isByKeyboard = () => byKeyboard;

// Whether the left and right arrow keys, Home and End walk through the moves here, instead of leading from
// step to step: beside the steps, where the visitor can't play, not even by typing a move, or if they came to
// the steps by another way than the keyboard. On a page without moves to walk through they never do.
export function keysWalk(target) {
  if (!document.querySelector("[phx-hook='Walk']")) return false;
  const plays = document.querySelector("[data-typed-move]") !== null;
  return !plays || !byKeyboard || target.closest("[data-steps]") === null;
}
