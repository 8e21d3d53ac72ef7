// Checks that the Dockerfile is consistent; release.test.mjs runs its commands.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { filesOfRepo, root } from "../checkout.mjs";
import { assignments, copied, filesSent, readDockerfile } from "./dockerfile.mjs";

const { args, stages } = readDockerfile();
const steps = stages.flatMap((stage) => stage.steps.map((step) => ({ ...step, stage })));
const copies = steps.filter(({ what }) => what === "COPY");
const runs = steps.filter(({ what }) => what === "RUN");
const read = (path) => readFileSync(join(root, path), "utf8");

test("every source of a COPY is in the repo, or built by an earlier stage", () => {
  const files = filesOfRepo();
  assert.ok(copies.length > 5);
  for (const { stage, options, value } of copies) {
    const { sources } = copied({ value });
    if (options.from) {
      const earlier = stages.slice(0, stages.indexOf(stage)).map(({ name }) => name);
      assert.ok(earlier.includes(options.from), `there is no earlier stage ${options.from}`);
      continue;
    }
    for (const source of sources) {
      const there = files.some((file) => file === source || file.startsWith(`${source}/`));
      assert.ok(there, `${source} is not in the repo`);
    }
  }
});

test("Docker receives the files of the repo, but no builds and no data", () => {
  const sources = copies.filter(({ options }) => !options.from).flatMap((copy) => copied(copy).sources);
  const ofRepo = filesOfRepo().filter((file) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`)),
  );
  assert.deepEqual([...new Set(filesSent(sources))].sort(), ofRepo.sort());
  assert.deepEqual(filesSent(["README.md", "data", "test", ".git", "_build", "deps"]), []);
});

test("what Docker receives is copied", () => {
  const received = [...read(".dockerignore").matchAll(/^!(.*)$/gm)].map(([, name]) => name);
  const sources = copies.filter(({ options }) => !options.from).flatMap((copy) => copied(copy).sources);
  assert.deepEqual([...new Set(sources)].sort(), received.sort());
});

test("versions match those pinned elsewhere", () => {
  const pinned = (name) => read("mise.toml").match(new RegExp(`^${name} = "(\\S+)"$`, "m"))[1];
  assert.equal(args.OTP_VERSION, pinned("erlang"));
  assert.equal(`${args.ELIXIR_VERSION}-otp-${parseInt(args.OTP_VERSION, 10)}`, pinned("elixir"));

  const { tools, final } = Object.fromEntries(stages.map((stage) => [stage.name, stage]));
  assert.ok(tools.from.includes(`elixir:${args.ELIXIR_VERSION}-erlang-${args.OTP_VERSION}-debian-`));
  assert.ok(tools.from.endsWith(args.DEBIAN_VERSION));
  assert.ok(final.from.endsWith(`debian:${args.DEBIAN_VERSION}`));
  assert.match(args.DEBIAN_VERSION, /^[a-z]+-\d{8}-slim$/);
});

test("the versions of Rust and esbuild are not repeated in the Dockerfile", () => {
  const { channel } = read("rust-toolchain.toml").match(/^channel = "(?<channel>.*)"$/m).groups;
  const esbuild = JSON.parse(read("assets/package-lock.json")).packages["node_modules/esbuild"].version;
  const text = read("Dockerfile");
  for (const version of [channel, esbuild]) assert.ok(!text.includes(version));

  // rust-toolchain.toml is copied before the first command that needs Rust.
  const first = (predicate) => steps.findIndex(predicate);
  const copied = first(({ what, value }) => what === "COPY" && value.includes("rust-toolchain.toml"));
  const needed = first(({ what, value }) => what === "RUN" && value.includes("cargo"));
  assert.ok(copied >= 0 && copied < needed);
  assert.ok(runs.some(({ value }) => value === "mix assets.setup"));
});

test("every base image can be set as a build argument", () => {
  for (const { from, name } of stages) {
    const given = Object.entries(args).some(([arg, value]) => arg.endsWith("_IMAGE") && value === from);
    assert.ok(given || stages.some((stage) => stage.name === from), `the base of ${name}`);
  }
});

test("runs as an ordinary user, keeps its data in one volume, and has a health check", () => {
  const of = (wanted) => steps.filter(({ what }) => what === wanted).map(({ value }) => value);
  assert.deepEqual(of("VOLUME"), ["/data"]);
  assert.equal(of("USER").length, 1);
  assert.notEqual(of("USER")[0], "root");
  assert.match(of("HEALTHCHECK")[0], /curl .*\/health/);
  const { steps: last } = stages.at(-1);
  assert.ok(last.some(({ what, value }) => what === "RUN" && / curl /.test(value)));
  assert.ok(last.some(({ what, value }) => what === "ENV" && value.includes("PLAYOUT_DATA=/data")));
});

test("a stage of its own makes the table, which the image keeps where the site looks for it", () => {
  const tables = stages.find(({ name }) => name === "tables");
  const made = tables.steps.find(({ what, value }) => what === "RUN" && / tables build animal_shogi /.test(value));
  const [, out] = made.value.match(/ --out (\S+)$/);

  const { steps: last } = stages.at(-1);
  const kept = last.find(({ options }) => options.from === "tables");
  const { sources, target } = copied(kept);
  assert.deepEqual(sources, [`app/${out}`]);
  const [env] = last.filter(({ what, value }) => what === "ENV" && value.includes("PLAYOUT_TABLES"));
  assert.equal(assignments(env.value).PLAYOUT_TABLES, `/app/${target}`);

  // Changes in the rest of the repository don't make it again.
  const below = stages.filter(({ name }) => name === tables.from || name === tables.name);
  assert.equal(below[0].from, args.BUILDER_IMAGE);
  const sent = below.flatMap(({ steps }) => steps).filter(({ what }) => what === "COPY");
  assert.deepEqual(
    sent.map(({ value }) => value),
    ["rust-toolchain.toml ./", "native native"],
  );
});
