// The scenarios of bench/load that have several nodes, on a small scale.

import assert from "node:assert/strict";
import { before, describe } from "node:test";

import { tableText } from "../../bench/load/report.mjs";
import { run } from "../../bench/load/scenarios.mjs";
import { rarely } from "../rarely.mjs";
import { build } from "../sockets/site.mjs";

const small = {
  matches: 12,
  rate: 10,
  minutes: 0.05,
  restSeconds: 0.1,
  stepSeconds: 1,
  samplesMs: 1_000,
  drainSeconds: 1,
  checkEveryMs: 100,
  seed: 1,
  say: () => {},
};

before(build);

// A table's value by its first column.
const values = (tables, title) => Object.fromEntries(tables.find((table) => table.title === title).rows);

describe("sites of several nodes", { concurrency: true }, () => {
  rarely("the load is shared", async () => {
    const { tables, aims } = await run("load", { ...small, nodes: 2 });
    assert.doesNotMatch(tables.map(tableText).join("\n"), /undefined|NaN|Infinity/);
    assert.deepEqual(tables.at(-1).rows, [["none", 0]]);
    assert.equal(aims.find(({ name }) => name === "errors").reached, true);
    const { columns, rows } = tables.find(({ title }) => title === "By node");
    assert.equal(rows.length, 2);
    for (const row of rows) {
      assert.equal(row.length, columns.length);
      assert.ok(row[columns.indexOf("matches")] > 0);
      assert.ok(Number(row[columns.indexOf("sent a move, kB")]) > 0);
    }
  });

  rarely("a deploy loses no move", async (t) => {
    const { tables, aims } = await run("deploy", small);
    const text = tables.map(tableText).join("\n");
    assert.doesNotMatch(text, /undefined|NaN|Infinity/);
    assert.equal(aims.find(({ name }) => name.startsWith("moves lost")).value, 0);
    // Writes wait for a migration, on a busy machine for so long that the log says so.
    const errors = tables.at(-1).rows.filter(([text, count]) => count > 0 && !text.includes("the database is slow"));
    assert.deepEqual(errors, []);
    const stored = values(tables, "What is stored");
    assert.equal(stored["migrations of the new version, while the earlier one served"], 1);
    const { columns, rows } = tables.find(({ title }) => title === "Nodes");
    for (const row of rows) assert.ok(row[columns.indexOf("pages joined again")] > 0);
    for (const line of tableText({ title: "", columns, rows }).trim().split("\n")) t.diagnostic(line);
  });
});
