// The release, built by the Dockerfile's own commands, from an empty data
// directory to its backup.

import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Site, finished, run } from "../kill/site.mjs";
import { Visitor } from "../sockets/client.mjs";
import { begin, legalMoves, movesPlayed, play } from "../sockets/match.mjs";
import { buildImage } from "./image.mjs";

const STOPS_WITHIN = 10_000;

// Nothing of this machine's Elixir: a release brings its own.
class Release extends Site {
  command() {
    return image.command;
  }

  environment() {
    return { PATH: "/usr/bin:/bin", ...image.env, ...this.settings() };
  }

  settings() {
    return { PORT: String(this.port), LISTEN: "127.0.0.1", PLAYOUT_DATA: this.data };
  }

  // Any command of the release, beside the one that runs.
  run(program, ...options) {
    return run([join(directory, "bin", program), ...options], this.environment());
  }

  async stop() {
    const asked = Date.now();
    this.process.kill("SIGTERM");
    const code = await this.ended;
    return { code, within: Date.now() - asked };
  }

  async health() {
    const response = await fetch(`${this.base}/health`);
    return { status: response.status, ...(await response.json()) };
  }
}

let directory, image, site;
const visitor = { it: null, path: null, moves: [] };

before(async () => {
  directory = await mkdtemp(join(tmpdir(), "playout-release-"));
  image = buildImage(directory);
  site = await Release.make();
});

after(async () => {
  await site?.remove();
  await rm(directory, { recursive: true, force: true });
});

test("it starts with nothing: makes its database and its secret, and is healthy", async () => {
  await site.start();
  const made = await readdir(site.data);
  assert.ok(made.includes("playout.db") && made.includes("secret_key_base"));

  const { status, version, writable } = await site.health();
  assert.deepEqual({ status, writable }, { status: 200, writable: true });
  const told = await finished(site.run("playout_server", "version"));
  assert.equal(told.trim(), `playout_server ${version}`);
});

test("it brings no secret and no cookie of its own", async () => {
  const files = await readdir(directory, { recursive: true });
  assert.ok(files.length > 100);
  assert.deepEqual(files.filter((file) => /(^|\/)(COOKIE|secret_key_base|[^/]*\.db)$/.test(file)), []);
});

test("the program comes with it", async () => {
  const best = ["best", "quarto", "--moves", "-7", "--player", "careful:seed=1"];
  assert.match(await finished(site.run("playout", ...best)), /[a-d][1-4]-[0-9A-F]/);
});

test("a move is played over a socket, and told to stop it stops while the engine thinks", async () => {
  visitor.it = new Visitor(site.base);
  const page = await begin(visitor.it, { begins: "you", opponent: "5" });
  visitor.path = page.path;
  const [move] = legalMoves(page);
  assert.ok(await play(page, move));
  visitor.moves = [move];

  const { code, within } = await site.stop();
  assert.equal(code, 0, site.process.output);
  assert.ok(within < STOPS_WITHIN, `it took ${within} ms`);
  // In order, which is to say that the database was closed.
  assert.deepEqual((await readdir(site.data)).sort(), ["playout.db", "secret_key_base"]);
});

test("started again it has the match, for the same visitor, and the engine answers", async () => {
  await site.start();
  const page = await visitor.it.open(visitor.path);
  await page.until(() => legalMoves(page).length > 0, "a turn");
  visitor.moves = movesPlayed(page);
  assert.equal(visitor.moves.length, 2);
  page.close();
});

test("a backup of the running site is a site that goes on from there", async () => {
  const other = await Release.make();
  try {
    await rm(other.data, { recursive: true });
    const backup = `Playout.Release.backup("${other.data}")`;
    await finished(site.run("playout_server", "eval", backup));
    await site.stop();

    await other.start();
    visitor.it.base = other.base;
    const page = await visitor.it.open(visitor.path);
    assert.deepEqual(movesPlayed(page).slice(0, visitor.moves.length), visitor.moves);
    assert.ok(legalMoves(page).length > 0);
    page.close();
  } finally {
    await other.remove();
  }
});

test("what is set wrongly is told in a line", async () => {
  const started = run(image.command, { ...site.environment(), LISTEN: "everywhere" });
  await new Promise((resolve) => started.once("close", resolve));
  assert.equal(started.exitCode, 1);
  assert.equal(started.output, 'The site cannot start. LISTEN is "everywhere"; it must be an IP address.\n');
});
