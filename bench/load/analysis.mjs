// Whether pages that analyse slow down those who play: strangers make their moves in matches, and one
// of the analysing visitors makes moves on their own page, whose search follows them.

import { setTimeout as sleep } from "node:timers/promises";

import { legalMoves, seq } from "../../test/sockets/match.mjs";
import { generator } from "../../test/sockets/random.mjs";
import { Visitor } from "../../test/sockets/visitor.mjs";
import { begun, Eager, OTHERS, SHORT } from "./eager.mjs";
import { Figures } from "./figures.mjs";
import { onSite } from "./on_site.mjs";
import { address, GAMES } from "./player.mjs";
import { aim, errorCount, errorTable, ms, number, table } from "./report.mjs";
import { Times } from "./times.mjs";

// The 95th percentile of one's own move, beside so many pages that analyse.
const AIMS_MS = { 1: 50, 10: 100 };
// Between two moves on an analysis, in ms: from the first to twice as much.
const PAUSE_MS = 100;

const COLUMNS = ["analysing", "searches", "in a match", "p50", "p95", "max", "on an analysis", "p50", "p95", "max"];

export async function analysis(options) {
  const rows = [];
  const aims = [];
  const errors = new Figures();
  const problems = [];
  for (const pages of options.analysing) {
    const played = await play(options, pages);
    const { echo, moved } = played;
    rows.push([pages, number(played.searches, 0), ...row(echo), ...row(moved)]);
    const below = AIMS_MS[pages];
    if (below) {
      aims.push(aim(`move in a match beside ${pages} analysing, p95`, echo.percentile(0.95), below, "ms"));
      aims.push(aim(`move on an analysis, one of ${pages}, p95`, moved.percentile(0.95), below, "ms"));
    }
    errors.addErrors(played.errors);
    problems.push(...played.problems);
    options.say(`${pages} analysing: a move in a match p95 ${ms(echo.percentile(0.95))} ms`);
  }
  return {
    tables: [table("Own moves beside pages that analyse, in ms", COLUMNS, rows), errorTable(errors, { problems })],
    aims: [...aims, aim("errors", errorCount(errors, { problems }), 1)],
  };
}

function row(times) {
  return [times.count, ...[0.5, 0.95, 1].map((share) => ms(times.percentile(share)))];
}

// A site of its own, with so many pages that analyse.
function play({ presses, seed, ...options }, pages) {
  return onSite({ ...options, seed }, async ({ site }) => {
    const analysing = [];
    for (let number = 0; number < pages; number++) analysing.push(await open(site, number));
    const strangers = new Eager(site.base, seed, SHORT, presses * GAMES.length);
    const moved = new Times();
    const errors = new Figures();
    try {
      const before = await begun(site, pages);
      const moving = pages === 0 ? null : move(analysing[0], presses, moved, generator(seed));
      await Promise.all([strangers.playAll(GAMES.length), moving?.catch((error) => errors.error(error))]);
      const after = await site.searches();
      for (const page of analysing) if (!page.isOpen) errors.error("an analysis was closed");
      errors.addErrors(strangers.figures);
      const { echo } = strangers.figures;
      return { echo, moved, searches: Math.min(before, after), errors, problems: site.problems };
    } finally {
      strangers.close();
      for (const page of analysing) page.close();
    }
  });
}

// An analysis of a visitor of their own. It begins once the browser has said that it keeps none.
async function open(site, number) {
  const visitor = new Visitor(site.base, address(OTHERS + number));
  const page = await visitor.open(`/analysis/${GAMES[number % GAMES.length]}`);
  await page.push("recall", {});
  return page;
}

// Random moves, from the start again when the game is over. A move takes from the press until the
// page shows it.
async function move(page, presses, moved, random) {
  for (let press = 0; press < presses; press++) {
    await sleep(PAUSE_MS * (1 + random()));
    if (page.content.tree === "") await page.push("walk", { to: "first" });
    const moves = legalMoves(page);
    const start = performance.now();
    const { accepted } = await page.push("move", { seq: seq(page), move: moves[Math.floor(random() * moves.length)] });
    moved.add(performance.now() - start);
    if (!accepted) throw new Error("a move on an analysis was refused");
  }
}
