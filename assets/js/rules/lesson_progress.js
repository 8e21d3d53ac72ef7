// Stores which exercises of a lesson have been solved in this browser.
//
// The hook's element has data-game, the game of the lesson, and data-solved, a JSON list of the
// exercises that the page shows as solved. When the page connects or reconnects, the hook sends
// it the stored ones.

import { loadList, save } from "../browser/storage.js";

/** @type {Hook} */
export const LessonProgress = {
  mounted() {
    this.name = `lesson:${this.el.dataset.game}`;
    this.solved = new Set(loadList(this.name));
    this.pushProgress();
  },

  updated() {
    for (const id of JSON.parse(this.el.dataset.solved)) this.solved.add(id);
    save(this.name, JSON.stringify([...this.solved]));
  },

  reconnected() {
    this.pushProgress();
  },

  pushProgress() {
    this.pushEvent("solved_before", { solved: [...this.solved] }).catch(() => {});
  },
};
