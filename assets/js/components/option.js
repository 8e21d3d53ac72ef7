// Options that apply to this browser only; the server doesn't know about them. An option that
// differs from its default is stored, and set on <html> for styles and scripts:
// data-sound="on". On every page, fields with data-option="sound" change it: a checkbox ("on"
// or "off") or radio buttons. Their initial values, as sent by the server, are the defaults.

import { load, save, storedNames } from "../browser/storage.js";

const PREFIX = "option:";

const root = document.documentElement;
const moreContrast = matchMedia("(prefers-contrast: more)");

let shown = [];

export function isOn(name) {
  return root.dataset[name] === "on";
}

// Applies the stored options, and later every change made here or in another tab.
export function followOptions() {
  applyStored();
  addEventListener("storage", applyStored);
  moreContrast.addEventListener("change", showTheme);
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.option) choose(target);
  });
}

function applyStored() {
  for (const name of shown) delete root.dataset[name];
  // Visitors can edit the storage, so the names may be malformed.
  shown = storedNames(PREFIX).filter((name) => /^[a-z]+$/.test(name));
  for (const name of shown) root.dataset[name] = load(PREFIX + name);
  showTheme();
}

// The browser's own bars have the colour of the page. By themselves they follow the system's theme.
function showBars() {
  const { theme } = root.dataset;
  for (const bar of document.querySelectorAll("meta[name='theme-color']")) {
    const own = bar.dataset.scheme;
    const follows = theme !== "light" && theme !== "dark";
    bar.media = follows ? `(prefers-color-scheme: ${own})` : theme === own ? "all" : "not all";
  }
}

// High contrast is one of the themes, but also a system setting that affects every theme.
function showTheme() {
  const high = root.dataset.theme === "contrast" || moreContrast.matches;
  root.toggleAttribute("data-contrast", high);
  showBars();
}

function choose(field) {
  const { option } = field.dataset;
  const isDefault = field.type === "checkbox" ? field.checked === field.defaultChecked : field.defaultChecked;
  if (isDefault) delete root.dataset[option];
  else root.dataset[option] = valueIn(field);
  save(PREFIX + option, isDefault ? null : valueIn(field));
  showTheme();
}

function valueIn(field) {
  if (field.type !== "checkbox") return field.value;
  return field.checked ? "on" : "off";
}

// Shows the current options in an element's fields. If a stored value is no longer offered,
// the field shows its default.
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
