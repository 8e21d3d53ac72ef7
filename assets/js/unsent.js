// Commands of matches that have not been answered yet (commands.js), kept in the browser's storage until
// they are. A page that is not their match's says that they may not have been sent, in the words of
// Layouts.app, which lead to the match, where they are sent. Or they are forgotten.

import { load, save, storedNames } from "./storage.js";

const PREFIX = "command:";

const place = (match, name) => `${PREFIX}${match}:${name}`;

// Returns whether it is stored.
export function keep(match, { name, event, values, target, tries, at }) {
  const text = JSON.stringify({ name, event, values, target, tries, at });
  save(place(match, name), text);
  return load(place(match, name)) === text;
}

export function forget(match, { name }) {
  save(place(match, name), null);
  look();
}

// In the order in which they were given. Visitors can edit the storage.
export function keptOf(match) {
  const kept = storedNames(place(match, "")).map((name) => ({ ...parse(load(place(match, name))), name }));
  return kept.filter(({ event }) => typeof event === "string").sort((one, other) => one.at - other.at);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const matches = () => new Set(storedNames(PREFIX).map((name) => name.split(":")[0]));

const words = () => document.querySelector(".unsent");

const shown = () => words()?.dataset.match;

function show(match) {
  if (!words()) return;
  words().dataset.match = match ?? "";
  words().querySelector("a").href = `/m/${match}`;
  document.documentElement.toggleAttribute("data-unsent", match !== undefined);
}

// Another page, or this one, may have the answer.
function look() {
  if (shown() && !matches().has(shown())) show();
}

// `current` returns the match of the page, if it shows one: that one's commands are on their way.
export function followUnsent(current) {
  addEventListener("phx:page-loading-stop", () => show([...matches()].find((match) => match !== current())));
  addEventListener("storage", look);
  addEventListener("click", ({ target }) => {
    if (!target.closest?.(".unsent button")) return;
    const match = shown();
    for (const name of storedNames(place(match, ""))) forget(match, { name });
  });
}
