// Rounds of playing, killing, restarting and comparing.
//
// They test the promise that every move that a client saw accepted survives when the server's
// process is killed, and that every match continues.

import { setTimeout as sleep } from "node:timers/promises";

import { Visitor } from "../sockets/client.mjs";
import { Site } from "./site.mjs";
import { Table } from "./table.mjs";

const VISITORS = 5;
const TABLES = 15;
// At the kill this many matches are active, meaning that each has had an event within this many
// milliseconds,
const MOVING = 10;
const EVENT_EVERY = 2_000;
// and some move was acknowledged at most this many milliseconds before.
const ACKNOWLEDGED_WITHIN = 50;
// How long a round plays, in ms, before it looks for a moment for its kill.
const PLAYS = { least: 100, most: 1_100 };
const INSTANT_WITHIN = 30_000;
const PAGES_AT_ONCE = 8;

export class Rounds {
  // `seed` decides who plays what and when the server is killed (but not how the machine divides
  // its time). `whileDead` may change the site before it restarts; `tell` is called after every
  // round.
  constructor({ seed, plays = PLAYS, whileDead = async () => {}, tell = () => {} }) {
    Object.assign(this, { seed, plays, whileDead, tell, random: generator(seed) });
    this.matches = [];
    this.kills = [];
    this.lost = [];
    this.acknowledgedAt = -Infinity;
  }

  async run(rounds) {
    this.site = await Site.make();
    try {
      await this.site.start();
      this.visitors = Array.from({ length: VISITORS }, () => new Visitor(this.site.base));
      // Each visitor gets a cookie before playing several matches.
      for (const visitor of this.visitors) (await visitor.open("/")).close();
      this.tables = Array(TABLES).fill(null);

      for (let round = 0; round < rounds; round++) await this.round();
      await this.compareAll();
      return this.figures();
    } finally {
      await this.site.remove();
    }
  }

  async round() {
    Object.assign(this, { failure: null, killed: false });
    const seats = this.tables.map((_, index) => this.seat(index));
    const kill = await this.kill();
    await Promise.all(seats);
    const running = this.tables.filter((table) => table?.page);
    await Promise.all(running.map((table) => table.page.closed));

    await this.whileDead(this);
    await this.site.start();
    const before = this.lost.length;
    await Promise.all(running.map((table) => this.compare(table)));
    this.tables = this.tables.map((table) => (table?.page ? table : null));
    await Promise.all(this.tables.map((table) => table?.move()));

    this.kills.push(kill);
    this.tell({ round: this.kills.length, ...kill, lost: this.lost.length - before });
  }

  // Plays one match after another, until the server dies.
  async seat(index) {
    try {
      for (;;) {
        this.tables[index] ??= await this.sitDown(index);
        await this.tables[index].toTheEnd();
        this.tables[index].page.close();
        this.tables[index] = null;
      }
    } catch (error) {
      // The kill interrupts everyone; nothing else may.
      if (!this.killed) this.failure ??= error;
    }
  }

  async sitDown(index) {
    // Separate random numbers, so that they do not depend on the order in which matches proceed.
    const random = generator(this.seed + 1 + this.matches.length);
    const table = new Table(this.visitors[index % VISITORS], random, () => {
      this.acknowledgedAt = performance.now();
    });
    this.matches.push(table);
    // A separate seed, because two identical requests of a visitor at the same time make one match.
    const playouts = random() < 0.8 ? 20 : 200;
    await table.begin({
      opponent: "custom",
      "custom[player]": "text",
      "custom[text]": `mcts:playouts=${playouts},seed=${this.matches.length}`,
      begins: random() < 0.5 ? "you" : "opponent",
    });
    return table;
  }

  async kill() {
    const { least, most } = this.plays;
    await sleep(least + this.random() * (most - least));
    // Any moment that counts as just acknowledged.
    const later = this.random() * ACKNOWLEDGED_WITHIN;
    const deadline = performance.now() + INSTANT_WITHIN;

    for (;;) {
      if (this.failure) throw this.failure;
      const now = performance.now();
      if (now > deadline) throw new Error(`never were ${MOVING} matches moving at once`);
      const moving = this.moving(now);
      const since = now - this.acknowledgedAt;
      if (moving.length >= MOVING && since >= later && since <= ACKNOWLEDGED_WITHIN) {
        this.killed = true;
        const dead = this.site.kill();
        const thinking = moving.filter((table) => table.othersTurn()).length;
        await dead;
        return { moving: moving.length, thinking, since };
      }
      await sleep(1);
    }
  }

  moving(now) {
    const moving = (table) => table?.page && now - table.eventAt <= EVENT_EVERY && !table.over();
    return this.tables.filter(moving);
  }

  async compare(table) {
    const lost = await table.comeBack();
    this.lost.push(...lost.map((what) => `${table.path}: ${what}`));
  }

  // Checks all matches of all rounds again, including those that have ended.
  async compareAll() {
    for (const table of this.tables) table?.page.close();
    const left = this.matches.filter((table) => table.path);
    const some = Array.from({ length: PAGES_AT_ONCE }, async () => {
      for (let table = left.pop(); table; table = left.pop()) {
        await this.compare(table);
        table.page?.close();
      }
    });
    await Promise.all(some);
  }

  figures() {
    const sum = (number) => this.matches.reduce((total, table) => total + number(table), 0);
    return {
      rounds: this.kills.length,
      kills: this.kills,
      matches: this.matches.length,
      acknowledged: sum((table) => table.acknowledged),
      shown: sum((table) => table.seen.moves.length),
      contradictions: this.matches.flatMap((table) => table.seen.contradictions),
      lost: this.lost,
    };
  }
}

// mulberry32: reproducible numbers from 0 to 1.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
