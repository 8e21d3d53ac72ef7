// A game's card in the lobby: shows the progress made in this browser. The element has
// data-game, data-levels (a JSON list of their names), data-numbered (the names of the levels
// when they were stored by number) and data-lesson (a list of its exercises). In the sentence
// of data-template, {count} is replaced with the number of levels beaten; the face is that of the
// level beaten last.

import { beatenLevels } from "./beaten.js";
import { recallList } from "./storage.js";

export const Progress = {
  mounted() {
    this.show();
  },

  // The server draws the card without this information.
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
      for (const place of beaten.querySelectorAll("[data-template]")) {
        place.textContent = place.dataset.template.replace("{count}", names.length);
      }
    }

    const solved = recallList(`lesson:${game}`);
    this.el.querySelector(".done").toggleAttribute("hidden", !JSON.parse(lesson).every((id) => solved.includes(id)));
  },
};
