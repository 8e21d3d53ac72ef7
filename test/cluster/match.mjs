// A match in which each person has a page on some node. If the node is lost, the page opens again on
// another one, as behind a proxy.

import { setTimeout as sleep } from "node:timers/promises";

import { Seen } from "../kill/seen.mjs";
import { command, isOver, legalMoves, movesPlayed, send, seq } from "../sockets/match.mjs";
import { Visitor } from "../sockets/visitor.mjs";

const PAUSE_MS = { min: 150, max: 400 };
const RETRY_MS = 100;
// How long somebody waits for the answer to their move before their page opens elsewhere.
const PATIENCE_MS = 4_000;
// Of the moves sent, how many lose their connection at once, even if no node is lost.
const CUT = 0.15;

class Person {
  constructor(match, node) {
    this.match = match;
    this.visitor = new Visitor(node.base);
    this.node = node;
    this.page = null;
    this.unanswered = null;
    this.stubborn = false;
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
      if (!page) return;
      if (this.unanswered) {
        this.match.again += 1;
        await this.send(page);
        continue;
      }
      if (isOver(page)) return;
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
    this.unanswered = { ply: movesPlayed(page).length, sent: command(page, move) };
    await this.send(page);
  }

  // Without an answer the same command is sent again, wherever the page opens then.
  async send(page) {
    const { ply, sent } = this.unanswered;
    const late = sleep(PATIENCE_MS, "late", { ref: false });
    const answered = send(page, sent).catch(() => "lost");
    if (!this.stubborn && this.match.random() < CUT) page.socket.terminate();
    const answer = await Promise.race([answered, late]);
    if (typeof answer === "boolean") {
      this.unanswered = null;
      this.match.answer(ply, sent, answer);
    } else if (!this.stubborn) {
      // A stubborn one stays where it is, whatever happens there.
      this.close();
    }
  }
}

export class Match {
  path;
  over = false;
  awaited;
  goneOnAt;

  // `nodeFor` chooses a node for a person's page.
  constructor(people, random, nodeFor) {
    this.random = random;
    this.nodeFor = nodeFor;
    this.seen = new Seen();
    this.again = 0;
    this.lastEventAt = 0;
    this.stopped = false;
    this.people = people.map((node) => new Person(this, node));
    // Whether it was accepted, by the command's name.
    this.answers = new Map();
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

  answer(ply, { name, move }, accepted) {
    this.answers.set(name, accepted);
    if (accepted) this.seen.record(ply, move);
  }

  run() {
    return Promise.all(this.people.map((person) => person.run()));
  }

  stop() {
    this.stopped = true;
    for (const person of this.people) person.close();
  }
}
