// The nodes of one site, which share a PostgreSQL database, each an operating-system process with an
// address of its own on this machine's loopback interface.

import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { Site, databaseUrl, freePort, makeDatabase } from "../sockets/site.mjs";

const CONNECT_TIMEOUT_MS = 60_000;

export class Node extends Site {
  // As many nodes as there are classes of them.
  static async makeAll(classes, settings = {}) {
    const [database, secret] = [await makeDatabase(), randomBytes(48).toString("base64")];
    // Other tests may have nodes at the same time.
    const network = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`;
    const addresses = classes.map((_, n) => `${network}.${n + 1}`);
    return Promise.all(
      addresses.map(async (address, n) => {
        const node = await classes[n].make();
        return Object.assign(node, { database, secret, address, addresses, more: settings, control: await freePort() });
      }),
    );
  }

  get name() {
    return `playout@${this.address}`;
  }

  command() {
    const [env, machine, mix, server, ...flags] = super.command();
    return [env, machine, mix, "do", "run", "--no-start", ...flags, "test/cluster/control.exs", "+", server, ...flags];
  }

  settings() {
    return {
      ...super.settings(),
      DATABASE_URL: databaseUrl(this.database),
      CLUSTER: this.addresses.join(" "),
      CLUSTER_ADDRESS: this.address,
      CONTROL_PORT: String(this.control),
      ...this.more,
    };
  }

  // Answers a line with a list of words.
  async ask(...words) {
    const socket = connect(this.control, "127.0.0.1");
    socket.write(`${words.join(" ")}\n`);
    let answer = "";
    socket.on("data", (text) => (answer += text));
    // Rejects if nobody listens.
    await once(socket, "close");
    return answer.trim().split(" ").filter(Boolean);
  }

  // Waits until this node is connected to so many others.
  async connected(count) {
    const deadline = Date.now() + CONNECT_TIMEOUT_MS;
    while ((await this.ask("connected")).length < count) {
      if (Date.now() > deadline) throw new Error(`${this.name} is not connected:\n${this.process.output}`);
      await sleep(50);
    }
  }

  freeze() {
    this.process.kill("SIGSTOP");
  }

  thaw() {
    this.process?.kill("SIGCONT");
  }
}

// A node that only searches for the others.
export class Thinker extends Node {
  settings() {
    const { DATABASE_URL, ...settings } = super.settings();
    return { ...settings, CLUSTER_ROLE: "think" };
  }

  answers() {
    return this.ask("searched").then(() => true, () => false);
  }
}

// Cuts the connections between one node and the others, until the function that this returns.
export async function cut(node, others) {
  await Promise.all([
    node.ask("cut", ...others.map(({ name }) => name)),
    ...others.map((other) => other.ask("cut", node.name)),
  ]);
  return () => Promise.all([node, ...others].map((each) => each.ask("heal")));
}
