// Remembers a level that was beaten in this browser: that of data-level, in
// data-game. The lobby shows it (progress.js).

import { keep, recallList } from "./storage.js";

export const Beaten = {
  mounted() {
    const { game, level } = this.el.dataset;
    const name = `beaten:${game}`;
    keep(name, JSON.stringify([...new Set([...recallList(name), Number(level)])]));
  },
};
