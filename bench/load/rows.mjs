// What scenarios measure, and the rows of their tables.

import { PAUSE_MS } from "./figures.mjs";
import { aim, count, ms, number } from "./report.mjs";
import { ownCpu } from "./sampler.mjs";
import { slope } from "./times.mjs";

export const AIM = { memory: 700, echo: 100, answer: 1000, page: 300, opening: 500, cpu: 8 };
// Memory counts as flat if, from this time on, the line through it rises by less than this share.
export const FLAT = { from: 120, share: 0.05 };

// The processor times of some work, in seconds: of the site (`cpu`), of the generator (`own`), and of
// PostgreSQL (`server`), if it is the database.
export async function measured(site, work) {
  const start = performance.now();
  const before = await site.usage();
  const own = ownCpu();
  const result = await work();
  const { cpu, server } = await site.usage();
  const seconds = (performance.now() - start) / 1000;
  return {
    result,
    seconds,
    cpu: cpu - before.cpu,
    own: ownCpu() - own,
    server: server && server.cpu - before.server.cpu,
  };
}

// Opens matches, and measures that without the visits to the lobby before.
export async function grow(site, crowd, matches) {
  const before = crowd.players.length;
  await crowd.arrive(matches);
  const opened = await measured(site, () => crowd.openAll());
  return { ...opened, matches: matches - before };
}

// The site's processor time in ms for a move with its answer: without what the open pages cost
// anyway, and without the matches that replaced others.
export function cpuPerMove(played, grown, rest) {
  const { moves, opening } = played.result;
  const each = grown.cpu / grown.matches;
  const idle = (rest.cpu / rest.seconds) * played.seconds;
  return {
    all: (1000 * played.cpu) / moves,
    move: (1000 * (played.cpu - idle - opening.count * each)) / moves,
    opening: 1000 * each,
  };
}

export const TIME_COLUMNS = ["shown/s", "echo p50", "p95", "p99", "answer p95", "opening p95", "page p95"];
export const LOAD_COLUMNS = [...TIME_COLUMNS, "errors", "ms a move", "site, cores", "generator"];

export function loadTimes(figures) {
  return [
    number(figures.moves / figures.seconds),
    ...[0.5, 0.95, 0.99].map((share) => ms(figures.echo.percentile(share))),
    ms(figures.answer.percentile(0.95)),
    ms(figures.opening.percentile(0.95)),
    ms(slowestPage(figures).time),
    figures.failures,
  ];
}

export function loadRow(figures, played, grown, rest) {
  return [
    ...loadTimes(figures),
    number(cpuPerMove(played, grown, rest).move, 2),
    number(played.cpu / played.seconds, 2),
    number(played.own / played.seconds, 2),
  ];
}

export function servedAims(figures) {
  return [
    aim("echo, p95", figures.echo.percentile(0.95), AIM.echo),
    aim("answer, p95", figures.answer.percentile(0.95), AIM.answer),
    aim("pages, p95", slowestPage(figures).time, AIM.page),
    aim("opening, p95", figures.opening.percentile(0.95), AIM.opening),
    aim("errors", figures.failures, 1),
  ];
}

export function timeRows(figures) {
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

export function slowestPage(figures) {
  const pages = Object.entries(figures.pages).map(([kind, times]) => ({ kind, time: times.percentile(0.95) }));
  return pages.sort((a, b) => b.time - a.time)[0] ?? { kind: "none", time: null };
}

export function flatness(samples) {
  const points = samples
    .filter(({ seconds }) => seconds >= FLAT.from)
    .map(({ seconds, memory_mb: memory }) => [seconds / 60, memory]);
  if (points.length < 2 || points[0][1] === null) return { slope: null, percent: null };
  const rise = slope(points);
  const minutes = points.at(-1)[0] - points[0][0];
  return { slope: rise, percent: (100 * rise * minutes) / points[0][1] };
}
