// bin/cluster-test: runs a number of rounds and prints a summary.

import { parseArgs } from "node:util";

import { build } from "../sockets/site.mjs";
import { Network } from "./network.mjs";
import { Scenario } from "./scenario.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    matches: { type: "string", default: "20" },
    seed: { type: "string" },
    namespaces: { type: "boolean" },
  },
});
const rounds = positive("rounds", values.rounds);
const matches = positive("matches", values.matches);
const seed = positive("seed", values.seed ?? String(1 + Math.floor(Math.random() * 2 ** 31)));

console.log(`seed ${seed}`);
await build();
const network = values.namespaces ? new Network() : null;
const figures = await new Scenario({ seed, matches, network, onDisturbance: print }).run(rounds);
const wrong = [...figures.lost, ...figures.contradictions, ...figures.gaps, ...figures.twice, ...figures.miscounted];
console.log(`
matches                       ${figures.matches}
moves acknowledged            ${figures.acknowledged}
moves refused                 ${figures.refused}
moves sent again              ${figures.again}
searches of the node that only thinks  ${figures.searched}
moves lost                    ${figures.lost.length}
moves that changed            ${figures.contradictions.length}
matches with a gap            ${figures.gaps.length}
commands not stored as answered ${figures.miscounted.length}
matches with two processes    ${figures.twice.length}`);
for (const line of wrong) console.log(`WRONG ${line}`);
// Requests to nodes that are gone may still wait.
process.exit(wrong.length === 0 ? 0 : 1);

function print({ what, matches, gone, p50, p95, most }) {
  const [half, nearly, all] = [p50, p95, most].map((ms) => `${(ms / 1000).toFixed(1)} s`);
  console.log(
    `${what}: ${gone} of ${matches} matches went on, half within ${half}, 95% within ${nearly}, all within ${all}`,
  );
}

function positive(name, text) {
  if (/^\d{1,10}$/.test(text) && Number(text) > 0) return Number(text);
  console.error(`--${name} is "${text}"; it must be a positive whole number.`);
  process.exit(2);
}
