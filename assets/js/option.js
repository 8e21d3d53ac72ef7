// What a person has chosen for this browser: `<input type="checkbox"
// data-option="confirm" phx-hook="Option">` keeps itself.

import { keep, recall } from "./storage.js";

export function isOn(name) {
  return recall(name) === "on";
}

export const Option = {
  mounted() {
    this.el.checked = isOn(this.el.dataset.option);
    this.el.addEventListener("change", () => keep(this.el.dataset.option, this.el.checked ? "on" : null));
  },
};
