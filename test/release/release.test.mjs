// A release, from an empty data directory to a backup: that of README's lines, or with PLAYOUT_TEST_IMAGE=yes
// that of the Dockerfile's commands.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { root, updateCopy } from "../checkout.mjs";
import { all } from "../rarely.mjs";
import { legalMoves, movesPlayed, play } from "../sockets/match.mjs";
import { databaseUrl, finished, postgresql, run, Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";
import { eventually } from "../waiting.mjs";
import { buildImage } from "./image.mjs";
import { buildByReadme, directory as releaseOfReadme } from "./readme.mjs";

const isImage = process.env.PLAYOUT_TEST_IMAGE === "yes";

// For x86-64 there are two builds, for all processors and for newer ones.
const hasTwoBuilds = process.arch === "x64";
const V3 = "x86-64-v3";
const v3 = existsSync("/proc/cpuinfo") && /^flags.* avx2 .*bmi2/m.test(readFileSync("/proc/cpuinfo", "utf8"));
const ifV3 = { skip: v3 ? false : `this processor does not support ${V3}` };

// Runs without this machine's Elixir, because a release includes its own.
class Release extends Site {
  moves = false;

  command() {
    return release.command;
  }

  environment() {
    return { PATH: "/usr/bin:/bin", ...release.env, ...this.settings() };
  }

  settings() {
    // Making the table would take a minute, in which the site is slow on a small machine.
    const settings = { PORT: String(this.port), LISTEN: "127.0.0.1", PLAYOUT_DATA: this.data, TABLES: "use" };
    return this.moves ? { ...settings, DATABASE_URL: databaseUrl(this.database) } : settings;
  }

  // Runs another command of the release while the site is running.
  run(program, ...options) {
    return run([join(directory, "bin", program), ...options], this.environment());
  }

  async stop() {
    this.process.kill("SIGTERM");
    return this.ended;
  }

  async health() {
    const response = await fetch(`${this.base}/health`);
    return { status: response.status, ...(await response.json()) };
  }
}

// The path of a native file. The release has one version of the application.
function native(name) {
  const [playout] = readdirSync(join(directory, "lib")).filter((entry) => entry.startsWith("playout-"));
  return join(directory, "lib", playout, "native", name);
}

let directory, release, site;
const visitor = { it: null, path: null, moves: [] };

before(async () => {
  updateCopy();
  directory = isImage ? await mkdtemp(join(tmpdir(), "playout-release-")) : releaseOfReadme;
  release = isImage ? buildImage(directory) : await buildByReadme();
  site = await Release.make();
});

after(async () => {
  await site?.remove();
  if (isImage) await rm(directory, { recursive: true, force: true });
});

test("starts in an empty directory, creates database and secret, and is healthy", async () => {
  await site.start();
  const created = await readdir(site.data);
  assert.ok(created.includes("playout.db") && created.includes("secret_key_base"));

  const { status, version, writable } = await site.health();
  assert.deepEqual({ status, writable }, { status: 200, writable: true });
  const output = await finished(site.run("playout_server", "version"));
  assert.equal(output.trim(), `playout_server ${version}`);
});

test("serves the picture for links, and robots.txt", async () => {
  const html = await (await fetch(site.base)).text();
  const [, picture] = html.match(/property="og:image" content="http:\/\/[^/"]*([^"]*)"/);
  const png = await fetch(site.base + picture);
  assert.equal(png.headers.get("content-type"), "image/png");
  assert.match(png.headers.get("cache-control"), /immutable/);
  assert.match(await (await fetch(`${site.base}/robots.txt`)).text(), /^User-agent: \*$/m);
});

const ifTable = { skip: process.env.PLAYOUT_TABLES ? false : "there is no table in PLAYOUT_TABLES" };

test("offers the level that needs the table", ifTable, async () => {
  // The site checks the table after it has started.
  await eventually(async () => {
    const html = await (await fetch(`${site.base}/play/animal_shogi`)).text();
    assert.match(html, /name="level" value="perfect"/);
  });
});

test("contains no secret and no cookie", async () => {
  const files = await readdir(directory, { recursive: true });
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((file) => /(^|\/)(COOKIE|secret_key_base|[^/]*\.db)$/.test(file)),
    [],
  );
});

test("includes the program", async () => {
  const best = ["best", "quarto", "--moves", "-7", "--player", "careful:seed=1"];
  assert.match(await finished(site.run("playout", ...best)), /[a-d][1-4]-[0-9A-F]/);
});

test("README's last line plays a match in the terminal", { skip: isImage && "this is the image" }, async () => {
  const output = await finished(run(["sh", "-c", `printf 'moves\\nresign\\n' | ${release.play}`], process.env));
  assert.match(output, /-0 +-1 +-2/);
  assert.match(output, /wins/);
});

test("x86-64 has builds for all processors and for newer ones", async () => {
  const files = await readdir(directory, { recursive: true });
  const builds = files.filter((file) => /playout[^/]*(\.so)?$/.test(file) && file.includes("/native/"));
  const suffixes = hasTwoBuilds ? ["", `-${V3}`] : [""];
  const expected = suffixes.flatMap((suffix) => [`playout${suffix}`, `playout_nif${suffix}.so`]);
  assert.deepEqual(builds.map((file) => basename(file)).sort(), expected.sort());
  assert.equal(new Set(builds.map(dirname)).size, 1);
  assert.deepEqual(
    files.filter((file) => /nif.*\.(so|dylib)$/.test(file) && /\bpriv\/native\b/.test(file)),
    [],
  );
});

test("the plain program runs on any processor of its architecture", async () => {
  const { version } = await site.health();
  assert.equal(await finished(run([native("playout"), "--version"], {})), `playout ${version}\n`);
});

test("the newer program is built for its level, not for this machine", ifV3, async () => {
  const { version } = await site.health();
  const expected = `playout ${version} (${V3})\n`;
  assert.equal(await finished(run([native(`playout-${V3}`), "--version"], {})), expected);
  assert.equal(await finished(site.run("playout", "--version")), expected);
});

// In the whole run, the first search is the one whose node count is the signature of `playout bench`.
const PLAYERS = all
  ? ["mcts:playouts=20000,seed=1", "minimax:depth=3,seed=1"]
  : ["mcts:playouts=500,seed=1", "minimax:depth=2,seed=1"];

// Including that of bin/playout, which is optimised for this machine's processor.
test("all builds of the program search identically", async () => {
  const programs = [native("playout"), join(root, "bin/playout"), ...(v3 ? [native(`playout-${V3}`)] : [])];
  for (const game of ["quarto", "animal_shogi", "gomoku", "separo"]) {
    for (const player of PLAYERS) {
      const best = ["best", game, "--json", "--player", player];
      const answers = [];
      for (const program of programs) {
        const json = await finished(run([program, ...best], process.env));
        answers.push({ ...JSON.parse(json.split("\n").at(-2)), seconds: null });
      }
      for (const answer of answers) assert.deepEqual(answer, answers[0]);
    }
  }
});

test("the site loads the library that fits the processor", async (t) => {
  if (!existsSync("/proc/self/maps")) return t.skip("this system does not list loaded libraries");
  const loaded = readFileSync(`/proc/${site.process.pid}/maps`, "utf8").match(/playout_nif.*\.so$/gm);
  assert.deepEqual([...new Set(loaded)], [v3 ? `playout_nif-${V3}.so` : "playout_nif.so"]);
});

test("both libraries search identically", ifV3, async () => {
  const search = `
    {:ok, _} = Application.ensure_all_started(:telemetry)
    {:ok, _} = Playout.Engine.Supervisor.start_link([])
    choice = Playout.choose_move!(Playout.new!(:separo), player: "mcts:playouts=2000,seed=1")
    IO.inspect({choice.move, choice.value, choice.visits, choice.line}, limit: :infinity)`;
  // Without the lines of the log.
  const found = async () => (await finished(site.run("playout_server", "eval", search))).match(/^\{".*/ms)?.[0];
  const newer = await found();
  assert.ok(newer);

  const [library, aside] = [native(`playout_nif-${V3}.so`), native("aside")];
  await rename(library, aside);
  try {
    assert.equal(await found(), newer);
  } finally {
    await rename(aside, library);
  }
});

test("a move is played over a socket, and the site stops while the engine is thinking", async () => {
  visitor.it = new Visitor(site.base);
  const page = await visitor.it.startMatch({ begins: "you", level: "raven" });
  visitor.path = page.path;
  const [move] = legalMoves(page);
  assert.ok(await play(page, move));
  visitor.moves = [move];

  assert.equal(await site.stop(), 0, site.process.output);
  // After a clean shutdown the database is closed.
  assert.deepEqual((await readdir(site.data)).sort(), ["playout.db", "playout.db-lock", "secret_key_base"]);
});

test("after a restart the visitor still has the match, and the engine replies", async () => {
  await site.start();
  const page = await visitor.it.open(visitor.path);
  await page.until(() => legalMoves(page).length > 0, "a turn");
  visitor.moves = movesPlayed(page);
  assert.equal(visitor.moves.length, 2);
  page.close();
});

test("a site started from a backup continues from there", async () => {
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

const ifPostgresql = { skip: postgresql ? false : "there is no PostgreSQL server (bin/test starts one)" };

test("a site is moved to PostgreSQL, and continues from there", ifPostgresql, async () => {
  site.moves = true;
  const output = await finished(site.run("playout_server", "eval", "Playout.Release.move(:to_postgresql)"));
  assert.match(output, /^Copied and compared: 1 matches with \d+ events\.$/m);
  await site.start();
  visitor.it.base = site.base;
  const page = await visitor.it.open(visitor.path);
  assert.deepEqual(movesPlayed(page).slice(0, visitor.moves.length), visitor.moves);
  page.close();
  const refused = site.run("playout_server", "eval", 'Playout.Release.backup("/tmp/never")');
  await assert.rejects(finished(refused), /pg_dump/);
  await site.stop();
  site.moves = false;
});

test("invalid settings are reported in one line", async () => {
  const started = run(release.command, { ...site.environment(), LISTEN: "everywhere" });
  await new Promise((resolve) => started.once("close", resolve));
  assert.equal(started.exitCode, 1);
  assert.equal(started.output, 'The site cannot start. LISTEN is "everywhere"; it must be an IP address.\n');
});
