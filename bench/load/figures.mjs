// What one phase of a load measured.

import { Times } from "./times.mjs";

export class Figures {
  constructor() {
    // From the time when a move was due until the page shows it.
    this.echo = new Times();
    // From then until the page shows the engine's answer, and the same without the site's pause.
    this.answer = new Times();
    // From the press that starts a match until its page is connected.
    this.opening = new Times();
    // How much later than due a move was sent: because the generator was late, or no match was free.
    this.lag = new Times();
    // Whole pages over HTTP, by kind.
    this.pages = {};
    this.moves = 0;
    this.games = 0;
    // How many errors there were of each kind.
    this.errors = {};
  }

  page(kind, duration) {
    (this.pages[kind] ??= new Times()).add(duration);
  }

  error(error) {
    const kind = String(error?.message ?? error).replace(/\/m\/[\w-]+/g, "/m/…");
    this.errors[kind] = (this.errors[kind] ?? 0) + 1;
  }

  get failures() {
    return Object.values(this.errors).reduce((sum, count) => sum + count, 0);
  }
}
