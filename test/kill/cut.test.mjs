// Commands whose connection is cut, and whose site is killed, before anybody answers: each is sent again
// under its name until it is answered, and is then stored once, or refused.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { all } from "../rarely.mjs";
import { command, isOver, legalMoves, movesPlayed, send, seq } from "../sockets/match.mjs";
import { generator } from "../sockets/random.mjs";
import { build, postgresql, Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";

const seed = Math.floor(Math.random() * 2 ** 32);
const [MOVES, MATCHES, KILLS] = all && !postgresql ? [1_000, 20, 3] : [200, 10, 1];
// Of all sendings, how many are cut before, at once after, and once the other player has seen the move.
const CUTS = { unsent: 0.1, "cut off": 0.2, unheard: 0.1 };
// How long after it was sent a command is cut off.
const MOST_MS = 4;
// Of all moves, how many are sent together with another one, of which only one can be accepted.
const RIVALS = 0.1;
// What somebody whose rival was accepted is told.
const REFUSAL = "The board has changed. Please look again.";
// A site that is killed refuses only the connections that were being made.
const MOST_JOINS = 20;

// Nobody here thinks before they move.
class QuickSite extends Site {
  settings() {
    return { ...super.settings(), COMMANDS_PER_VISITOR: "10000" };
  }
}

// What befalls the commands, and what became of them.
class Trial {
  constructor(site, random) {
    this.site = site;
    this.random = random;
    this.left = MOVES;
    this.up = null;
    this.figures = {
      accepted: 0,
      refused: 0,
      told: 0,
      again: 0,
      "stored without an answer": 0,
      kills: 0,
      "in flight at kills": 0,
    };
    for (const cut in CUTS) this.figures[cut] = 0;
    this.inFlight = new Set();
  }

  // How the next sending is cut, if it is.
  cut() {
    let number = this.random();
    return Object.keys(CUTS).find((cut) => (number -= CUTS[cut]) < 0) ?? null;
  }

  // To be called while a command is in flight. The site is killed at equal distances.
  async mayKill() {
    const { figures, inFlight } = this;
    if (figures.accepted < (MOVES * (figures.kills + 1)) / (KILLS + 1)) return;
    figures.kills += 1;
    await sleep(this.random() * MOST_MS);
    figures["in flight at kills"] += inFlight.size;
    this.up = this.site.kill().then(() => this.site.start());
    await this.up;
  }
}

class Player {
  constructor(trial, page) {
    this.trial = trial;
    this.page = page;
    this.listen();
  }

  // Counts the refusals that say why.
  listen() {
    this.page.socket.on("message", (text) => {
      if (String(text).includes('"accepted":false') && String(text).includes(REFUSAL)) this.trial.figures.told += 1;
    });
  }

  async connect() {
    for (let joins = 1; !this.page.isOpen; joins++) {
      await Promise.all([this.trial.up, this.page.closed]);
      await this.page.join().then(
        () => this.listen(),
        (error) => {
          assert.ok(joins < MOST_JOINS, error.message);
          this.page.socket.terminate();
        },
      );
    }
  }

  // Sends commands until each is answered; returns those that were accepted.
  async deliver(commands, witness) {
    const { figures, inFlight, random } = this.trial;
    const answers = new Map();
    for (let again = false; answers.size < commands.length; again = true) {
      await this.connect();
      const open = commands.filter((command) => !answers.has(command));
      if (again) figures.again += open.length;
      const stored = seq(this.page) > commands[0].seq;
      if (again && stored && ![...answers.values()].includes(true)) figures["stored without an answer"] += 1;
      if (random() < 0.5) open.reverse();
      const cut = this.trial.cut();
      if (cut) figures[cut] += 1;
      if (cut === "unsent") {
        this.page.socket.terminate();
        continue;
      }
      if (cut === "unheard") this.page.socket.removeAllListeners("message");
      const sent = open.map(async (command) => {
        inFlight.add(command);
        const accepted = await send(this.page, command).catch(() => null);
        inFlight.delete(command);
        if (accepted !== null) answers.set(command, accepted);
      });
      const killed = this.trial.mayKill();
      if (cut === "cut off") await sleep(random() * MOST_MS);
      if (cut === "unheard") await witness.sees(commands[0].seq + 1);
      if (cut) this.page.socket.terminate();
      await Promise.all([...sent, killed]);
    }
    return commands.filter((command) => answers.get(command));
  }

  // Waits until the page shows so many events, or is lost.
  async sees(events) {
    if (this.page.isOpen) await this.page.until((page) => seq(page) >= events).catch(() => {});
  }
}

class Match {
  async start(trial) {
    this.trial = trial;
    const [owner, guest] = [1, 2].map(() => new Visitor(trial.site.base));
    const first = await owner.startMatch({ game: "gomoku", opponent: "friend", begins: "you" });
    const second = await guest.open(first.path);
    await second.push("join", { seq: seq(second) });
    this.players = [first, second].map((page) => new Player(trial, page));
    this.owner = owner;
    this.path = first.path;
    this.begun = seq(second);
    this.accepted = [];
    return this;
  }

  async run() {
    const { figures, random } = this.trial;
    for (let n = 0; this.trial.left > 0; n = 1 - n) {
      const [player, other] = [this.players[n], this.players[1 - n]];
      await player.connect();
      await player.sees(this.begun + this.accepted.length);
      await player.connect();
      const { page } = player;
      if (isOver(page)) return;
      const moves = legalMoves(page);
      const any = () => moves.splice(Math.floor(random() * moves.length), 1)[0];
      const commands = (random() < RIVALS ? [any(), any()] : [any()]).map((move) => command(page, move));
      this.trial.left -= commands.length;
      const accepted = await player.deliver(commands, other);
      assert.equal(accepted.length, 1, `${page.path}: of ${commands.length} moves, ${accepted.length} were accepted`);
      this.accepted.push(accepted[0].move);
      figures.accepted += 1;
      figures.refused += commands.length - 1;
    }
  }

  close() {
    for (const { page } of this.players) page.close();
  }
}

// Fails if a match has two events of the same command.
const NAMES_ARE_UNIQUE = `CREATE UNIQUE INDEX names ON events
  (match_id, (${postgresql ? "data::jsonb ->> 'command'" : "json_extract(data, '$.command')"}))`;

before(build);

test(`${MOVES} moves are each stored once or refused, however often they are cut (seed ${seed})`, async (t) => {
  const site = await QuickSite.make();
  try {
    await site.start();
    const trial = new Trial(site, generator(seed));
    const matches = await Promise.all(Array.from({ length: MATCHES }, () => new Match().start(trial)));
    await Promise.all(matches.map((match) => match.run()));
    for (const match of matches) match.close();

    const { figures } = trial;
    for (const [what, count] of Object.entries(figures)) t.diagnostic(`${what}: ${count}`);
    for (const what in figures) assert.ok(figures[what] > 0, what);
    assert.equal(figures.kills, KILLS);
    assert.equal(figures.told, figures.refused);
    assert.ok(figures.accepted + figures.refused >= MOVES);

    // What is stored, and nothing else.
    await site.kill();
    await site.sql(NAMES_ARE_UNIQUE);
    await site.start();
    for (const { owner, path, begun, accepted } of matches) {
      const page = await owner.open(path);
      assert.deepEqual(movesPlayed(page), accepted, path);
      assert.equal(seq(page), begun + accepted.length, path);
      page.close();
    }
  } finally {
    await site.remove();
  }
});
