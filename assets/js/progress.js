// A game in the lobby: shows what was done of it in this browser. Its element has
// data-game, data-levels (a JSON list of their names) and data-lesson (one of what
// there is to solve in the lesson). Where data-words stands, the sentence gets the
// number of levels that were beaten in place of {count}; the face is that of the
// level that was beaten last.

import { beatenLevels } from "./beaten.js";
import { recallList } from "./storage.js";

export const Progress = {
  mounted() {
    this.show();
  },

  // The server draws the card without knowing.
  updated() {
    this.show();
  },

  show() {
    const { game, levels, lesson } = this.el.dataset;
    const beaten = this.el.querySelector(".beaten");
    // A ladder may have lost levels since.
    const names = beatenLevels(game).filter((name) => JSON.parse(levels).includes(name));
    beaten.hidden = names.length === 0;
    if (!beaten.hidden) {
      beaten.querySelector("use").setAttribute("href", `#portrait-${names.at(-1)}`);
      for (const place of beaten.querySelectorAll("[data-words]")) {
        place.textContent = place.dataset.words.replace("{count}", names.length);
      }
    }

    const solved = recallList(`lesson:${game}`);
    this.el.querySelector(".done").toggleAttribute("hidden", !JSON.parse(lesson).every((id) => solved.includes(id)));
  },
};
