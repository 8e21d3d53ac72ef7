// Runs the site as a separate operating-system process, on a free port and with its own data
// directory, so that it can be killed and restarted with the same data. It is built in the copy of
// this checkout that tests build in.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { buildEnvironment, copy, forgetEctoWithoutDriver, isBuilt, updateCopy } from "../checkout.mjs";
import { until } from "../waiting.mjs";
import { freePort } from "./free_port.mjs";

// The directory of a PostgreSQL server (bin/lib/postgresql.sh): then each site has a database of its
// own there, instead of a file.
export const postgresql = process.env.PLAYOUT_TEST_POSTGRESQL;

// Compiles everything in advance, so that the site starts in about a second. Nobody here loads
// scripts or styles, so other tests may build them.
export async function build() {
  if (isBuilt()) return;
  updateCopy();
  await buildIn(copy);
}

// The same in any checkout, such as one of an earlier version.
export async function buildIn(directory) {
  const manifest = join(directory, "priv/static/cache_manifest.json");
  if (!existsSync(manifest)) {
    mkdirSync(dirname(manifest), { recursive: true });
    writeFileSync(manifest, '{"version":1,"latest":{},"digests":{}}');
  }
  forgetEctoWithoutDriver(join(directory, "_build/prod/lib"));
  await finished(run(["mix", "compile"], buildEnvironment(), directory));
}

export class Site {
  // The checkout that runs.
  directory = copy;
  data;
  port;
  base;
  secret;
  database;

  static async make() {
    const site = new this();
    site.data = await mkdtemp(join(tmpdir(), "playout-site-"));
    site.port = await freePort();
    // Not localhost, which Node 18 resolves to an IPv6 address.
    site.base = `http://127.0.0.1:${site.port}`;
    site.secret = randomBytes(48).toString("base64");
    if (postgresql) site.database = await makeDatabase();
    // No process is left behind when a run is interrupted.
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
    process.once("exit", () => {
      site.process?.kill("SIGKILL");
      rmSync(site.data, { recursive: true, force: true });
    });
    return site;
  }

  async start() {
    const started = this.launch();

    const answers = async () => {
      const { exitCode, signalCode } = started;
      if (exitCode !== null || signalCode !== null) throw new Error(`the site did not start:\n${started.output}`);
      return this.answers();
    };
    await until(answers, () => `the site to start:\n${started.output}`);
  }

  // `wrapper` is a command that runs the command that follows it.
  launch(wrapper = []) {
    const started = run([...wrapper, ...this.command()], this.environment(), this.directory);
    this.process = started;
    this.ended = new Promise((resolve) => started.once("close", resolve));
    return started;
  }

  // Subclasses may start the site differently.
  command() {
    // Like bin/server. Without these settings, the virtual machine's threads spin when they have
    // nothing to do, and on a busy machine the site takes half a minute to start.
    const machine = "ELIXIR_ERL_OPTIONS=-args_file rel/vm.args.eex";
    return ["env", machine, "mix", "phx.server", "--no-compile", "--no-deps-check"];
  }

  environment() {
    return { ...buildEnvironment(), ...this.settings() };
  }

  /** @returns {Record<string, string>} */
  settings() {
    return {
      HOST: "localhost",
      LISTEN: "127.0.0.1",
      PORT: String(this.port),
      PLAYOUT_DATA: this.data,
      SECRET_KEY_BASE: this.secret,
      ...(this.database && { DATABASE_URL: databaseUrl(this.database) }),
      // Nobody here needs a table, and making one would take a minute.
      TABLES: "off",
      // The kill test starts more matches than the site allows, and opens more pages.
      MATCHES_PER_VISITOR: "1000000",
      MATCHES_PER_ADDRESS: "1000000",
      PAGES_PER_ADDRESS: "100000",
      REQUESTS_PER_ADDRESS: "10000",
    };
  }

  answers() {
    return fetch(`${this.base}/health`).then(
      (response) => response.ok,
      () => false,
    );
  }

  // Without warning, like a power failure.
  async kill() {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  // Runs an SQL statement on the database of a stopped site.
  async sql(statement) {
    if (this.database) {
      await psql(this.database, statement);
      return;
    }
    const script = `
      {:ok, db} = Exqlite.Sqlite3.open(Path.join(System.fetch_env!("PLAYOUT_DATA"), "playout.db"))
      :ok = Exqlite.Sqlite3.execute(db, System.fetch_env!("STATEMENT"))
      :ok = Exqlite.Sqlite3.close(db)`;
    const mix = ["mix", "run", "--no-start", "--no-compile", "--no-deps-check", "-e", script];
    await finished(run(mix, { ...this.environment(), STATEMENT: statement }, this.directory));
  }

  async remove() {
    if (this.process) await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

// Runs statements on a PostgreSQL database; returns what it prints.
export async function psql(database, statements) {
  const options = ["--set=ON_ERROR_STOP=1", "--no-align", "--tuples-only", `--command=${statements}`, database];
  return finished(run([join(postgresql, "psql"), ...options], process.env));
}

export async function makeDatabase() {
  const name = `site_${randomBytes(6).toString("hex")}`;
  await psql("postgres", `CREATE DATABASE ${name}`);
  return name;
}

export const databaseUrl = (name) => `postgres://playout@localhost/${name}?socket_dir=${postgresql}`;

/**
 * Starts a program in a checkout, and collects the end of its output in `output`.
 * @param {string[]} command
 */
export function run([program, ...options], env, cwd = copy) {
  const child = spawn(program, options, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const started = Object.assign(child, { output: "" });
  for (const stream of [started.stdout, started.stderr]) {
    stream.on("data", (text) => (started.output = (started.output + text).slice(-20_000)));
  }
  return started;
}

export async function finished(started) {
  const code = await new Promise((resolve) => started.once("close", resolve));
  if (code !== 0) throw new Error(`${started.spawnargs.join(" ")} failed:\n${started.output}`);
  return started.output;
}

// Restarts the PostgreSQL server of the tests. In the mode `immediate` that is like a crash: it recovers
// from its log.
export function restartPostgresql(mode) {
  return finished(run([join(postgresql, "control"), `--mode=${mode}`, "restart"], process.env));
}
