// Each round plays matches, kills the server, restarts it and compares.
//
// This tests a promise: if the server's process is killed, no move that a client saw accepted is
// lost, every match continues, and a move that got no answer is accepted when it is sent again.

import { setTimeout as sleep } from "node:timers/promises";

import { generator } from "../sockets/random.mjs";
import { Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";
import { PATIENCE_MS } from "../waiting.mjs";
import { MatchClient } from "./match_client.mjs";
import { PairClient } from "./pair_client.mjs";

const VISITORS = 5;
const CONCURRENT_MATCHES = 15;
// Of three matches, one is between two people, under a clock.
const PAIRS = 3;
// At a kill, at least MIN_ACTIVE matches have had an event in this round and go on, and some move was
// acknowledged in the last ACKNOWLEDGED_MS.
const MIN_ACTIVE = 10;
const ACKNOWLEDGED_MS = 50;
// How long a round plays before it waits for the right moment to kill the server.
const PLAY_MS = { min: 100, max: 1_100 };
// In two of five rounds the site stays down for a while, so that a clock that runs meanwhile would show.
const LONG_OUTAGE = { rounds: 2, of: 5, ms: 3_000 };
const CONCURRENT_PAGES = 8;

export class Rounds {
  // `seed` determines who plays what and when the server is killed, but not how processes are
  // scheduled. The server is killed only when `isReady`; `whileStopped` may change the site before
  // it restarts; `onRound` is called after every round.
  constructor({ seed, isReady = (_rounds) => true, whileStopped = async (_rounds) => {}, onRound = (_round) => {} }) {
    this.seed = seed;
    this.isReady = isReady;
    this.whileStopped = whileStopped;
    this.onRound = onRound;
    this.random = generator(seed);
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
      // Visitors get their cookie before they start several matches at the same time.
      for (const visitor of this.visitors) await visitor.get("/");
      this.current = Array(CONCURRENT_MATCHES).fill(null);

      for (let round = 0; round < rounds; round++) await this.round();
      await this.compareAll();
      return this.figures();
    } finally {
      await this.site.remove();
    }
  }

  async round() {
    this.failure = null;
    this.killed = false;
    this.startedAt = performance.now();
    const playing = this.current.map((_, index) => this.playMatches(index));
    const kill = await this.kill();
    const killedAt = performance.now();
    await Promise.all(playing);
    const running = this.current.filter((match) => match?.isOpen);
    await Promise.all(running.map((match) => match.closed));

    await this.whileStopped(this);
    if (this.kills.length % LONG_OUTAGE.of < LONG_OUTAGE.rounds) await sleep(LONG_OUTAGE.ms);
    const outage = performance.now() - killedAt;
    await this.site.start();
    const before = this.lost.length;
    await Promise.all(running.map((match) => this.compare(match, outage)));
    this.current = this.current.map((match) => (match?.isOpen ? match : null));
    await Promise.all(this.current.map((match) => match?.move()));

    this.kills.push(kill);
    this.onRound({ round: this.kills.length, ...kill, lost: this.lost.length - before });
  }

  // Plays one match after another, until the server is killed.
  async playMatches(index) {
    try {
      for (;;) {
        this.current[index] ??= await this.startMatch(index);
        while (await this.current[index].move()) await this.enoughActive();
        this.current[index].close();
        this.current[index] = null;
      }
    } catch (error) {
      // The kill interrupts all matches; nothing else may.
      if (!this.killed) this.failure ??= error;
    }
  }

  async startMatch(index) {
    // Each match has its own generator, so that its numbers don't depend on the order in which
    // matches proceed.
    const random = generator(this.seed + 1 + this.matches.length);
    const onAcknowledged = () => (this.acknowledgedAt = performance.now());
    const [visitor, other] = [index, index + 1].map((number) => this.visitors[number % VISITORS]);
    const match =
      index % PAIRS === 0
        ? new PairClient([visitor, other], random, onAcknowledged)
        : new MatchClient(visitor, random, onAcknowledged);
    this.matches.push(match);
    if (match instanceof PairClient) {
      await match.start();
      return match;
    }
    // Different seeds, because two identical requests by a visitor at once start only one match.
    const playouts = random() < 0.8 ? 20 : 200;
    await match.start({
      opponent: "custom",
      "custom[player]": "text",
      "custom[text]": `mcts:playouts=${playouts},seed=${this.matches.length}`,
      begins: random() < 0.5 ? "you" : "opponent",
    });
    return match;
  }

  async kill() {
    const { min, max } = PLAY_MS;
    await sleep(min + this.random() * (max - min));
    // How long after an acknowledgement the server is killed.
    const delay = this.random() * ACKNOWLEDGED_MS;

    for (;;) {
      if (this.failure) throw this.failure;
      const active = this.activeMatches();
      const since = performance.now() - Math.max(this.acknowledgedAt, this.startedAt);
      if (since > PATIENCE_MS) throw new Error("the matches stand still");
      const timely = since >= delay && since <= ACKNOWLEDGED_MS;
      if (timely && active.length >= MIN_ACTIVE && this.isReady(this)) {
        this.killed = true;
        const killed = this.site.kill();
        const thinking = active.filter((match) => match.isOpponentsTurn()).length;
        await killed;
        return { active: active.length, thinking, since };
      }
      await sleep(1);
    }
  }

  activeMatches() {
    return this.current.filter((match) => match?.isOpen && match.lastEventAt > this.startedAt && !match.isOver());
  }

  // Matches that have had an event in this round wait for the others. Otherwise, on a slow machine,
  // games could end as fast as others begin.
  async enoughActive() {
    while (!this.killed && this.activeMatches().length < MIN_ACTIVE) await sleep(1);
  }

  // `outage` is for how many milliseconds the site has been down before this.
  async compare(match, outage = 0) {
    const lost = [...(await match.reopen(outage)), ...(await match.sendAgain())];
    this.lost.push(...lost.map((line) => `${match.path}: ${line}`));
  }

  // Checks all matches of all rounds again, including those that have ended.
  async compareAll() {
    for (const match of this.current) match?.close();
    const remaining = this.matches.filter((match) => match.path);
    const workers = Array.from({ length: CONCURRENT_PAGES }, async () => {
      for (let match = remaining.pop(); match; match = remaining.pop()) {
        await this.compare(match);
        match.close();
      }
    });
    await Promise.all(workers);
  }

  figures() {
    const sum = (count) => this.matches.reduce((total, match) => total + count(match), 0);
    return {
      rounds: this.kills.length,
      kills: this.kills,
      matches: this.matches.length,
      pairs: this.matches.filter((match) => match instanceof PairClient).length,
      acknowledged: sum((match) => match.acknowledged),
      again: sum((match) => match.again),
      shown: sum((match) => match.shown),
      contradictions: this.matches.flatMap((match) => match.contradictions),
      lost: this.lost,
    };
  }
}
