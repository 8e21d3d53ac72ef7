// A site of several nodes under load, and the proxy in front of them.

import { setTimeout as sleep } from "node:timers/promises";

import { Node } from "../../test/cluster/nodes.mjs";
import { number, table } from "./report.mjs";
import { loaded } from "./site.mjs";

const LoadedNode = loaded(Node);

const START_TIMEOUT_MS = 60_000;

// Of the site, it has what `LoadedSite` has.
export class LoadedNodes {
  nodes;
  checkEveryMs;
  ready = [];
  next = 0;
  removed = false;

  // `checkEveryMs` is how often the proxy looks which nodes are ready, `settings` are those of all nodes,
  // `directory` is the checkout that they run, unless it is this one.
  static async make(count, { checkEveryMs = 1_000, settings = {}, directory = null } = {}) {
    const site = Object.assign(new this(), { checkEveryMs });
    site.nodes = await Node.makeAll(Array(count).fill(LoadedNode), settings);
    if (directory) for (const node of site.nodes) node.directory = directory;
    return site;
  }

  async start() {
    // An earlier version's nodes may not be able to make the tables at the same moment.
    const [first, ...others] = this.nodes;
    await first.start();
    await Promise.all(others.map((node) => node.start()));
    await Promise.all(this.nodes.map((node) => node.connected(this.nodes.length - 1)));
    await this.check();
    this.checking = this.keepChecking();
  }

  async keepChecking() {
    while (!this.removed) {
      await sleep(this.checkEveryMs);
      await this.check();
    }
  }

  async check() {
    const answers = await Promise.all(this.nodes.map(isReady));
    this.ready = this.nodes.filter((_, n) => answers[n]);
  }

  // Waits until the proxy sends visitors to a node.
  async until(node) {
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!this.ready.includes(node)) {
      if (performance.now() > deadline) throw new Error(`${node.name} is not ready:\n${node.process.output}`);
      await sleep(10);
    }
  }

  // For a visitor: where the next request or socket goes. Each node in turn gets one.
  get base() {
    return () => {
      const nodes = this.ready.length > 0 ? this.ready : this.nodes;
      return nodes[this.next++ % nodes.length].base;
    };
  }

  get database() {
    return this.nodes[0].database;
  }

  get problems() {
    return this.nodes.flatMap((node) => node.problems);
  }

  async usage() {
    const usages = await Promise.all(this.nodes.map((node) => node.usage()));
    const sum = (name) => usages.reduce((total, usage) => total + usage[name], 0);
    return { cpu: sum("cpu"), memory: sum("memory"), database: usages[0].database, server: usages[0].server };
  }

  async memoryByKind() {
    const kinds = await Promise.all(this.nodes.map((node) => node.memoryByKind()));
    return Object.fromEntries(
      Object.keys(kinds[0]).map((kind) => [kind, kinds.reduce((total, memory) => total + memory[kind], 0)]),
    );
  }

  // What each node uses, has, and has sent to the others so far.
  byNode() {
    return Promise.all(
      this.nodes.map(async (node) => {
        const { cpu, memory } = await node.usage();
        const [bytes, messages] = (await node.ask("sent")).map(Number);
        return { cpu, memory, bytes, messages, owned: (await node.ask("owned")).length, at: performance.now() };
      }),
    );
  }

  async remove() {
    this.removed = true;
    await this.checking;
    for (const node of this.nodes) await node.remove();
  }
}

function isReady({ base }) {
  return fetch(`${base}/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

// `opened`, `rested` and `played` are what the nodes had used before nobody moved, then, and after so
// many moves.
export function nodesTable({ nodes }, { opened, rested, played, moves }) {
  const rows = nodes.map(({ address, problems }, n) => {
    const [first, before, after] = [opened, rested, played].map((usages) => usages[n]);
    const sent = (name) => after[name] - before[name];
    return [
      address,
      number(before.memory),
      number(after.memory),
      number((1000 * (after.cpu - before.cpu)) / (after.at - before.at), 2),
      after.owned,
      number((before.bytes - first.bytes) / (before.at - first.at)),
      number(sent("bytes") / moves / 1000, 2),
      number(sent("messages") / moves, 1),
      problems.length,
    ];
  });
  const sent = ["sent in rest, kB/s", "sent a move, kB", "messages"];
  return table("By node", ["", "MB in rest", "MB at the end", "cores", "matches", ...sent, "lines in the log"], rows);
}
