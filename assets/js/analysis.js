// Keeps the analyses of a game in this browser, the newest ten of them: their records as text, and
// what was chosen for the engine. The hook's element is a form whose fields say what to keep; it has
//   data-game    the game,
// and its field `key` is empty until it is known which analysis this is. To find that out, the hook
// sends those that it has kept, newest first, until the server takes one.

import { load, save, storedNames } from "./browser/storage.js";

const MOST = 10;

/** @type {Hook<HTMLFormElement>} */
export const Analysis = {
  mounted() {
    const { game } = this.el.dataset;
    this.prefix = `analysis:${game}:`;
    this.engine = `analysis-engine:${game}`;
    this.handleEvent("recalled", ({ taken }) => this.recalled(taken));
    this.recall();
  },

  updated() {
    this.keep();
  },

  async recall() {
    const engine = load(this.engine);
    for (const { key, text, moves } of kept(this.prefix)) {
      if (await this.offer({ engine, key, text, moves })) return;
    }
    this.pushEvent("recall", { engine }).catch(() => {});
  },

  // Whether the server takes it, which it says in an event, because reading may have to wait. Without a
  // connection, the page recovers from the form.
  async offer(analysis) {
    const read = new Promise((resolve) => {
      this.recalled = resolve;
    });
    const { reading, taken } = await this.pushEvent("recall", analysis).catch(() => ({ taken: true }));
    return reading ? read : taken;
  },

  recalled() {},

  keep() {
    const { key, text, moves, engine } = Object.fromEntries(new FormData(this.el));
    if (key === "") return;
    save(this.engine, engine);
    save(this.prefix + key, text === "" ? null : JSON.stringify({ used: Date.now(), text, moves }));
    for (const { key } of kept(this.prefix).slice(MOST)) save(this.prefix + key, null);
  },
};

// Visitors can edit the storage, so what is no analysis is left out.
function kept(prefix) {
  return storedNames(prefix)
    .map((key) => ({ key, ...parse(load(prefix + key)) }))
    .filter(({ used, text, moves }) => Number.isFinite(used) && typeof text === "string" && typeof moves === "string")
    .sort((a, b) => b.used - a.used);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
