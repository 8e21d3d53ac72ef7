// Commands of matches that have not been answered yet (commands.js), kept in the browser's storage until
// they are, for an hour at most. A page that is not their match's says that they may not have been sent, in
// the words of Layouts.app, which lead to the match, where they are sent. Or they are forgotten.

import { load, save, storedNames } from "../browser/storage.js";

const PREFIX = "command:";
// Milliseconds. Nobody expects a command to be carried out later than that.
const LONGEST = 3_600_000;

const place = (match, name) => `${PREFIX}${match}:${name}`;

export const isOld = ({ at }) => !(Math.abs(Date.now() - at) <= LONGEST);

// Returns whether it is stored.
export function keep(match, { name, event, values, target, tries, at }) {
  const text = JSON.stringify({ name, event, values, target, tries, at });
  save(place(match, name), text);
  return load(place(match, name)) === text;
}

export const isKept = (match, { name }) => load(place(match, name)) !== null;

export function forget(match, { name }) {
  save(place(match, name), null);
  look();
}

// In the order in which they were given.
export const keptOf = (match) => allKept().filter((command) => command.match === match);

// Of all matches. Visitors can edit the storage.
function allKept() {
  const all = storedNames(PREFIX).map((stored) => {
    const [match, name] = stored.split(":");
    return { ...parse(load(PREFIX + stored)), match, name };
  });
  const isOver = (command) => typeof command.event !== "string" || isOld(command);
  for (const { match, name } of all.filter(isOver)) save(place(match, name), null);
  return all.filter((command) => !isOver(command)).sort((one, other) => one.at - other.at);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The match that is named. LiveView would delete it from the element.
let shown;
let current;

function show() {
  shown = allKept().find(({ match }) => match !== current())?.match;
  const link = document.querySelector(".unsent a");
  if (link && shown) link.href = `/m/${shown}`;
  document.documentElement.toggleAttribute("data-unsent", shown !== undefined);
}

// Another page, or this one, may have the answer. Then the next match is named.
function look() {
  if (shown && keptOf(shown).length === 0) show();
}

// `matchOfPage` returns the match of the page, if it shows one: that one's commands are on their way.
export function followUnsent(matchOfPage) {
  current = matchOfPage;
  addEventListener("phx:page-loading-stop", show);
  addEventListener("storage", look);
  addEventListener("click", ({ target }) => {
    if (!target.closest?.(".unsent button")) return;
    const match = shown;
    for (const command of keptOf(match)) forget(match, command);
  });
}
