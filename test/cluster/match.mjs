// A match in which each person has a page on some node. If the node is lost, the page opens again on
// another one, as behind a proxy.

import { setTimeout as sleep } from "node:timers/promises";

import { Seen } from "../kill/seen.mjs";
import { isOver, legalMoves, movesPlayed, play, seq } from "../sockets/match.mjs";
import { Visitor } from "../sockets/visitor.mjs";

const PAUSE_MS = { min: 150, max: 400 };
const RETRY_MS = 100;
// How long somebody waits for the answer to their move before their page opens elsewhere.
const PATIENCE_MS = 4_000;

class Person {
  constructor(match, node) {
    Object.assign(this, { match, visitor: new Visitor(node.base), node, page: null });
  }

  show(page) {
    this.page = page;
    page.onChange = () => this.match.show(page);
    page.onClose = () => this.leave(page);
    this.match.show(page);
  }

  leave(page) {
    if (this.page === page) this.page = null;
  }

  // Opens the page on a node that answers.
  async open() {
    while (!this.page && !this.match.stopped) {
      this.node = this.match.nodeFor(this);
      this.visitor.base = this.node.base;
      const page = await this.visitor.open(this.match.path).catch(() => null);
      if (page?.isOpen) this.show(page);
      else await sleep(RETRY_MS);
    }
  }

  close() {
    this.page?.close();
    this.page = null;
  }

  async run() {
    while (!this.match.stopped) {
      if (!this.page) await this.open();
      const { page } = this;
      if (!page || isOver(page)) return;
      const moves = legalMoves(page);
      if (moves.length === 0) {
        await sleep(RETRY_MS);
        continue;
      }
      await sleep(PAUSE_MS.min + this.match.random() * (PAUSE_MS.max - PAUSE_MS.min));
      await this.move(page, moves[Math.floor(this.match.random() * moves.length)]);
    }
  }

  async move(page, move) {
    const ply = movesPlayed(page).length;
    const late = sleep(PATIENCE_MS, "late", { ref: false });
    const answer = await Promise.race([play(page, move).catch(() => "lost"), late]);
    if (answer === true) this.match.acknowledge(ply, move);
    else if (answer === false) this.match.refused += 1;
    // A stubborn one stays where it is, whatever happens there.
    else if (!this.stubborn) this.close();
  }
}

export class Match {
  // `nodeFor` chooses a node for a person's page.
  constructor(people, random, nodeFor) {
    Object.assign(this, { random, nodeFor, seen: new Seen(), acknowledged: 0, refused: 0, lastEventAt: 0, stopped: false });
    this.people = people.map((node) => new Person(this, node));
  }

  async start(fields) {
    const [owner, guest] = this.people;
    const page = await owner.visitor.startMatch({ game: "gomoku", ...fields });
    this.path = page.path;
    owner.show(page);
    if (!guest) return;
    guest.show(await guest.visitor.open(this.path));
    await guest.page.push("join", { seq: seq(guest.page) });
  }

  // Whether it waits for somebody whose page is on a frozen node.
  get isStuck() {
    return this.people.some((person) => person.stubborn);
  }

  get id() {
    return this.path.replace("/m/", "");
  }

  show(page) {
    const before = this.seen.seq;
    this.seen.show(movesPlayed(page), seq(page));
    if (this.seen.seq > before) this.lastEventAt = performance.now();
    if (this.seen.seq >= this.awaited) this.goneOnAt ??= this.lastEventAt;
    if (isOver(page)) this.over = true;
  }

  // From now on, notes when it has had so many more events.
  wait(events) {
    Object.assign(this, { awaited: this.seen.seq + events, goneOnAt: null });
  }

  acknowledge(ply, move) {
    this.acknowledged += 1;
    this.seen.record(ply, move);
  }

  run() {
    return Promise.all(this.people.map((person) => person.run()));
  }

  stop() {
    this.stopped = true;
    for (const person of this.people) person.close();
  }
}
