// What a person has chosen for this browser; the server does not know. An option
// that differs from what is usual is kept, and stands on <html> for style and
// script alike: data-sound="on". On every page, fields with data-option="sound"
// choose it: a checkbox ("on" and "off") or radio buttons. What is usual is what
// they say as the server sends them.

import { keep, kept, recall } from "./storage.js";

const PREFIX = "option:";

const root = document.documentElement;
const moreContrast = matchMedia("(prefers-contrast: more)");

let shown = [];

export function isOn(name) {
  return root.dataset[name] === "on";
}

// Shows what is kept, and from then on what is chosen, here or on another page.
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
  // A person can write into a browser's memory too.
  shown = kept(PREFIX).filter((name) => /^[a-z]+$/.test(name));
  for (const name of shown) root.dataset[name] = recall(PREFIX + name);
  showContrast();
}

// It is a theme, and a wish of the system that goes with any other theme.
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

// Shows in the fields of an element what is chosen. What is not offered any more
// counts as nothing chosen.
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
