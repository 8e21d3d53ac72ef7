// What `run` can measure. Each scenario has a site of its own with an empty database (`fair` and
// `analysis` have several), and returns tables, and some also aims and samples.

import { setTimeout as sleep } from "node:timers/promises";

import { generator } from "../../test/sockets/random.mjs";
import { isOver, legalMoves, play, seq } from "../../test/sockets/match.mjs";
import { Visitor } from "../../test/sockets/visitor.mjs";
import { analysis } from "./analysis.mjs";
import { fair } from "./fair.mjs";
import { Figures, PAUSE_MS } from "./figures.mjs";
import { onSite } from "./on_site.mjs";
import { ENGINE, GAMES, address, canMove, choices } from "./player.mjs";
import { aim, count, errorCount, errorTable, ms, number, table } from "./report.mjs";
import { Sampler, ownCpu } from "./sampler.mjs";
import { Times, slope } from "./times.mjs";

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
};

const AIM = { memory: 700, echo: 100, answer: 1000, page: 300, opening: 500, cpu: 8 };
// Memory counts as flat if, from this time on, the line through it rises by less than this share.
const FLAT = { from: 120, share: 0.05 };
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
    say(`${matches} matches opened in ${number(grown.seconds)} s; nobody moves for ${restSeconds} s`);
    const rest = await measured(site, () => sleep(1000 * restSeconds));
    const { memory } = await site.usage();
    const byKind = await site.memoryByKind();
    const received = crowd.receivedBytes;

    say(`${number(memory)} MB; now ${rate} moves a second for ${minutes} minutes`);
    const sampler = new Sampler(site, crowd, say, options.samplesMs);
    await sampler.start();
    const played = await measured(site, () => crowd.play(rate, 60 * minutes));
    const samples = sampler.stop();
    const figures = played.result;
    const cpu = cpuPerMove(played, grown, rest);
    const slowest = slowestPage(figures);
    const flat = flatness(samples);

    return {
      samples,
      tables: [
        table("Memory", ["", "MB"], [
          ["the site without visitors", number(empty.memory)],
          [`${matches} matches open, after ${restSeconds} s of rest`, number(memory)],
          ["of this for each match", number((memory - empty.memory) / matches, 3)],
          ...Object.entries(byKind).map(([kind, size]) => [`as the VM counts it: ${kind}`, number(size)]),
          [`after ${minutes} minutes of ${rate} moves a second`, number(samples.at(-1)?.memory_mb)],
          ["rise a minute, from minute 2 on", number(flat.slope, 3)],
          ["the database's files at the end", number(samples.at(-1)?.database_mb)],
        ]),
        table("Times in ms", ["", "count", "p50", "p95", "p99", "max"], timeRows(figures)),
        table("Load", ["", ""], [
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
        ]),
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
        table(`${matches} matches open, more and more moves a second, ${stepSeconds} s each`, [
          "due",
          ...LOAD_COLUMNS,
          "sent late p99",
        ], rows),
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

    crowd.outage = true;
    const killed = performance.now();
    await site.kill();
    await site.start();
    const up = performance.now();
    crowd.outage = false;
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

const SCENARIOS = { load, fair, analysis, watch, ramp, growth, restart };

export const names = Object.keys(SCENARIOS);

export function run(name, options) {
  return SCENARIOS[name]({ ...DEFAULTS, ...options });
}

// The processor times of some work, in seconds: of the site (`cpu`) and of the generator (`own`).
async function measured(site, work) {
  const start = performance.now();
  const before = await site.usage();
  const own = ownCpu();
  const result = await work();
  const { cpu } = await site.usage();
  const seconds = (performance.now() - start) / 1000;
  return { result, seconds, cpu: cpu - before.cpu, own: ownCpu() - own };
}

// Opens matches, and measures that without the visits to the lobby before.
async function grow(site, crowd, matches) {
  const before = crowd.players.length;
  await crowd.arrive(matches);
  const opened = await measured(site, () => crowd.openAll());
  return { ...opened, matches: matches - before };
}

// The site's processor time in ms for a move with its answer: without what the open pages cost
// anyway, and without the matches that replaced others.
function cpuPerMove(played, grown, rest) {
  const { moves, opening } = played.result;
  const each = grown.cpu / grown.matches;
  const idle = (rest.cpu / rest.seconds) * played.seconds;
  return {
    all: (1000 * played.cpu) / moves,
    move: (1000 * (played.cpu - idle - opening.count * each)) / moves,
    opening: 1000 * each,
  };
}

const TIME_COLUMNS = ["shown/s", "echo p50", "p95", "p99", "answer p95", "opening p95", "page p95"];
const LOAD_COLUMNS = [...TIME_COLUMNS, "errors", "ms a move", "site, cores", "generator"];

function loadTimes(figures) {
  return [
    number(figures.moves / figures.seconds),
    ...[0.5, 0.95, 0.99].map((share) => ms(figures.echo.percentile(share))),
    ms(figures.answer.percentile(0.95)),
    ms(figures.opening.percentile(0.95)),
    ms(slowestPage(figures).time),
    figures.failures,
  ];
}

function loadRow(figures, played, grown, rest) {
  return [
    ...loadTimes(figures),
    number(cpuPerMove(played, grown, rest).move, 2),
    number(played.cpu / played.seconds, 2),
    number(played.own / played.seconds, 2),
  ];
}

function servedAims(figures) {
  return [
    aim("echo, p95", figures.echo.percentile(0.95), AIM.echo),
    aim("answer, p95", figures.answer.percentile(0.95), AIM.answer),
    aim("pages, p95", slowestPage(figures).time, AIM.page),
    aim("opening, p95", figures.opening.percentile(0.95), AIM.opening),
    aim("errors", figures.failures, 1),
  ];
}

function timeRows(figures) {
  const row = (name, times, offset = 0) => {
    const { count: all, ...rest } = times.summary();
    return [name, count(all), ...Object.values(rest).map((time) => ms(time === null ? null : time - offset))];
  };
  return [
    row("echo of one's own move", figures.echo),
    row("the engine's answer after that", figures.answer),
    row("the same without the pause of 400 ms", figures.answer, PAUSE_MS),
    row("opening a match", figures.opening),
    ...Object.entries(figures.pages).map(([kind, times]) => row(`page: ${kind}`, times)),
    row("how late moves were sent (in the echo)", figures.lag),
  ];
}

function slowestPage(figures) {
  const pages = Object.entries(figures.pages).map(([kind, times]) => ({ kind, time: times.percentile(0.95) }));
  return pages.sort((a, b) => b.time - a.time)[0] ?? { kind: "none", time: null };
}

function flatness(samples) {
  const points = samples
    .filter(({ seconds }) => seconds >= FLAT.from)
    .map(({ seconds, memory_mb: memory }) => [seconds / 60, memory]);
  if (points.length < 2 || points[0][1] === null) return { slope: null, percent: null };
  const rise = slope(points);
  const minutes = points.at(-1)[0] - points[0][0];
  return { slope: rise, percent: (100 * rise * minutes) / points[0][1] };
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
