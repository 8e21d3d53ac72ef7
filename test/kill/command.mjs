// bin/kill-test: runs a number of rounds and prints a summary.

import { parseArgs } from "node:util";

import { build } from "../sockets/site.mjs";
import { Rounds } from "./rounds.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "100" }, seed: { type: "string" } },
});
const rounds = parsePositiveInteger("rounds", values.rounds);
const randomSeed = () => String(Math.floor(Math.random() * 2 ** 32));
const seed = parsePositiveInteger("seed", values.seed ?? randomSeed());

console.log(`seed ${seed}`);
await build();
const figures = await new Rounds({ seed, onRound: printRound }).run(rounds);
printSummary(figures);
process.exitCode = figures.lost.length + figures.contradictions.length === 0 ? 0 : 1;

function printRound({ round, active, thinking, since, lost }) {
  const engines = `${thinking} with an engine to move`;
  const last = `last acknowledgement ${since.toFixed(1)} ms before the kill`;
  console.log(`round ${round}: ${active} active matches, ${engines}, ${last}, ${lost} moves lost`);
}

function printSummary({ kills, matches, pairs, acknowledged, again, shown, lost, contradictions }) {
  const since = kills.map((kill) => kill.since).sort((a, b) => a - b);
  const active = kills.map((kill) => kill.active);
  console.log(`
rounds and kills              ${kills.length}
matches                       ${matches}, ${pairs} between people
active matches at the kill    ${Math.min(...active)} to ${Math.max(...active)}
last acknowledgement before   ${since[0].toFixed(1)} to ${since.at(-1).toFixed(1)} ms, median ${since[since.length >> 1].toFixed(1)} ms
moves acknowledged            ${acknowledged}
moves sent again              ${again}
moves shown (engines' too)    ${shown}
moves lost                    ${lost.length}`);
  for (const line of [...lost, ...contradictions]) console.log(`LOST  ${line}`);
}

function parsePositiveInteger(name, text) {
  if (/^\d{1,10}$/.test(text) && Number(text) > 0) return Number(text);
  console.error(`--${name} is "${text}"; it must be a positive whole number.`);
  process.exit(2);
}
