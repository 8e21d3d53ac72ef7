// The scenarios on a small scale, so that the tool works when somebody needs it.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { all } from "../../test/rarely.mjs";
import { build } from "../../test/sockets/site.mjs";
import { chart } from "./chart.mjs";
import { Figures } from "./figures.mjs";
import { aimsText, errorCount, errorTable, tableText } from "./report.mjs";
import { csv } from "./sampler.mjs";
import { run, usual } from "./scenarios.mjs";
import { slope, Times } from "./times.mjs";

const small = {
  matches: 12,
  rate: 10,
  minutes: 0.1,
  watchers: 3,
  restSeconds: 0.1,
  stepSeconds: 2,
  rates: [4, 10],
  sizes: [4, 12],
  growthRate: 4,
  thinkMs: 0,
  strangerMoves: 3,
  longSearches: 2,
  unwatched: 4,
  analysing: [0, 2],
  presses: 3,
  samplesMs: 1_000,
  seed: 1,
  say: () => {},
};

before(build);

describe("every scenario plays without errors", { concurrency: true }, () => {
  for (const name of all ? usual : ["load"]) {
    test(name, async () => {
      const { tables, aims = [], samples } = await run(name, small);
      const text = tables.map(tableText).join("\n") + aimsText(aims);
      assert.doesNotMatch(text, /undefined|NaN|Infinity/);
      for (const { columns, rows } of tables) for (const row of rows) assert.equal(row.length, columns.length);
      noErrors(tables);
      if (!samples) return;

      assert.ok(samples.some((sample) => sample.moves_per_second > 0 && sample.echo_p95_ms > 0));
      assert.ok(samples.every((sample) => sample.memory_mb > 0 && sample.database_mb > 0));
      assert.equal(csv(samples).trim().split("\n").length, samples.length + 1);
      assert.doesNotMatch(chart(samples), /undefined|NaN|Infinity/);
    });
  }
});

// A table of errors, or a column of them. On a busy machine the log may say that the database is slow.
function noErrors(tables) {
  const errors = tables.find(({ title }) => title === "Errors");
  if (errors) {
    const found = errors.rows.filter(([text, count]) => count > 0 && !text.includes("the database is slow"));
    return assert.deepEqual(found, []);
  }

  const { columns, rows } = tables.find(({ columns }) => columns.includes("errors"));
  for (const row of rows) assert.equal(String(row[columns.indexOf("errors")]), "0");
}

test("errors are those of the visitors and those in the site's log", () => {
  const figures = new Figures();
  const rows = (problems) => errorTable(figures, { problems }).rows;
  assert.deepEqual(rows([]), [["none", 0]]);
  for (const error of ["a move was refused", new Error("/m/abc: timed out"), new Error("/m/def: timed out")]) {
    figures.error(error);
  }
  const others = new Figures();
  others.addErrors(figures);
  others.addErrors(figures);
  assert.deepEqual(others.errors, { "a move was refused": 2, "/m/…: timed out": 4 });

  for (const length of [0, 1, 10, 11, 30]) {
    const problems = Array.from({ length }, (_, number) => `level=error msg=${"x".repeat(number)}`);
    assert.equal(errorCount(figures, { problems }), 3 + length);
    assert.equal(
      rows(problems).reduce((sum, [, count]) => sum + count, 0),
      3 + length,
    );
  }
  const slow = ["12:00:01 [warning] it took 12 ms", "12:00:02 [warning] it took 7 ms"];
  assert.deepEqual(rows(slow).at(-1), ["in the log: …:…:… [warning] it took … ms", 2]);
});

test("percentiles are nearest ranks", () => {
  const times = new Times();
  for (let time = 100; time > 0; time--) times.add(time);
  assert.deepEqual(times.summary(), { count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  assert.equal(times.percentile(0.5, 99), 1);
  assert.equal(new Times().percentile(0.5), null);
});

test("the slope of a line is its rise", () => {
  assert.equal(
    slope([
      [0, 5],
      [1, 7],
      [2, 9],
    ]),
    2,
  );
  assert.equal(slope([[3, 1]]), 0);
});
