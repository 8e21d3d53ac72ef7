// What the pages of all matches have shown, to find out at the end whether it is still true.

import { Seen } from "../../test/kill/seen.mjs";
import { movesPlayed, seq } from "../../test/sockets/match.mjs";
import { severalAtOnce } from "./crowd.mjs";

export class Witness {
  constructor() {
    this.matches = new Map();
  }

  shown(page) {
    this.of(page.path).show(movesPlayed(page), seq(page));
  }

  accepted(page, ply, move) {
    this.of(page.path).record(ply, move);
  }

  of(path) {
    if (!this.matches.has(path)) this.matches.set(path, new Seen());
    return this.matches.get(path);
  }

  get moves() {
    return [...this.matches.values()].reduce((sum, { moves }) => sum + moves.length, 0);
  }

  // What pages have shown differently at different times.
  get contradictions() {
    return [...this.matches].flatMap(([path, seen]) => seen.contradictions.map((line) => `${path}: ${line}`));
  }

  // Opens every match again; returns which moves are missing. `visitor` makes one for a number.
  async lost(visitor) {
    const lost = [];
    await severalAtOnce([...this.matches].entries(), async ([number, [path, seen]]) => {
      const page = await visitor(number).open(path);
      lost.push(...seen.lost(movesPlayed(page)).map((line) => `${path}: ${line}`));
      page.close();
    });
    return lost;
  }
}
