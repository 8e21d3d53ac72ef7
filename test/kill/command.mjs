// bin/kill-test: runs a number of rounds and prints their figures.

import { parseArgs } from "node:util";

import { Rounds } from "./rounds.mjs";
import { build } from "./site.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "100" }, seed: { type: "string" } },
});
const rounds = whole("rounds", values.rounds);
const seed = whole("seed", values.seed ?? String(Math.floor(Math.random() * 2 ** 32)));

console.log(`seed ${seed}`);
await build();
const figures = await new Rounds({ seed, tell }).run(rounds);
report(figures);
process.exitCode = figures.lost.length + figures.contradictions.length === 0 ? 0 : 1;

function tell({ round, moving, thinking, since, lost }) {
  const engines = `in ${thinking} of them an engine to move`;
  const last = `last acknowledgement ${since.toFixed(1)} ms before the kill`;
  console.log(`round ${round}: ${moving} matches moving, ${engines}, ${last}, ${lost} moves lost`);
}

function report({ kills, matches, acknowledged, shown, lost, contradictions }) {
  const since = kills.map((kill) => kill.since).sort((a, b) => a - b);
  const moving = kills.map((kill) => kill.moving);
  console.log(`
rounds and kills              ${kills.length}
matches                       ${matches}
matches moving at the kill    ${Math.min(...moving)} to ${Math.max(...moving)}
last acknowledgement before   ${since[0].toFixed(1)} to ${since.at(-1).toFixed(1)} ms, median ${since[since.length >> 1].toFixed(1)} ms
moves acknowledged            ${acknowledged}
moves shown, the engines' too ${shown}
moves lost                    ${lost.length}`);
  for (const what of [...lost, ...contradictions]) console.log(`LOST  ${what}`);
}

function whole(name, text) {
  if (/^\d{1,10}$/.test(text) && Number(text) > 0) return Number(text);
  console.error(`--${name} is '${text}'; it must be a whole number from 1.`);
  process.exit(2);
}
