// What `run` can measure. Each scenario has a site of its own with an empty database (`fair` and
// `analysis` have several), and returns tables, and some also aims and samples.
//
// `load`, `ramp` and `growth` can also have a site of several `nodes`.

import { setTimeout as sleep } from "node:timers/promises";
import { isOver, legalMoves, play, seq } from "../../test/sockets/match.mjs";
import { generator } from "../../test/sockets/random.mjs";
import { Visitor } from "../../test/sockets/visitor.mjs";
import { analysis } from "./analysis.mjs";
import { deploy } from "./deploy.mjs";
import { fair } from "./fair.mjs";
import { Figures } from "./figures.mjs";
import { nodesTable } from "./nodes.mjs";
import { onSite } from "./on_site.mjs";
import { address, canMove, choices, ENGINE, GAMES } from "./player.mjs";
import { aim, count, errorCount, errorTable, ms, number, table } from "./report.mjs";
import {
  AIM,
  cpuPerMove,
  FLAT,
  flatness,
  grow,
  LOAD_COLUMNS,
  loadRow,
  loadTimes,
  measured,
  servedAims,
  slowestPage,
  TIME_COLUMNS,
  timeRows,
} from "./rows.mjs";
import { Sampler } from "./sampler.mjs";
import { Times } from "./times.mjs";

// What all scenarios take, besides `seed`, `say` and perhaps `url`.
const DEFAULTS = {
  matches: 3000,
  // Moves a second.
  rate: 200,
  minutes: 10,
  watchers: 100,
  // How long a watched player thinks.
  thinkMs: 1_000,
  // How long nobody does anything before the memory of open matches is measured.
  restSeconds: 60,
  samplesMs: 10_000,
  // How long each rate of `ramp` and each size of `growth` is kept.
  stepSeconds: 30,
  rates: [50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000],
  sizes: [100, 300, 1000, 3000],
  growthRate: 50,
  // In `fair`: the moves for each stranger, and what they play beside.
  strangerMoves: 20,
  longSearches: 4,
  unwatched: 100,
  // In `analysis`: how many pages analyse, and the moves for each player beside them.
  analysing: [0, 1, 10],
  presses: 60,
  // In `deploy`: how long a node that stops still serves, and how often the proxy looks (as in
  // compose.cluster.yaml).
  drainSeconds: 3,
  checkEveryMs: 1_000,
};

// `ramp` goes on until the site breaks.
const BROKEN_ECHO_MS = 1000;
// A site that has not recovered from a kill by then never will.
const RECOVERY_MS = 300_000;

// Matches are open and nobody moves; then moves are played.
function load(options) {
  const { matches, rate, minutes, restSeconds } = options;
  return onSite(options, async ({ site, crowd, say }) => {
    const empty = await site.usage();
    const grown = await grow(site, crowd, matches);
    const opened = await site.byNode?.();
    say(`${matches} matches opened in ${number(grown.seconds)} s; nobody moves for ${restSeconds} s`);
    const rest = await measured(site, () => sleep(1000 * restSeconds));
    const { memory, server } = await site.usage();
    const rested = await site.byNode?.();
    const byKind = await site.memoryByKind();
    const received = crowd.receivedBytes;

    say(`${number(memory)} MB; now ${rate} moves a second for ${minutes} minutes`);
    const sampler = new Sampler(site, crowd, say, options.samplesMs);
    await sampler.start();
    const played = await measured(site, () => crowd.play(rate, 60 * minutes));
    const samples = await sampler.stop();
    const figures = played.result;
    const nodes = opened && { opened, rested, played: await site.byNode(), moves: figures.moves };
    const cpu = cpuPerMove(played, grown, rest);
    const slowest = slowestPage(figures);
    const flat = flatness(samples);

    return {
      samples,
      tables: [
        table(
          "Memory",
          ["", "MB"],
          [
            ["the site without visitors", number(empty.memory)],
            [`${matches} matches open, after ${restSeconds} s of rest`, number(memory)],
            ["of this for each match", number((memory - empty.memory) / matches, 3)],
            ...Object.entries(byKind).map(([kind, size]) => [`as the VM counts it: ${kind}`, number(size)]),
            [`after ${minutes} minutes of ${rate} moves a second`, number(samples.at(-1)?.memory_mb)],
            ["rise a minute, from minute 2 on", number(flat.slope, 3)],
            ["the database's files at the end", number(samples.at(-1)?.database_mb)],
            ...(server ? [["PostgreSQL, after the rest", number(server.memory)]] : []),
          ],
        ),
        table("Times in ms", ["", "count", "p50", "p95", "p99", "max"], timeRows(figures)),
        table(
          "Load",
          ["", ""],
          [
            ["moves a second, due", rate],
            ["moves a second, shown", number(figures.moves / figures.seconds)],
            ["games ended and replaced", count(figures.games)],
            ["moves due that no match was free for, at the end", figures.unplayed],
            ["kB received for a move, all included", number((crowd.receivedBytes - received) / figures.moves / 1000)],
            ["the site's processor, cores", number(played.cpu / played.seconds, 2)],
            ["the generator's processor, cores", number(played.own / played.seconds, 2)],
            ["the site's processor for a move with its answer, ms", number(cpu.move, 2)],
            ["the same with everything, also openings, ms", number(cpu.all, 2)],
            ["the site's processor for opening a match, ms", number(cpu.opening, 2)],
            ...(server
              ? [
                  ["PostgreSQL's processor, cores", number(played.server / played.seconds, 2)],
                  [
                    "PostgreSQL's processor for a move, with everything, ms",
                    number((1000 * played.server) / figures.moves, 2),
                  ],
                ]
              : []),
          ],
        ),
        ...(nodes ? [nodesTable(site, nodes)] : []),
        errorTable(figures, site),
      ],
      aims: [
        aim(`${matches} matches open`, memory, AIM.memory, "MB"),
        aim(`${rate} moves a second: missing`, 100 * (1 - figures.moves / figures.seconds / rate), 5, "%"),
        aim("echo of one's own move, p95", figures.echo.percentile(0.95), AIM.echo, "ms"),
        aim("answer, its pause of 400 ms included, p95", figures.answer.percentile(0.95), AIM.answer, "ms"),
        aim(`pages, p95 of the slowest kind (${slowest.kind})`, slowest.time, AIM.page, "ms"),
        aim("opening a match, p95", figures.opening.percentile(0.95), AIM.opening, "ms"),
        aim("processor for a move with its answer", cpu.move, AIM.cpu, "ms"),
        aim("memory from minute 2 on: rise", flat.percent, 100 * FLAT.share, "%"),
        aim("errors", errorCount(figures, site), 1, ""),
      ],
    };
  });
}

// Many visitors watch one match; one match of each game.
function watch(options) {
  const { watchers, thinkMs, seed } = options;
  return onSite(options, async ({ site, say }) => {
    const random = generator(seed);
    const rows = [];
    for (const [index, game] of GAMES.entries()) {
      const player = await new Visitor(site.base, address(0)).startMatch(choices(game, "you", ENGINE));
      const pages = [];
      const joins = new Times();
      for (let number = 1; number <= watchers; number++) {
        const start = performance.now();
        pages.push(await new Visitor(site.base, address(index * watchers + number)).open(player.path));
        joins.add(performance.now() - start);
      }
      say(`${game}: ${watchers} watchers`);
      const before = pages.reduce((sum, page) => sum + page.receivedBytes, 0);
      const { result, cpu } = await measured(site, () => playWatched(player, pages, thinkMs, random));
      const bytes = pages.reduce((sum, page) => sum + page.receivedBytes, 0) - before;
      rows.push([
        game,
        result.moves,
        ...[0.5, 0.95, 1].map((share) => ms(result.echo.percentile(share))),
        ms(joins.percentile(0.95)),
        number(bytes / watchers / result.moves / 1000),
        number((1000 * cpu) / result.moves),
      ]);
      for (const page of [player, ...pages]) page.close();
    }
    const columns = ["", "moves", "seen p50, ms", "p95", "max", "joined p95, ms", "kB each", "processor, ms"];
    return {
      tables: [
        table(`${watchers} watchers of one match; a move with its answer`, columns, rows),
        errorTable(new Figures(), site),
      ],
    };
  });
}

// The rate rises until the site breaks.
function ramp(options) {
  const { matches, rates, restSeconds, stepSeconds } = options;
  return onSite(options, async ({ site, crowd, say }) => {
    const grown = await grow(site, crowd, matches);
    const rest = await measured(site, () => sleep(1000 * restSeconds));
    const rows = [];
    const missed = {};
    for (const rate of rates) {
      const played = await measured(site, () => crowd.play(rate, stepSeconds));
      const figures = played.result;
      rows.push([rate, ...loadRow(figures, played, grown, rest), ms(figures.lag.percentile(0.99))]);
      say(`${rate} moves a second: echo p95 ${ms(figures.echo.percentile(0.95))} ms`);
      for (const { name, reached } of servedAims(figures)) if (!reached) missed[name] ??= rate;
      const shown = figures.moves / figures.seconds / rate;
      if (figures.echo.percentile(0.95) > BROKEN_ECHO_MS || figures.failures > 0 || shown < 0.9) break;
    }
    const first = Object.entries(missed);
    return {
      tables: [
        table(
          `${matches} matches open, more and more moves a second, ${stepSeconds} s each`,
          ["due", ...LOAD_COLUMNS, "sent late p99"],
          rows,
        ),
        table("Where aims are first missed", ["", "moves a second"], first.length ? first : [["none", ""]]),
      ],
    };
  });
}

// The same rate with more and more open matches.
function growth(options) {
  const { sizes, growthRate, restSeconds, stepSeconds } = options;
  return onSite(options, async ({ site, crowd, say }) => {
    const rows = [];
    for (const matches of sizes) {
      const grown = await grow(site, crowd, matches);
      const rest = await measured(site, () => sleep(1000 * restSeconds));
      const { memory } = await site.usage();
      const played = await measured(site, () => crowd.play(growthRate, 2 * stepSeconds));
      rows.push([matches, number(memory), ...loadRow(played.result, played, grown, rest)]);
      say(`${matches} matches: ${number(memory)} MB`);
    }
    const title = `${growthRate} moves a second with more and more open matches`;
    return { tables: [table(title, ["matches", "MB", ...LOAD_COLUMNS], rows)] };
  });
}

// The site is killed and started again, and all pages come back at once.
function restart(options) {
  const { matches, rate, stepSeconds } = options;
  if (options.url) throw new Error("a running site cannot be killed; leave out --url");
  return onSite(options, async ({ site, crowd, say }) => {
    await grow(site, crowd, matches);
    await crowd.play(rate, stepSeconds);
    say(`${matches} matches are open and moving; now the site is killed`);

    crowd.outage = crowd.losesConnections = true;
    const killed = performance.now();
    await site.kill();
    await site.start();
    const up = performance.now();
    crowd.outage = crowd.losesConnections = false;
    const since = () => number((performance.now() - up) / 1000);
    const rows = [["from the kill until the site answers", number((up - killed) / 1000)]];

    let joining = true;
    const storm = crowd.play(rate, Infinity, () => !joining);
    const { figures } = crowd;
    const reached = async (condition, text) => {
      while (!condition()) {
        if (performance.now() - up > RECOVERY_MS) throw new Error(`it took too long ${text}`);
        await sleep(20);
      }
      rows.push([text, since()]);
    };
    await Promise.all([
      reached(() => figures.moves > 0, "then until the first move is shown"),
      reached(() => crowd.connected >= 0.5 * matches, "until half of the pages have joined"),
      reached(() => crowd.connected >= matches, "until all pages have joined"),
    ]);
    await reached(() => crowd.players.every(({ state }) => state !== "thinking"), "until no engine owes a move");
    joining = false;
    await storm;
    const after = await crowd.play(rate, stepSeconds);
    const moving = [
      ["while the pages join", ...loadTimes(figures)],
      [`in the ${stepSeconds} s after that`, ...loadTimes(after)],
    ];
    return {
      tables: [
        table(`${matches} pages come back after a kill`, ["", "s"], rows),
        table(`${rate} moves a second, due as soon as the site answers`, ["", ...TIME_COLUMNS, "errors"], moving),
        errorTable(figures, site),
      ],
    };
  });
}

const SCENARIOS = { load, fair, analysis, watch, ramp, growth, restart, deploy };

export const names = Object.keys(SCENARIOS);
// What runs if nobody chooses. A deploy needs PostgreSQL.
export const usual = names.filter((name) => name !== "deploy");
export const withNodes = ["load", "ramp", "growth"];

export function run(name, options) {
  return SCENARIOS[name]({ ...DEFAULTS, ...options });
}

// Plays a match to its end; measures when the watchers see the player's moves.
async function playWatched(player, pages, thinkMs, random) {
  const echo = new Times();
  for (let moves = 0; ; moves++) {
    await player.until(() => isOver(player) || canMove(player), "a turn");
    if (isOver(player)) return { echo, moves };
    await sleep(thinkMs);
    const before = seq(player);
    const start = performance.now();
    const seen = pages.map(async (page) => {
      await page.until(() => seq(page) > before, "a move of the match that it watches");
      echo.add(performance.now() - start);
    });
    const legal = legalMoves(player);
    if (!(await play(player, legal[Math.floor(random() * legal.length)]))) throw new Error("a move was refused");
    await Promise.all(seen);
  }
}
