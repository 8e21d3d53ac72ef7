// Two people who play each other under a clock, each on a page of their own, with the same interface
// as `MatchClient`.

import { movesPlayed, seq } from "../sockets/match.mjs";
import { MatchClient } from "./match_client.mjs";

const TIME_CONTROL = { name: "2m", milliseconds: 120_000 };

export class PairClient {
  constructor(visitors, random, onAcknowledged) {
    this.players = visitors.map((visitor) => new MatchClient(visitor, random, onAcknowledged));
    this.begins = random() < 0.5 ? 0 : 1;
    // For how many milliseconds the site has been down since the last look at the clocks, at least.
    this.down = 0;
    // What the page showed at last: after which event, and by side the time used.
    this.before = { after: null };
  }

  async start() {
    this.looked = { at: performance.now(), sum: 0 };
    const [owner, guest] = this.players;
    const begins = this.begins === 0 ? "you" : "opponent";
    await owner.start({ opponent: "friend", begins, clock: TIME_CONTROL.name });
    guest.path = owner.path;
    guest.watch(await guest.visitor.open(owner.path));
    await guest.page.push("join", { seq: seq(guest.page) });
  }

  get path() {
    return this.players[0].path;
  }

  get isOpen() {
    return this.players.every((player) => player.isOpen);
  }

  get closed() {
    return Promise.all(this.players.map((player) => player.closed));
  }

  close() {
    for (const player of this.players) player.close();
  }

  get acknowledged() {
    return this.players.reduce((sum, player) => sum + player.acknowledged, 0);
  }

  get again() {
    return this.players.reduce((sum, player) => sum + player.again, 0);
  }

  get shown() {
    return Math.max(...this.players.map((player) => player.shown));
  }

  get contradictions() {
    return this.players.flatMap((player) => player.contradictions);
  }

  get lastEventAt() {
    return Math.max(...this.players.map((player) => player.lastEventAt));
  }

  isOver() {
    return this.players.some((player) => player.isOver());
  }

  isOpponentsTurn() {
    return false;
  }

  // In Quarto the players take turns.
  move() {
    const played = Math.max(...this.players.map(({ page }) => movesPlayed(page).length));
    return this.players[(played + this.begins) % 2].move();
  }

  // `outage` is for how many milliseconds the site has been down since the page was closed.
  async reopen(outage) {
    const { lastEventAt } = this;
    this.down += outage;
    const lost = (await Promise.all(this.players.map((player) => player.reopen()))).flat();
    return this.isOpen ? [...lost, ...(await this.wrongClocks(lastEventAt))] : lost;
  }

  async sendAgain() {
    return (await Promise.all(this.players.map((player) => player.sendAgain()))).flat();
  }

  // Both together have used no more time than the site has been up since the last look. While nobody moves,
  // the clock that stands shows no less.
  async wrongClocks(lastEventAt) {
    const at = performance.now();
    const { html } = await this.players[0].visitor.get(this.path);
    const up = performance.now() - this.looked.at - this.down;
    const clocks = [...html.matchAll(/id="clock-(\w+)"[^>]*data-left="(\d+)"([^>]*data-running)?/g)];
    if (clocks.length !== 2) return [`the page shows ${clocks.length} clocks`];
    const before = this.before.after === lastEventAt ? this.before : {};
    this.before = { after: lastEventAt };
    const wrong = clocks.flatMap(([, side, left, runs]) => {
      const used = (this.before[side] = TIME_CONTROL.milliseconds - Number(left));
      return runs || used >= (before[side] ?? 0) ? [] : [`${side} used ${before[side]} ms, and then ${used} ms`];
    });
    const sum = clocks.reduce((sum, [, side]) => sum + this.before[side], 0);
    const used = sum - this.looked.sum;
    Object.assign(this, { looked: { at, sum }, down: 0 });
    return used <= up ? wrong : [...wrong, `both used ${used} ms, but the site was up for ${Math.round(up)} ms`];
  }
}
