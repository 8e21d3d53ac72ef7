// The levels beaten in this browser, by game. They are stored by name, because the meaning of
// a number changes with the game's ladder.

import { keep, recallList } from "./storage.js";

// Earlier releases stored numbers. These are the names of those levels.
const NUMBERED = {
  quarto: "sparrow hedgehog cat heron raven lynx wolf owl",
  animal_shogi: "sparrow hedgehog squirrel cat badger heron fox raven falcon lynx eagle wolf owl",
  gomoku: "sparrow hedgehog squirrel cat badger heron fox raven falcon lynx eagle wolf bear owl",
  separo: "sparrow hedgehog cat badger fox falcon lynx wolf owl",
};

export function beatenLevels(game) {
  const names = NUMBERED[game]?.split(" ") ?? [];
  const level = (kept) => (typeof kept === "number" ? names[kept - 1] : kept);
  return [...new Set(recallList(key(game)).map(level))].filter((name) => typeof name === "string");
}

// Remembers the level of data-level in the game of data-game.
export const Beaten = {
  mounted() {
    const { game, level } = this.el.dataset;
    keep(key(game), JSON.stringify([...new Set([...beatenLevels(game), level])]));
  },
};

function key(game) {
  return `beaten:${game}`;
}
