// The site under load, as a process of its own, and what that process uses.

import { stat } from "node:fs/promises";
import { join } from "node:path";

import { freePort } from "../../test/sockets/free_port.mjs";
import { psql, Site } from "../../test/sockets/site.mjs";
import { serverUsage } from "./postgresql.mjs";
import { usageOf } from "./proc.mjs";

// Adds what is measured to a class of sites.
export const loaded = (Base) =>
  class extends Base {
    static async make() {
      const site = await super.make();
      site.adminPort = await freePort();
      site.problems = [];
      return site;
    }

    settings() {
      // Each visitor has an address of their own, so no limit has to be raised.
      const { MATCHES_PER_VISITOR, MATCHES_PER_ADDRESS, ...settings } = super.settings();
      return {
        ...settings,
        TRUSTED_PROXIES: "127.0.0.1",
        ADMIN_PORT: String(this.adminPort),
      };
    }

    launch(wrapper) {
      const started = super.launch(wrapper);
      const collect = (text) => {
        for (const line of String(text).split("\n")) {
          if (/\[(error|warning)\]|level=(error|warning)/.test(line)) this.problems.push(line);
        }
      };
      started.stdout.on("data", collect);
      started.stderr.on("data", collect);
      return started;
    }

    // Seconds of processor time since the start, MB of memory, MB of the database's files; and what
    // PostgreSQL uses (`server`), if it is the database.
    async usage() {
      const [own, bytes, server] = await Promise.all([
        usageOf(this.process.pid),
        this.databaseBytes(),
        this.database && serverUsage(),
      ]);
      return { ...own, database: bytes / 1e6, server };
    }

    // In MB, as the virtual machine counts it: { processes: 100, binary: 20, … }.
    async memoryByKind() {
      const rows = (await this.metrics()).matchAll(/^playout_vm_memory_(\w+)_bytes (\S+)$/gm);
      return Object.fromEntries([...rows].map(([, kind, bytes]) => [kind, Number(bytes) / 1e6]));
    }

    // Searches that run or wait, for their first turn or another. The site counts them every five
    // seconds.
    async searches() {
      const rows = (await this.metrics()).matchAll(/^playout_queue_(?:running|between|waiting)(?:\{.*\})? (\S+)$/gm);
      return [...rows].reduce((sum, [, count]) => sum + Number(count), 0);
    }

    async metrics() {
      return (await fetch(`http://127.0.0.1:${this.adminPort}/metrics`)).text();
    }

    async databaseBytes() {
      if (this.database) return Number(await psql(this.database, "SELECT pg_database_size(current_database())"));
      const sizes = ["playout.db", "playout.db-wal"].map((name) =>
        stat(join(this.data, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      );
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    }
  };

export const LoadedSite = loaded(Site);

// A site that runs already, perhaps elsewhere. What its process uses is unknown.
export class RunningSite {
  constructor(url) {
    this.base = url.replace(/\/$/, "");
    this.problems = [];
  }

  async start() {}

  async memoryByKind() {
    return {};
  }

  async searches() {
    return NaN;
  }

  async usage() {
    return { cpu: NaN, memory: NaN, database: NaN };
  }

  async remove() {}
}
