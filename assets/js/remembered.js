// A form that starts with whatever was last sent with it in this browser, or was chosen in it
// before the page's socket connected. The first page sent over the socket shows only what the
// server knows, which includes neither.

import { keep, recall } from "./storage.js";

const mounted = new WeakSet();
const chosen = new Map();

export const Remembered = {
  mounted() {
    mounted.add(this.el);
    const { id } = this.el;
    if (chosen.has(id)) this.pushEventTo(this.el, "chosen", { choices: chosen.get(id) });
    else if (recall(id) !== null) this.pushEventTo(this.el, "remembered", { choices: recall(id) });
    chosen.delete(id);
    this.el.addEventListener("submit", () => keep(id, textOf(this.el)));
  },
};

// Before LiveView changes the page.
export function noteChosen(page) {
  for (const form of page.querySelectorAll("form[phx-hook='Remembered']")) {
    if (!mounted.has(form) && [...form.elements].some(isChanged)) chosen.set(form.id, textOf(form));
  }
}

function isChanged(field) {
  if (field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.localName === "input") return field.value !== field.defaultValue;
  if (field.localName === "select") return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return false;
}

function textOf(form) {
  const fields = new FormData(form);
  fields.delete("_csrf_token");
  return new URLSearchParams(fields).toString();
}
