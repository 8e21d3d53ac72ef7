// Takes what this browser has stored, such as settings and progress, to another one: a page of the
// old browser sends it along with the link, and a page of the new one stores it.

import { forgetAll, listOf, load, loadList, save, storedNames } from "../browser/storage.js";

// In bytes, as lib/playout/matches/people/device_links.ex allows.
const MOST = 4000;

// The most useful first, because not all may fit.
const PREFIXES = ["option:", "beaten:", "lesson:", "choices-"];

// What grows in each browser. Of everything else, what is stored here stays.
const LISTS = /^(beaten|lesson):[a-z_]+$/;
const NAMES = /^(option:[a-z]+|beaten:[a-z_]+|lesson:[a-z_]+|choices-[a-z_]+)$/;

/** @type {Hook} */
export const HandOver = {
  mounted() {
    this.el.addEventListener("click", () => this.pushEvent("link", { stored: collect() }));
  },
};

function collect() {
  const stored = {};
  for (const name of PREFIXES.flatMap((prefix) => storedNames(prefix).map((rest) => prefix + rest))) {
    const more = { ...stored, [name]: load(name) };
    if (new TextEncoder().encode(JSON.stringify(more)).length <= MOST) stored[name] = load(name);
  }
  return JSON.stringify(stored);
}

// Stores what came with a link, or deletes everything, if the page says so.
export function followHandOver() {
  const element = document.querySelector("[data-handed-over]");
  if (element) receive(element.dataset.handedOver);
  if (document.querySelector("[data-forget]")) forgetAll();

  // The code in a link is behind #, which browsers do not send. It stays there, so that the page can
  // be bookmarked.
  const field = document.querySelector("[data-from-fragment]");
  if (field && location.hash.length > 1) field.value = decode(location.hash.slice(1));
}

function receive(text) {
  for (const [name, value] of Object.entries(parse(text))) {
    if (!NAMES.test(name) || typeof value !== "string") continue;
    if (LISTS.test(name)) save(name, JSON.stringify([...new Set([...loadList(name), ...items(value)])]));
    else if (load(name) === null) save(name, value);
  }
}

// The other browser's user can edit its storage, so anything may be malformed.
function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const items = (text) => listOf(text).filter((item) => ["string", "number"].includes(typeof item));

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
