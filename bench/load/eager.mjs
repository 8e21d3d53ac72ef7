// Strangers who play as soon as they can, beside others who keep the engines busy.

import { setTimeout as sleep } from "node:timers/promises";

import { Crowd } from "./crowd.mjs";

// An engine that takes no time.
export const SHORT = "mcts:playouts=1";
// The others have addresses from here on.
export const OTHERS = 1000;

// A site that has not begun the others' searches by then never will.
const BEGUN_MS = 30_000;
// How long the strangers' moves may take. They wait longer than this only if the site is unfair.
const PLAYED_MS = 120_000;

// Waits until a site has so many searches, and returns how many it has. Of a site that runs already
// this is unknown.
export async function begun(site, wanted) {
  const end = performance.now() + BEGUN_MS;
  for (;;) {
    const searches = await site.searches();
    if (!(searches < wanted)) return searches;
    if (performance.now() > end) throw new Error(`the site has ${searches} searches instead of ${wanted}`);
    await sleep(200);
  }
}

// Visitors who move as soon as they can, until they have made so many moves together.
export class Eager extends Crowd {
  constructor(base, seed, engine, moves = Infinity) {
    super(base, seed, engine);
    this.left = moves;
  }

  ready(player) {
    if (this.left <= 0) return;
    this.left -= 1;
    player.move(performance.now());
  }

  async playAll(visitors) {
    const end = performance.now() + PLAYED_MS;
    await this.arrive(visitors);
    await this.openAll();
    while (this.left > 0 && performance.now() < end) await sleep(50);
    for (; this.left > 0; this.left--) this.failed("a move was not played in time");
    await this.drain();
  }
}
