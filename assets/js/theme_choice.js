// The radio buttons for the theme: which is chosen the browser knows, not the
// server. They are in a popover, and true whenever it opens.

import { choose, theme } from "./themes.js";

export const ThemeChoice = {
  mounted() {
    this.el.addEventListener("change", (event) => choose(event.target.value));
    this.el.addEventListener("beforetoggle", () => this.show());
    this.show();
  },

  show() {
    for (const radio of this.el.querySelectorAll("input")) radio.checked = radio.value === theme();
  },
};
