// A form that starts with the values last submitted in this browser, or with those chosen
// before the page's socket connected. The server knows about neither, so the hook sends them to it.

import { load, save } from "../browser/storage.js";

const mounted = new WeakSet();
const chosen = new Map();

/** @type {Hook<HTMLFormElement>} */
export const Remembered = {
  mounted() {
    mounted.add(this.el);
    const { id } = this.el;
    if (chosen.has(id)) this.pushEventTo(this.el, "chosen", { choices: chosen.get(id) });
    else if (load(id) !== null) this.pushEventTo(this.el, "remembered", { choices: load(id) });
    chosen.delete(id);
    this.el.addEventListener("submit", () => save(id, serialize(this.el)));
  },
};

// Called before LiveView changes the page.
export function collectChoices(page) {
  for (const form of page.querySelectorAll("form[phx-hook='Remembered']")) {
    if (!mounted.has(form) && [...form.elements].some(isChanged)) chosen.set(form.id, serialize(form));
  }
}

function isChanged(field) {
  if (field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.localName === "input") return field.value !== field.defaultValue;
  if (field.localName === "select")
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return false;
}

function serialize(form) {
  const fields = new FormData(form);
  fields.delete("_csrf_token");
  return new URLSearchParams(/** @type {any} */ (fields)).toString();
}
