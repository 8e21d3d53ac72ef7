// The colours that the person at this browser has chosen: "light", "dark",
// "contrast", or "system" for what the system says. tokens.css has the rest.

import { keep, recall } from "./storage.js";

const root = document.documentElement;
const moreContrast = matchMedia("(prefers-contrast: more)");

export function theme() {
  return recall("theme") ?? "system";
}

export function choose(name) {
  keep("theme", name === "system" ? null : name);
  show(name);
}

function show(name) {
  root.dataset.theme = name;
  root.toggleAttribute("data-contrast", name === "contrast" || moreContrast.matches);
}

// Shows what is chosen, and from then on what is chosen elsewhere.
export function follow() {
  const anew = () => show(theme());
  anew();
  moreContrast.addEventListener("change", anew);
  addEventListener("storage", anew);
}
