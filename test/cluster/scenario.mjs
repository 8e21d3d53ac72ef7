// People and engines play on a site of three nodes, while one is killed, one is frozen and thawed, one is
// cut off and connected again, and their database is restarted.
//
// This tests a promise: no move that somebody saw accepted is lost, nothing is stored twice, and every
// match goes on.

import { setTimeout as sleep } from "node:timers/promises";

import { movesPlayed, seq } from "../sockets/match.mjs";
import { generator } from "../sockets/random.mjs";
import { psql, restartPostgresql } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";
import { Match } from "./match.mjs";
import { cut, Node, Thinker } from "./nodes.mjs";

const NODES = 3;
// When a proxy notices that a node doesn't answer, and sends its pages elsewhere.
const PROXY_NOTICES_MS = 3_000;
const STANDSTILL_MS = 60_000;

export class Scenario {
  // `matches` run at a time, half of them between people under a clock, the others against engines.
  constructor({ seed, matches, network = null, onDisturbance = (_disturbance) => {} }) {
    this.seed = seed;
    this.count = matches;
    this.network = network;
    this.onDisturbance = onDisturbance;
    this.random = generator(seed);
    this.matches = [];
    this.disturbances = [];
  }

  async run(rounds) {
    const classes = [...Array(NODES).fill(Node), Thinker];
    const settings = { COMMANDS_PER_VISITOR: "1000", TREE_MEMORY: "512", SEARCHES_AT_ONCE: "1" };
    const all = await Node.makeAll(classes, settings, this.network);
    this.nodes = all.slice(0, NODES);
    this.thinker = all[NODES];
    this.up = new Set(this.nodes);
    try {
      await Promise.all(all.map((node) => node.start()));
      await Promise.all(all.map((node) => node.connected(NODES)));
      this.current = await Promise.all(Array.from({ length: this.count }, (_, index) => this.begin(index)));
      const playing = Promise.all(this.current.map((_, index) => this.playMatches(index)));
      for (let round = 0; round < rounds; round++) await Promise.race([this.round(round), playing]);
      this.stopped = true;
      for (const match of this.current) match.stop();
      await playing;
      return await this.figures();
    } finally {
      this.stopped = true;
      for (const match of this.current ?? []) match.stop();
      for (const node of all) {
        node.thaw();
        await node.remove();
      }
    }
  }

  async round(round) {
    const [one, two, three] = this.nodes.map((_, n) => this.nodes[(n + round) % NODES]);
    await this.disturb("killed", () => this.kill(two));
    const restarted = this.restart(two);

    await this.disturb("frozen", () => this.freeze(three));
    await restarted;
    await this.disturb("thawed", async () => {
      three.thaw();
      for (const person of this.people()) person.stubborn = false;
    });
    await three.connected(NODES);
    this.up.add(three);

    let heal;
    // Moves have crossed the cut when both have answered.
    await this.disturb("cut off", async () => (heal = await cut(one, [two, three])), 3);
    await this.disturb("healed", heal);
    await Promise.all(this.nodes.map((node) => node.connected(NODES)));
    await this.disturb("database restarted", () => restartPostgresql("fast"));
  }

  async kill(node) {
    this.up.delete(node);
    await node.kill();
  }

  // While another one is frozen.
  async restart(node) {
    await node.start();
    await node.connected(NODES - 1);
    this.up.add(node);
  }

  async freeze(node) {
    this.up.delete(node);
    node.freeze();
    // Somebody whose proxy doesn't notice.
    const pages = this.people().filter((person) => person.node === node && person.page);
    if (pages[0]) pages[0].stubborn = true;
    setTimeout(() => pages.slice(1).forEach((person) => person.close()), PROXY_NOTICES_MS).unref();
  }

  people() {
    return this.current.flatMap((match) => match.people);
  }

  // Does something to the nodes, and measures how long it takes until each match that is going on has
  // had so many more events.
  async disturb(what, work, events = 1) {
    const going = () => this.current.filter((match) => !match.over && !match.isStuck);
    const earlier = performance.now();
    await this.until(() => going().every((match) => match.lastEventAt > earlier), `before one is ${what}`);
    const began = performance.now();
    for (const match of this.current) match.wait(events);
    await work();
    const running = going();
    await this.until(() => running.every((match) => match.over || match.goneOnAt), `after one was ${what}`);
    const waits = running.filter((match) => match.goneOnAt).map((match) => match.goneOnAt - began);
    const gone = waits.sort((a, b) => a - b);
    const disturbance = {
      what,
      matches: running.length,
      gone: gone.length,
      p50: at(gone, 0.5),
      p95: at(gone, 0.95),
      most: gone.at(-1),
    };
    this.disturbances.push(disturbance);
    this.onDisturbance(disturbance);
  }

  async until(condition, when = "") {
    const deadline = performance.now() + STANDSTILL_MS;
    while (!condition()) {
      if (performance.now() > deadline) throw new Error(`some matches stand still ${when}: ${await this.standing()}`);
      await sleep(10);
    }
  }

  // Where the matches that stand still are: what their pages show, and what each node knows of them.
  async standing() {
    const late = this.current.filter(
      (match) => !match.over && performance.now() - match.lastEventAt > STANDSTILL_MS / 2,
    );
    const where = ({ node, page }) => `${node.address} ${page ? `shows ${seq(page)}` : "closed"}`;
    const known = async (node, id) => `${node.address}: ${(await node.ask("match", id)).join(" ")}`;
    const lines = late.map(async ({ id, seen, people }) => {
      const nodes = await Promise.all(this.nodes.map((node) => known(node, id)));
      return `${id} at ${seen.seq} (${people.map(where).join(", ")}; ${nodes.join(", ")})`;
    });
    return (await Promise.all(lines)).join("; ");
  }

  async playMatches(index) {
    while (!this.stopped) {
      await this.current[index].run();
      if (this.stopped) return;
      this.current[index].stop();
      this.current[index] = await this.begin(index);
    }
  }

  // Starting a match may fail while a node is lost; then another one does it.
  async begin(index, attempts = 50) {
    for (;;) {
      const number = this.matches.length;
      const two = index % 2 === 0;
      const nodes = two ? [this.anyNode(), this.anyNode()] : [this.anyNode()];
      const match = new Match(nodes, generator(this.seed + number), () => this.anyNode());
      this.matches.push(match);
      const fields = two
        ? { opponent: "friend", begins: "you", clock: "10+5" }
        : { opponent: "custom", "custom[player]": "text", "custom[text]": `mcts:ms=200,seed=${number}`, begins: "you" };
      try {
        await match.start(fields);
        if (this.stopped) match.stop();
        return match;
      } catch (error) {
        match.stop();
        if (this.stopped) return match;
        if (--attempts === 0) throw error;
        await sleep(200);
      }
    }
  }

  anyNode() {
    const up = [...this.up];
    return up[Math.floor(this.random() * up.length)];
  }

  // After a while, each match that is awake has one process.
  async owners() {
    const owned = await Promise.all(this.nodes.map((node) => node.ask("owned")));
    return owned.flat();
  }

  async figures() {
    const { database } = this.nodes[0];
    const begun = this.matches.filter((match) => match.path);
    const lost = [];
    const visitor = new Visitor(this.nodes[0].base);
    for (const match of begun) {
      const page = await visitor.open(match.path);
      lost.push(...match.seen.lost(movesPlayed(page)).map((line) => `${match.path}: ${line}`));
      page.close();
    }
    const gaps = await psql(database, "SELECT match_id FROM events GROUP BY match_id HAVING count(*) <> max(seq)");
    const commands = await psql(database, "SELECT data::jsonb ->> 'command' FROM events");
    const owners = await this.owners();
    const answers = begun.flatMap((match) => [...match.answers]);
    const [searched] = await this.thinker.ask("searched");
    return {
      disturbances: this.disturbances,
      matches: begun.length,
      acknowledged: answers.filter(([, accepted]) => accepted).length,
      refused: answers.filter(([, accepted]) => !accepted).length,
      again: begun.reduce((sum, match) => sum + match.again, 0),
      miscounted: miscounted(commands.split("\n").filter(Boolean), answers),
      contradictions: begun.flatMap((match) => match.seen.contradictions.map((line) => `${match.path}: ${line}`)),
      searched: Number(searched),
      lost,
      gaps: gaps.split("\n").filter(Boolean),
      twice: owners.filter((id, n) => owners.indexOf(id) !== n),
    };
  }
}

// What is stored more than once, or was accepted and isn't stored, or was refused and is.
function miscounted(stored, answers) {
  const counts = new Map();
  for (const name of stored) counts.set(name, (counts.get(name) ?? 0) + 1);
  const twice = [...counts].filter(([, count]) => count > 1).map(([name, count]) => `${name} is stored ${count} times`);
  const wrong = answers.filter(([name, accepted]) => accepted !== counts.has(name));
  return [
    ...twice,
    ...wrong.map(([name, accepted]) => `${name} was ${accepted ? "accepted and isn't" : "refused and is"} stored`),
  ];
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
