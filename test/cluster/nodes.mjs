// The nodes of one site, which share a PostgreSQL database, each an operating-system process with an
// address of its own: on this machine's loopback interface, or in a `Network`.

import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

import { fileURLToPath } from "node:url";

import { freePort } from "../sockets/free_port.mjs";
import { databaseUrl, makeDatabase, Site } from "../sockets/site.mjs";
import { until } from "../waiting.mjs";

// Of this checkout, also where a node runs an earlier version.
const CONTROL = fileURLToPath(new URL("control.exs", import.meta.url));

export class Node extends Site {
  address;
  addresses;
  page;
  inside;
  number;
  network;
  more;
  control;

  // As many nodes as there are classes of them.
  static async makeAll(classes, settings = {}, network = null) {
    const [database, secret] = [await makeDatabase(), randomBytes(48).toString("base64")];
    const places = await Promise.all(placesFor(classes.length, network));
    const addresses = places.map(({ address }) => address);
    return Promise.all(
      places.map(async ({ address, page, inside, number }, n) => {
        const node = await classes[n].make();
        const base = `http://${page}:${node.port}`;
        const place = { address, addresses, page, inside, number, network, base };
        return Object.assign(node, { database, secret, ...place, more: settings, control: await freePort() });
      }),
    );
  }

  launch(wrapper = []) {
    return super.launch([...this.inside, ...wrapper]);
  }

  get name() {
    return `playout@${this.address}`;
  }

  command() {
    const [env, machine, mix, server, ...flags] = super.command();
    return [env, machine, mix, "do", "run", "--no-start", ...flags, CONTROL, "+", server, ...flags];
  }

  settings() {
    return {
      ...super.settings(),
      DATABASE_URL: databaseUrl(this.database),
      CLUSTER: this.addresses.join(" "),
      CLUSTER_ADDRESS: this.address,
      HOST: this.page,
      LISTEN: this.page,
      CONTROL: `${this.page} ${this.control}`,
      ...this.more,
    };
  }

  // Answers a line with a list of words.
  async ask(...words) {
    const socket = connect(this.control, this.page);
    socket.write(`${words.join(" ")}\n`);
    let answer = "";
    socket.on("data", (text) => (answer += text));
    // Rejects if nobody listens.
    await once(socket, "close");
    return answer.trim().split(" ").filter(Boolean);
  }

  // Waits until this node is connected to so many others.
  async connected(count) {
    const isConnected = async () => (await this.ask("connected")).length >= count;
    await until(isConnected, () => `${this.name} to be connected:\n${this.process.output}`);
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
    return this.ask("searched").then(
      () => true,
      () => false,
    );
  }
}

// Where a node's address is, where its pages are, and how to run it there.
function placesFor(count, network) {
  if (network) return Array.from({ length: count }, () => network.add());
  // Other tests may have nodes at the same time.
  const random = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`;
  return Array.from({ length: count }, (_, n) => ({ address: `${random}.${n + 1}`, page: "127.0.0.1", inside: [] }));
}

// Cuts the connections between one node and the others, until the function that this returns. In a
// `Network` they notice only when nothing arrives any more.
export async function cut(node, others) {
  if (node.network) return node.network.cut(node.number);
  await Promise.all([
    node.ask("cut", ...others.map(({ name }) => name)),
    ...others.map((other) => other.ask("cut", node.name)),
  ]);
  return () => Promise.all([node, ...others].map((each) => each.ask("heal")));
}
