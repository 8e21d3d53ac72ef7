// What one phase of a load measured.

import { Times } from "./times.mjs";

// The site shows an engine's move no sooner than this after the move that it answers.
export const PAUSE_MS = 400;

export class Figures {
  constructor() {
    // From the time when a move was due until the page shows it.
    this.echo = new Times();
    // From then until the page shows the engine's answer; the site's pause is part of it.
    this.answer = new Times();
    // From the press that starts a match until its page is connected.
    this.opening = new Times();
    // How much later than due a move was sent: because the generator was late, or no match was free.
    this.lag = new Times();
    // From the loss of a page's connection until it has joined again.
    this.rejoined = new Times();
    // Moves that were on their way then and had to be made again.
    this.repeated = 0;
    // Of these, refused because the first had been stored meanwhile.
    this.inVain = 0;
    // Whole pages over HTTP, by kind.
    this.pages = {};
    this.moves = 0;
    this.games = 0;
    // How long it took, and how many moves were still due at its end.
    this.seconds = 0;
    this.unplayed = 0;
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

  // Counts the errors of other figures, too.
  addErrors({ errors }) {
    for (const [kind, count] of Object.entries(errors)) this.errors[kind] = (this.errors[kind] ?? 0) + count;
  }

  get failures() {
    return Object.values(this.errors).reduce((sum, count) => sum + count, 0);
  }
}
