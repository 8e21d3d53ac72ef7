// Remembers which exercises of a lesson have been solved in this browser.
//
// The hook's element carries data-game, the lesson's name, and data-solved, a JSON list of
// the ids that the page knows to be solved. The hook sends the stored ids when the page
// connects or reconnects.

import { keep, recallList } from "./storage.js";

export const LessonProgress = {
  mounted() {
    this.name = `lesson:${this.el.dataset.game}`;
    this.solved = new Set(recallList(this.name));
    this.tell();
  },

  updated() {
    for (const id of JSON.parse(this.el.dataset.solved)) this.solved.add(id);
    keep(this.name, JSON.stringify([...this.solved]));
  },

  reconnected() {
    this.tell();
  },

  tell() {
    this.pushEvent("solved_before", { solved: [...this.solved] }).catch(() => {});
  },
};
