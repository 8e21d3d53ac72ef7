// A visitor in a match, who plays random legal moves and remembers everything they saw.

import { setTimeout as sleep } from "node:timers/promises";

import { begin, legalMoves, movesPlayed, over, play, seq } from "../sockets/match.mjs";
import { Seen } from "./seen.mjs";

const THINKS_UP_TO = 250;

export class Table {
  // `onAcknowledged` is called for every acknowledged move.
  constructor(visitor, random, onAcknowledged) {
    Object.assign(this, { visitor, random, onAcknowledged });
    this.seen = new Seen();
    this.acknowledged = 0;
    this.eventAt = -Infinity;
  }

  async begin(choices) {
    this.watch(await begin(this.visitor, choices));
    this.path = this.page.path;
  }

  // Opens the page again over a new connection; returns a description of what is missing.
  async comeBack() {
    this.page = null;
    const page = await this.visitor.open(this.path).catch((error) => error);
    if (page instanceof Error) return [`it cannot be shown: ${page.message}`];

    const lost = this.seen.lost(movesPlayed(page));
    // A loss is reported once; the match continues from what the page shows.
    if (lost.length > 0) this.seen = new Seen();
    this.watch(page);
    return lost;
  }

  watch(page) {
    this.page = page;
    page.onChange = () => this.look(page);
    this.look(page);
  }

  look(page) {
    const before = this.seen.seq;
    this.seen.show(movesPlayed(page), seq(page));
    if (this.seen.seq > before) this.eventAt = performance.now();
  }

  over() {
    return over(this.page);
  }

  othersTurn() {
    return !this.over() && legalMoves(this.page).length === 0;
  }

  // Plays one move as soon as possible; false if the match has ended.
  async move() {
    const { page } = this;
    await page.until(() => this.over() || legalMoves(page).length > 0, "a turn");
    if (this.over()) return false;

    await sleep(this.random() * THINKS_UP_TO);
    const moves = legalMoves(page);
    const move = moves[Math.floor(this.random() * moves.length)];
    const ply = movesPlayed(page).length;
    if (!(await play(page, move))) throw new Error(`${this.path}: ${move} was refused`);
    this.acknowledged += 1;
    this.seen.accept(ply, move);
    this.onAcknowledged();
    return true;
  }

  async toTheEnd() {
    while (await this.move());
  }
}
