// What people choose for this browser; the server does not know it. An option that differs
// from its default is stored, and set on <html> for style and script: data-sound="on". On
// every page, fields with data-option="sound" choose it: a checkbox ("on" and "off") or radio
// buttons. Their initial values, as the server sends them, are the defaults.

import { keep, kept, recall } from "./storage.js";

const PREFIX = "option:";

const root = document.documentElement;
const moreContrast = matchMedia("(prefers-contrast: more)");

let shown = [];

export function isOn(name) {
  return root.dataset[name] === "on";
}

// Applies the stored options, and from then on every choice made here or on another page.
export function followOptions() {
  showKept();
  addEventListener("storage", showKept);
  moreContrast.addEventListener("change", showContrast);
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.option) choose(target);
  });
}

function showKept() {
  for (const name of shown) delete root.dataset[name];
  // People can edit a browser's storage.
  shown = kept(PREFIX).filter((name) => /^[a-z]+$/.test(name));
  for (const name of shown) root.dataset[name] = recall(PREFIX + name);
  showContrast();
}

// High contrast is a theme, but also a system setting that applies to every theme.
function showContrast() {
  const wanted = root.dataset.theme === "contrast" || moreContrast.matches;
  root.toggleAttribute("data-contrast", wanted);
}

function choose(field) {
  const { option } = field.dataset;
  const usual = field.type === "checkbox" ? field.checked === field.defaultChecked : field.defaultChecked;
  if (usual) delete root.dataset[option];
  else root.dataset[option] = valueOf(field);
  keep(PREFIX + option, usual ? null : valueOf(field));
  showContrast();
}

function valueOf(field) {
  if (field.type !== "checkbox") return field.value;
  return field.checked ? "on" : "off";
}

// Shows the choices in the fields of an element. A choice that is no longer offered counts as
// none.
export function fillIn(element) {
  const fields = [...element.querySelectorAll("[data-option]")];
  for (const field of fields) {
    const value = root.dataset[field.dataset.option];
    const offered = fields.filter(({ dataset }) => dataset.option === field.dataset.option);
    if (field.type === "checkbox") field.checked = value === undefined ? field.defaultChecked : value === "on";
    else if (offered.some((radio) => radio.value === value)) field.checked = field.value === value;
    else field.checked = field.defaultChecked;
  }
}
