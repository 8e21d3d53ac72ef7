// The real site, started by bin/server on a free port with its own data directory, in the copy of
// this checkout that tests build in.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { buildEnvironment, isBuilt, updateCopy } from "../../checkout.mjs";
import { all } from "../../rarely.mjs";
import { freePort } from "../../sockets/free_port.mjs";

const SETTINGS = {
  // All tests share one address.
  PAGES_PER_ADDRESS: "1000",
  // Making one would take a minute.
  TABLES: "off",
  // How long an engine thinks where somebody presses a button meanwhile, perhaps on a busy machine.
  CUSTOM_SECONDS: "60",
  REVIEW_PLAYOUTS: all ? "2000" : "200",
};

// The site that `npm test` started for all files, or one for this file alone: `own` is for tests
// that stop it, or that need other settings (environment variables).
export async function startServer({ own = false, settings = {} } = {}) {
  const shared = process.env.PLAYOUT_SITE;
  if (shared && !own) return { base: shared, remove: async () => {} };
  const server = new Server(await freePort(), await mkdtemp(join(tmpdir(), "playout-site-")), settings);
  await server.start();
  return server;
}

class Server {
  constructor(port, data, settings) {
    this.port = port;
    this.data = data;
    this.settings = { ...SETTINGS, ...settings };
    // Node 18 would resolve "localhost" to an IPv6 address.
    this.base = `http://127.0.0.1:${port}`;
  }

  async start() {
    this.output = "";
    const options = isBuilt() ? ["--no-install", "--no-build"] : ["--no-install"];
    this.process = spawn("bin/server", options, {
      cwd: updateCopy(),
      env: { ...buildEnvironment(), ...this.settings, PORT: String(this.port), PLAYOUT_DATA: this.data },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on("data", (text) => (this.output += text));
    }
    const { process: started } = this;
    this.ended = new Promise((resolve) => started.once("exit", resolve));
    // In case the tests end early.
    process.once("exit", () => started.kill("SIGKILL"));

    let ended = false;
    this.ended.then(() => (ended = true));
    // At first, bin/server compiles everything, for as long as that takes.
    while (!(await this.answers())) {
      if (ended) throw new Error(`the site did not start:\n${this.output}`);
      await sleep(200);
    }
  }

  async answers() {
    return fetch(this.base).then(
      (response) => response.ok,
      () => false,
    );
  }

  async stop() {
    this.process.kill("SIGTERM");
    await this.ended;
  }

  async kill() {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  async remove() {
    await this.stop();
    await rm(this.data, { recursive: true, force: true });
  }
}
