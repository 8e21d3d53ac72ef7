// Plays random legal moves in a match as a visitor, and records everything that the page shows.

import { setTimeout as sleep } from "node:timers/promises";

import { command, isOver, legalMoves, movesPlayed, send, seq } from "../sockets/match.mjs";
import { Seen } from "./seen.mjs";

const MAX_THINK_MS = 250;

export class MatchClient {
  // `onAcknowledged` is called for every acknowledged move.
  constructor(visitor, random, onAcknowledged) {
    this.visitor = visitor;
    this.random = random;
    this.onAcknowledged = onAcknowledged;
    this.seen = new Seen();
    this.acknowledged = 0;
    // The move that was sent and not answered yet.
    this.unanswered = null;
    this.again = 0;
    this.lastEventAt = -Infinity;
  }

  async start(choices) {
    this.watch(await this.visitor.startMatch(choices));
    this.path = this.page.path;
  }

  // Reopens the page over a new connection; returns descriptions of the moves that are lost.
  async reopen() {
    this.page = null;
    const page = await this.visitor.open(this.path).catch((error) => error);
    if (page instanceof Error) return [`the page cannot be opened: ${page.message}`];

    const lost = this.seen.lost(movesPlayed(page));
    // A loss is reported once; the match continues from what the page shows.
    if (lost.length > 0) this.seen = new Seen();
    this.watch(page);
    return lost;
  }

  get isOpen() {
    return this.page != null;
  }

  get closed() {
    return this.page.closed;
  }

  close() {
    this.page?.close();
  }

  get shown() {
    return this.seen.moves.length;
  }

  get contradictions() {
    return this.seen.contradictions;
  }

  watch(page) {
    this.page = page;
    page.onChange = () => this.update(page);
    this.update(page);
  }

  update(page) {
    const before = this.seen.seq;
    this.seen.show(movesPlayed(page), seq(page));
    if (this.seen.seq > before) this.lastEventAt = performance.now();
  }

  isOver() {
    return isOver(this.page);
  }

  isOpponentsTurn() {
    return !this.isOver() && legalMoves(this.page).length === 0;
  }

  // Waits for its turn and plays a move; returns false if the match has ended instead.
  async move() {
    const { page } = this;
    await page.until(() => this.isOver() || legalMoves(page).length > 0, "a turn");
    if (this.isOver()) return false;

    await sleep(this.random() * MAX_THINK_MS);
    const moves = legalMoves(page);
    const move = moves[Math.floor(this.random() * moves.length)];
    this.unanswered = { ply: movesPlayed(page).length, sent: command(page, move) };
    const [refused] = await this.send();
    if (refused) throw new Error(`${this.path}: ${refused}`);
    return true;
  }

  // After a kill, sends a move again that got no answer; returns descriptions of what is refused. Nobody
  // else could move, so nothing may be.
  async sendAgain() {
    if (!this.unanswered || !this.isOpen) return [];
    this.again += 1;
    return this.send();
  }

  async send() {
    const { ply, sent } = this.unanswered;
    const accepted = await send(this.page, sent);
    this.unanswered = null;
    if (!accepted) return [`move ${ply + 1}, ${sent.move}, was refused`];

    this.acknowledged += 1;
    this.seen.record(ply, sent.move);
    this.onAcknowledged();
    return [];
  }
}
