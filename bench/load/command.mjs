// bench/load/run: runs scenarios, prints their tables, and writes them to files.

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { build } from "../../test/sockets/site.mjs";
import { chart } from "./chart.mjs";
import { aimsText, tableText } from "./report.mjs";
import { csv } from "./sampler.mjs";
import { names, run, usual, withNodes } from "./scenarios.mjs";

const text = /** @type {const} */ ({ type: "string" });
const { values, positionals } = /** @type {{ values: Record<string, string>, positionals: string[] }} */ (
  parseArgs({
    allowPositionals: true,
    options: {
      matches: text,
      rate: text,
      minutes: text,
      watchers: text,
      nodes: text,
      before: text,
      seed: { ...text, default: "1" },
      url: text,
      out: text,
    },
  })
);
const given = ["matches", "rate", "minutes", "watchers", "nodes", "seed"].filter((name) => values[name]);
const numbers = given.map((name) => [name, positive(name)]);
const options = { ...Object.fromEntries(numbers), url: values.url, before: values.before, say };
const unknown = positionals.find((name) => !names.includes(name));
if (unknown) stop(`there is no scenario ${unknown}; there are ${names.join(", ")}.`);
const chosen = positionals.length > 0 ? positionals : usual;
const alone = options.nodes && chosen.find((name) => !withNodes.includes(name));
if (alone) stop(`--nodes is for ${withNodes.join(", ")}, not for ${alone}.`);
if (options.before && !existsSync(join(options.before, "mix.exs")))
  stop(`--before is "${options.before}"; it must be a checkout.`);

const out = values.out;
await mkdir(out, { recursive: true });
if (!values.url) await build();

const results = {};
let missed = 0;
for (const name of chosen) {
  say(`${name} begins`);
  const { tables, aims = [], samples } = await run(name, options);
  results[name] = { tables, aims, samples };
  console.log(`\n== ${name}\n`);
  for (const table of tables) console.log(tableText(table));
  if (aims.length > 0) console.log(aimsText(aims));
  missed += aims.filter(({ reached }) => reached === false).length;
  await writeFile(join(out, "results.json"), JSON.stringify({ options, results }, null, 2));
  if (samples) {
    await writeFile(join(out, `${name}.csv`), csv(samples));
    await writeFile(join(out, `${name}.svg`), chart(samples));
  }
}
console.log(`Results: ${out}`);
process.exit(missed === 0 ? 0 : 1);

function positive(name) {
  if (/^\d{1,9}$/.test(values[name]) && Number(values[name]) > 0) return Number(values[name]);
  return stop(`--${name} is "${values[name]}"; it must be a positive whole number.`);
}

function say(line) {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

function stop(message) {
  console.error(`bench/load/run: ${message}`);
  process.exit(2);
}
