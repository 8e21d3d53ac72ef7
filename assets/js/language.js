// When a language is chosen in one tab, the others load their pages again in that language.

import { load, save } from "./storage.js";

const NAME = "language";

export function followLanguage() {
  const { lang } = document.documentElement;
  save(NAME, lang);
  addEventListener("storage", () => {
    const chosen = load(NAME);
    if (chosen !== null && chosen !== lang) location.reload();
  });
}
