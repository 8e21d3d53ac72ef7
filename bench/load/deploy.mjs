// A rolling deploy: while people play on a site of two nodes, each node is stopped and started again with
// a new version, one after the other. The new one also brings a migration of its own (`LATER_MIGRATION`).

import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { copy, isBuilt } from "../../test/checkout.mjs";
import { buildIn, psql } from "../../test/sockets/site.mjs";
import { Figures } from "./figures.mjs";
import { onSite } from "./on_site.mjs";
import { aim, count, errorTable, ms, number, table } from "./report.mjs";
import { loadTimes, TIME_COLUMNS } from "./rows.mjs";
import { Times } from "./times.mjs";
import { Witness } from "./witness.mjs";

const NODES = 2;
// Those who look at the matches at the end have addresses from here on.
const LOOKERS = 100_000;
// Pages that have not joined again by then never will.
const JOIN_MS = 120_000;
// How long a page may be without its connection, at the 95th percentile.
const AIM_REJOINED_MS = 5_000;

export async function deploy(options) {
  const { matches, rate, stepSeconds, before, checkEveryMs } = options;
  if (options.url) throw new Error("a running site cannot be replaced; leave out --url");
  const earlier = before ? resolve(before) : copy;
  if (before && !isBuilt()) await buildIn(earlier);
  const settings = { DRAIN_SECONDS: String(options.drainSeconds) };
  const nodesAre = { checkEveryMs, settings, directory: earlier };

  return onSite({ ...options, nodes: NODES, nodesAre }, async ({ site, crowd, say }) => {
    const witness = (crowd.witness = new Witness());
    const migrated = await migrations(site);
    await crowd.arrive(matches);
    await crowd.openAll();
    say(`${matches} matches are open; now ${rate} moves a second for ${stepSeconds} s, then the deploy`);
    /** @type {[string, any][]} */
    const phases = [["before", await crowd.play(rate, stepSeconds)]];

    const rows = [];
    const logged = [];
    crowd.losesConnections = true;
    for (const [index, node] of site.nodes.entries()) {
      let done = false;
      const playing = crowd.play(rate, Infinity, () => done);
      const took = await replace(site, node, logged);
      await joined(crowd);
      done = true;
      const figures = await playing;
      say(`node ${index + 1} ended after ${number(took.end)} s and was ready ${number(took.start)} s later`);
      phases.push([`node ${index + 1} is replaced`, figures]);
      const { count: pages, p50, p95, max } = figures.rejoined.summary();
      rows.push([
        `node ${index + 1}`,
        number(took.end),
        number(took.start),
        pages,
        ms(p50),
        ms(p95),
        ms(max),
        figures.repeated,
        figures.inVain,
      ]);
    }
    crowd.losesConnections = false;
    phases.push(["after", await crowd.play(rate, stepSeconds)]);

    const lost = await witness.lost((number) => crowd.visitor(LOOKERS + number));
    const gaps = await psql(site.database, "SELECT match_id FROM events GROUP BY match_id HAVING count(*) <> max(seq)");
    const wrong = { lost, changed: witness.contradictions, gaps: gaps.split("\n").filter(Boolean) };
    for (const [what, lines] of Object.entries(wrong)) for (const line of lines) say(`${what}: ${line}`);

    const all = new Figures();
    const rejoined = new Times();
    for (const [, figures] of phases) {
      all.addErrors(figures);
      rejoined.values.push(...figures.rejoined.values);
    }
    const problems = [
      ...logged.map((line) => `(earlier version) ${line}`),
      ...site.problems.map((line) => `(new version) ${line}`),
    ];
    for (const line of problems) say(line.slice(0, 2_000));
    const [refused, unplayed] = [all.errors["a move was refused"] ?? 0, phases.at(-1)[1].unplayed];
    return {
      tables: [
        table(
          `${rate} moves a second in ${matches} matches`,
          ["", ...TIME_COLUMNS, "echo max", "errors"],
          phases.map(row),
        ),
        table(
          "Nodes",
          [
            "",
            "ended, s",
            "ready again, s",
            "pages joined again",
            "p50, ms",
            "p95",
            "max",
            "moves repeated",
            "in vain",
          ],
          rows,
        ),
        table(
          "What is stored",
          ["", ""],
          [
            ["matches", count(witness.matches.size)],
            ["moves that were shown", count(witness.moves)],
            ["moves lost", lost.length],
            ["moves that changed", wrong.changed.length],
            ["matches in which events are missing", wrong.gaps.length],
            ["moves refused", refused],
            ["moves due that no match was free for, at the end", unplayed],
            ["migrations of the new version, while the earlier one served", (await migrations(site)) - migrated],
          ],
        ),
        errorTable(all, { problems }),
      ],
      aims: [
        aim("moves lost or changed, matches with missing events", Object.values(wrong).flat().length, 1),
        aim("pages that joined again, p95", rejoined.percentile(0.95), AIM_REJOINED_MS, "ms"),
        aim("errors", all.failures + problems.length, 1),
      ],
    };
  });
}

// Stops a node and starts the new version there; the proxy sends visitors to it in the end. Returns how
// many seconds both took. `logged` gets what the earlier version had to say.
async function replace(site, node, logged) {
  const began = performance.now();
  node.process.kill("SIGTERM");
  await node.ended;
  const ended = performance.now();
  logged.push(...node.problems.splice(0));
  node.directory = copy;
  node.more = { ...node.more, LATER_MIGRATION: "yes" };
  // The proxy has to see it down first.
  while (site.ready.includes(node)) await sleep(10);
  await node.start();
  await node.connected(NODES - 1);
  await site.until(node);
  return { end: (ended - began) / 1000, start: (performance.now() - ended) / 1000 };
}

async function joined({ players }) {
  const deadline = performance.now() + JOIN_MS;
  while (players.some(({ isLost }) => isLost)) {
    if (performance.now() > deadline) throw new Error("some pages did not come back");
    await sleep(20);
  }
}

async function migrations({ database }) {
  return Number(await psql(database, "SELECT count(*) FROM schema_migrations"));
}

// As `loadTimes`, with the longest echo.
function row([name, figures]) {
  const times = loadTimes(figures);
  return [name, ...times.slice(0, -1), ms(figures.echo.percentile(1)), times.at(-1)];
}
