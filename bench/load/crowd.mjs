// Many players, and the schedule by which they move.
//
// The load is open: moves and page requests are due at times that don't depend on how fast the site
// answers. A move that is due goes to any match whose player can move; if there is none, it waits,
// and the wait counts. So a site that is slow cannot slow its load down and look fast.

import { setTimeout as sleep } from "node:timers/promises";

import { generator } from "../../test/sockets/random.mjs";
import { Visitor } from "../../test/sockets/visitor.mjs";
import { PATIENCE_MS } from "../../test/waiting.mjs";
import { Figures } from "./figures.mjs";
import { address, ENGINE, GAMES, Player } from "./player.mjs";

// How many matches are opened at the same time before a phase begins.
const OPENINGS_AT_ONCE = 8;
// A page or a match that cannot be opened is tried again.
const TRY_AGAIN_MS = 1_000;
// Requests of single pages a second.
const PAGES_PER_SECOND = 1;

export class Crowd {
  constructor(base, seed, engine = ENGINE) {
    this.base = base;
    // Whom all play against.
    this.engine = engine;
    this.random = generator(seed);
    this.players = [];
    this.idle = [];
    this.overdue = [];
    this.closedPagesBytes = 0;
    // During an outage errors are expected.
    this.outage = false;
    // While nodes are replaced, their pages lose their connections.
    this.losesConnections = false;
    // Notes what all pages see, if somebody wants to know.
    this.witness = null;
    this.closed = false;
    this.figures = new Figures();
  }

  // Each visitor has an address of their own.
  visitor(number) {
    return new Visitor(this.base, address(number));
  }

  // New visitors look at the lobby, until there are so many.
  async arrive(count) {
    const players = [];
    for (let number = this.players.length; number < count; number++) players.push(new Player(this, number));
    this.players.push(...players);
    await severalAtOnce(players, (player) => this.persist(() => player.arrive()));
  }

  // All visitors without a match start one.
  async openAll() {
    const players = this.players.filter(({ page }) => !page);
    await severalAtOnce(players, (player) => this.replace(player));
  }

  // Starts a new match for a player.
  replace(player) {
    return this.persist(() => player.open());
  }

  async persist(attempt) {
    while (!this.closed) {
      try {
        return await attempt();
      } catch (error) {
        if (this.closed) return;
        this.failed(error);
        await sleep(TRY_AGAIN_MS);
      }
    }
  }

  // Fetches a page and records how long it took.
  async get(visitor, path, kind) {
    const start = performance.now();
    const response = await visitor.get(path);
    this.figures.page(kind, performance.now() - start);
    return response;
  }

  failed(error) {
    if (!this.outage) this.figures.error(error);
  }

  ready(player) {
    if (this.overdue.length > 0) player.move(this.overdue.shift());
    else this.idle.push(player);
  }

  // Plays `rate` moves a second, until `seconds` are over or `isDone`, and measures them in new
  // figures, which it returns. Moves that are still due at the end are counted as `unplayed`.
  async play(rate, seconds, isDone = () => false) {
    const figures = (this.figures = new Figures());
    const start = performance.now();
    const end = start + 1000 * seconds;
    let nextMove = start + this.gap(rate);
    let nextPage = start + this.gap(PAGES_PER_SECOND);
    for (let now = start; now < end && !isDone() && !this.closed; now = performance.now()) {
      for (; nextMove <= now; nextMove += this.gap(rate)) this.moveDue(nextMove);
      for (; nextPage <= now; nextPage += this.gap(PAGES_PER_SECOND)) this.visit();
      await sleep(Math.max(0, Math.min(nextMove, nextPage, end) - performance.now()));
    }
    figures.seconds = (performance.now() - start) / 1000;
    figures.unplayed = this.overdue.length;
    this.overdue = [];
    await this.drain();
    return figures;
  }

  // Exponential, as if many people moved independently.
  gap(rate) {
    return (-Math.log(1 - this.random()) * 1000) / rate;
  }

  moveDue(due) {
    const player = this.pick();
    if (player) player.move(due);
    else this.overdue.push(due);
  }

  pick() {
    const { idle } = this;
    while (idle.length > 0) {
      const index = Math.floor(this.random() * idle.length);
      const player = idle[index];
      idle[index] = idle.at(-1);
      idle.pop();
      // A player whose connection was lost is no longer ready, and comes back later.
      if (player.state === "ready") return player;
    }
    return null;
  }

  // Looks at one of the site's pages.
  visit() {
    const player = this.players[Math.floor(this.random() * this.players.length)];
    const game = GAMES[Math.floor(this.random() * GAMES.length)];
    const pages = {
      lobby: "/",
      play: `/play/${game}`,
      rules: `/rules/${game}`,
      lesson: `/learn/${game}`,
      match: player.page?.path ?? "/",
    };
    const kinds = Object.keys(pages);
    const kind = kinds[Math.floor(this.random() * kinds.length)];
    this.get(player.visitor, pages[kind], kind).catch((error) => this.failed(error));
  }

  // Waits at the end of a phase for moves that are not shown or not answered yet.
  async drain() {
    const end = performance.now() + PATIENCE_MS;
    const waiting = (wanted) => this.players.filter(({ state }) => state === wanted).length;
    while (waiting("moving") + waiting("answering") > 0 && performance.now() < end) await sleep(50);
    for (let count = waiting("moving"); count > 0; count--) this.failed("a move was not shown");
    for (let count = waiting("answering"); count > 0; count--) this.failed("the engine did not answer");
  }

  get connected() {
    return this.players.filter(({ page, state }) => page && state !== "opening").length;
  }

  // What all pages have received over their sockets.
  get receivedBytes() {
    return this.players.reduce((sum, { page }) => sum + (page?.receivedBytes ?? 0), this.closedPagesBytes);
  }

  close() {
    this.closed = true;
    for (const player of this.players) player.close();
  }
}

export async function severalAtOnce(items, work) {
  const remaining = [...items];
  const worker = async () => {
    while (remaining.length > 0) await work(remaining.shift());
  };
  await Promise.all(Array.from({ length: OPENINGS_AT_ONCE }, worker));
}
