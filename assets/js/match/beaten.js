// The levels beaten in this browser, by game. They are stored by name, because a level's number
// changes when other levels are added or removed.

import { loadList, save } from "../browser/storage.js";

// The names of the levels, in the order in which they were beaten. Earlier releases stored
// numbers; `numbered` lists the levels from that time, weakest first.
export function beatenLevels(game, numbered) {
  const level = (stored) => (typeof stored === "number" ? numbered[stored - 1] : stored);
  return [...new Set(loadList(key(game)).map(level))].filter((name) => typeof name === "string");
}

// Stores that the level in data-level has been beaten in the game in data-game.
/** @type {Hook} */
export const Beaten = {
  mounted() {
    const { game, level } = this.el.dataset;
    const others = loadList(key(game)).filter((stored) => stored !== level);
    save(key(game), JSON.stringify([...others, level]));
  },
};

function key(game) {
  return `beaten:${game}`;
}
