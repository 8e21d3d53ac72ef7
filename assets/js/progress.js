// A game in the lobby: shows what was done of it in this browser. Its element has
// data-game, an element with data-level for each level, and data-lesson, a JSON
// list of what there is to solve in the lesson.

import { beatenLevels } from "./beaten.js";
import { recallList } from "./storage.js";

export const Progress = {
  mounted() {
    this.show();
  },

  // The server draws it without knowing.
  updated() {
    this.show();
  },

  show() {
    const { game, lesson } = this.el.dataset;
    const beaten = beatenLevels(game);
    const levels = [...this.el.querySelectorAll("[data-level]")];
    for (const level of levels) {
      const is = beaten.includes(level.dataset.level);
      level.classList.toggle("is-beaten", is);
      level.ariaHidden = String(!is);
    }
    this.el.querySelector(".beaten").hidden = !levels.some(isBeaten);

    const done = this.el.querySelector(".done");
    const solved = recallList(`lesson:${game}`);
    done?.toggleAttribute("hidden", !JSON.parse(lesson).every((id) => solved.includes(id)));
  },
};

function isBeaten(level) {
  return level.classList.contains("is-beaten");
}
