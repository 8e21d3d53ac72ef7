// What a person has chosen for this browser: `<input type="checkbox"
// data-option="confirm" phx-hook="Option">` inside a phx-update="ignore" keeps
// itself. The server does not know, and would uncheck it with an update.

import { keep, recall } from "./storage.js";

export function isOn(name) {
  return recall(name) === "on";
}

export const Option = {
  mounted() {
    const name = this.el.dataset.option;
    this.el.checked = isOn(name);
    this.el.addEventListener("change", () => keep(name, this.el.checked ? "on" : null));
  },
};
