// The levels beaten in this browser, by game. They are stored by name, because the meaning of
// a number changes with the game's ladder.

import { keep, recallList } from "./storage.js";

// The names in the order in which the levels were beaten. Earlier releases stored numbers;
// `numbered` has the names of those levels, the weakest first.
export function beatenLevels(game, numbered) {
  const level = (kept) => (typeof kept === "number" ? numbered[kept - 1] : kept);
  return [...new Set(recallList(key(game)).map(level))].filter((name) => typeof name === "string");
}

// Remembers the level of data-level in the game of data-game.
export const Beaten = {
  mounted() {
    const { game, level } = this.el.dataset;
    const others = recallList(key(game)).filter((kept) => kept !== level);
    keep(key(game), JSON.stringify([...others, level]));
  },
};

function key(game) {
  return `beaten:${game}`;
}
