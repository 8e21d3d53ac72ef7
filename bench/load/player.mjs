// A visitor who plays one match after another against an engine. The crowd decides when they move.

import { setTimeout as sleep } from "node:timers/promises";

import { isOver, legalMoves, movesPlayed, play, seq } from "../../test/sockets/match.mjs";
import { Page } from "../../test/sockets/page.mjs";

export const GAMES = ["quarto", "animal_shogi", "gomoku", "separo"];
export const ENGINE = "mcts:playouts=1000";
// A playout that looks for forced wins takes ten times as long as in the other games, and the load is
// that of the site, not of an engine.
const ENGINES = { gomoku: "mcts:playouts=1000,threats=off" };
// What a page does when its connection is lost: phoenix.js waits so long before each try.
const RECONNECT_MS = [10, 50, 100, 150, 200, 250, 500, 1000, 2000];
const RECONNECT_LATER_MS = 5000;

export class Player {
  constructor(crowd, number) {
    this.crowd = crowd;
    this.game = GAMES[number % GAMES.length];
    this.visitor = crowd.visitor(number);
    this.page = null;
    // What they wait for: a page, their turn, the echo of their move, or the engine's answer.
    this.state = "opening";
    // Of the last move: when it was due, the state that it led from or to, and since when that is shown.
    this.due = this.seq = this.since = null;
    // When a move was due that has to be made again.
    this.owed = null;
    // Whether the page's connection was lost, and is not back.
    this.isLost = false;
  }

  // Looks at the lobby, which has the form.
  arrive() {
    return this.crowd.get(this.visitor, "/", "lobby");
  }

  // Starts a match with the form.
  async open() {
    const { visitor, crowd } = this;
    this.state = "opening";
    this.owed = null;
    this.close();
    const start = performance.now();
    const begins = crowd.random() < 0.5 ? "you" : "opponent";
    const path = await visitor.post("/matches", choices(this.game, begins, this.engine()));
    const { html } = await crowd.get(visitor, path, "match");
    const page = new Page(visitor, path, html);
    await this.join(page);
    crowd.figures.opening.add(performance.now() - start);
  }

  engine() {
    const { engine } = this.crowd;
    return engine === ENGINE ? (ENGINES[this.game] ?? engine) : engine;
  }

  async join(page, moving = null) {
    this.page = page;
    this.state = "opening";
    page.onChange = () => this.shown();
    page.onClose = () => this.lost(page);
    await page.join();
    this.state = "thinking";
    if (moving) this.resume(page, moving);
    this.shown();
  }

  // A move was on its way when the connection was lost: either it has been stored, or it has to be made
  // again. Both count from when it was due.
  resume(page, { due, seq: before }) {
    if (seq(page) > before) this.moved(due);
    else this.owed = due;
  }

  // Plays a random legal move that was due at a given time.
  move(due, isRepeated = false) {
    const { page, crowd } = this;
    const before = seq(page);
    Object.assign(this, { state: "moving", due, seq: before });
    crowd.figures.lag.add(performance.now() - due);
    const moves = legalMoves(page);
    const move = moves[Math.floor(crowd.random() * moves.length)];
    const ply = movesPlayed(page).length;
    play(page, move).then(
      (accepted) => {
        if (accepted) crowd.witness?.accepted(page, ply, move);
        // The lost connection's move was stored after all, when the page had come back without it.
        else if (isRepeated && seq(page) > before) crowd.figures.inVain += 1;
        else this.failed(new Error("a move was refused"));
      },
      // `onClose` reports a lost connection.
      (error) => page.isOpen && this.failed(error),
    );
  }

  shown() {
    const { page, crowd } = this;
    const now = performance.now();
    if (this.state === "opening") return;
    crowd.witness?.shown(page);
    if (this.state === "moving" && seq(page) > this.seq) {
      this.moved(this.due);
      Object.assign(this, { state: "answering", seq: seq(page), since: now });
    } else if (this.state === "answering" && seq(page) > this.seq) {
      crowd.figures.answer.add(now - this.since);
      this.state = "thinking";
    }
    if (isOver(page)) {
      crowd.figures.games += 1;
      crowd.replace(this);
    } else if (this.state === "thinking" && canMove(page)) {
      this.state = "ready";
      if (this.owed === null) crowd.ready(this);
      else this.repeat();
    }
  }

  moved(due) {
    this.crowd.figures.echo.add(performance.now() - due);
    this.crowd.figures.moves += 1;
  }

  repeat() {
    const due = this.owed;
    this.owed = null;
    this.crowd.figures.repeated += 1;
    this.move(due, true);
  }

  // The connection was lost; the page comes back as in a browser.
  async lost(page) {
    if (page !== this.page || this.state === "opening") return;
    const { crowd } = this;
    const since = performance.now();
    const moving = this.state === "moving" && { due: this.due, seq: this.seq };
    if (!crowd.losesConnections) crowd.failed("a connection was lost");
    Object.assign(this, { state: "opening", isLost: true });
    for (let tries = 0; this.isLost && page === this.page; tries++) {
      await sleep(RECONNECT_MS[tries] ?? RECONNECT_LATER_MS);
      try {
        await this.join(page, moving);
        crowd.figures.rejoined.add(performance.now() - since);
        this.isLost = false;
      } catch (error) {
        if (!crowd.losesConnections) crowd.failed(error);
      }
    }
    this.isLost = false;
  }

  failed(error) {
    this.crowd.failed(error);
    this.crowd.replace(this);
  }

  close() {
    const { page } = this;
    if (!page) return;
    this.page = null;
    this.crowd.closedPagesBytes += page.receivedBytes;
    page.close();
  }
}

// The fields of the form that starts a match.
export function choices(game, begins, engine) {
  const custom = { "custom[player]": "text", "custom[text]": engine };
  return { game, opponent: "custom", ...custom, begins };
}

// The site plays a pass by itself if there is no other move.
export function canMove(page) {
  const { tree } = page.content;
  return tree !== "" && !tree.includes("--");
}

// A visitor's address in the network that is reserved for benchmarks (RFC 2544). It only stands in a
// header.
export function address(number) {
  return `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
}
