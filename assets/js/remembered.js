// A form that begins with what was sent with it last in this browser.

import { keep, recall } from "./storage.js";

export const Remembered = {
  mounted() {
    const choices = recall(this.el.id);
    if (choices !== null) this.pushEventTo(this.el, "remembered", { choices });
    this.el.addEventListener("submit", () => keep(this.el.id, this.text()));
  },

  text() {
    return new URLSearchParams(new FormData(this.el)).toString();
  },
};
