// A network in which nodes can be cut off from each other as by a broken cable: nobody is told, packets
// just vanish. Each node has a network namespace of its own with two interfaces: by `pages`, its visitors
// and the test reach it, by `nodes` only the other nodes do. Both lead to a bridge here, in the namespace
// of the test, which must be another one than the machine's (bin/cluster-test).

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";

const PAGES = "10.4.0";
const NODES = "10.4.1";

const run = (program, ...options) => execFileSync(program, options, { stdio: ["ignore", "pipe", "inherit"] });
const ip = (...words) => run("ip", ...words);

export class Network {
  constructor() {
    for (const bridge of ["pages", "nodes"]) {
      ip("link", "add", "name", bridge, "type", "bridge");
      ip("link", "set", bridge, "up");
    }
    ip("address", "add", `${PAGES}.254/24`, "dev", "pages");
    this.count = 0;
  }

  // Makes a namespace; returns the command that runs another one there, and the addresses.
  async add() {
    const number = (this.count += 1);
    // It ends with this process, because its input does.
    const holder = spawn("unshare", ["--net", "cat"], { stdio: ["pipe", "pipe", "inherit"] });
    holder.stdin.write("ready\n");
    await once(holder.stdout, "data");
    const inside = ["nsenter", `--net=/proc/${holder.pid}/ns/net`];
    for (const [bridge, network] of [
      ["pages", PAGES],
      ["nodes", NODES],
    ]) {
      const port = `${bridge}${number}`;
      ip("link", "add", "name", port, "type", "veth", "peer", "name", bridge, "netns", String(holder.pid));
      ip("link", "set", port, "master", bridge, "up");
      run(...inside, "ip", "address", "add", `${network}.${number}/24`, "dev", bridge);
      run(...inside, "ip", "link", "set", bridge, "up");
    }
    run(...inside, "ip", "link", "set", "lo", "up");
    return { inside, number, page: `${PAGES}.${number}`, address: `${NODES}.${number}` };
  }

  // Cuts one namespace off from the others, until the function that this returns.
  cut(number) {
    ip("link", "set", `nodes${number}`, "nomaster");
    return () => ip("link", "set", `nodes${number}`, "master", "nodes");
  }
}
