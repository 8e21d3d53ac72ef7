// Shows the progress made in this browser on a game's card in the lobby. The element has
// data-game, data-levels (a JSON list of their names), data-numbered (the levels for which the
// numbers stored by earlier releases stand) and data-lesson (a list of its exercises). In each
// data-template, {count} is replaced with the number of levels beaten; the face is that of the
// level beaten last.

import { loadList } from "../browser/storage.js";
import { beatenLevels } from "../match/beaten.js";

/** @type {Hook} */
export const Progress = {
  mounted() {
    this.show();
  },

  // Updates from the server don't include this information.
  updated() {
    this.show();
  },

  show() {
    const { game, levels, numbered, lesson } = this.el.dataset;
    const beaten = this.el.querySelector(".beaten");
    // Levels may have been removed from the ladder.
    const names = beatenLevels(game, JSON.parse(numbered)).filter((name) => JSON.parse(levels).includes(name));
    beaten.hidden = names.length === 0;
    if (!beaten.hidden) {
      beaten.querySelector("use").setAttribute("href", `#portrait-${names.at(-1)}`);
      for (const element of beaten.querySelectorAll("[data-template]")) {
        element.textContent = element.dataset.template.replace("{count}", names.length);
      }
    }

    const solved = loadList(`lesson:${game}`);
    this.el.querySelector(".done").toggleAttribute("hidden", !JSON.parse(lesson).every((id) => solved.includes(id)));
  },
};
