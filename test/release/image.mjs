// The image without Docker: a directory in which the steps of the Dockerfile's stages run as they
// would in a container. What the first stage fetches already exists here.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { assignments, copied, filesOfRepo, readDockerfile, root } from "./dockerfile.mjs";

const WORKDIR = "/app";
const builds = resolve(root, process.env.MIX_BUILD_ROOT ?? "_build");
const app = join(builds, "image");

// The results of the first stage, and cargo's earlier builds of its crates.
const fetched = {
  MIX_DEPS_PATH: resolve(root, process.env.MIX_DEPS_PATH ?? "deps"),
  CARGO_TARGET_DIR: resolve(root, process.env.CARGO_TARGET_DIR ?? "native/target"),
};

// The image is built with full optimisation, which takes minutes per build; here it is built
// without. Flags of the builder must not leak into it.
const cheaper = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  RUSTFLAGS: "-Ctarget-cpu=native",
};

// Builds it into a directory with the last stage's files; returns its `env`, and the `command` to
// start it.
export function buildImage(into) {
  const [packages, builder, final] = readDockerfile().stages;
  clear();
  const env = { ...process.env, ...fetched, ...cheaper };
  for (const unset of ["MIX_BUILD_ROOT", "MIX_TARGET"]) delete env[unset];

  for (const step of packages.steps) if (step.what !== "RUN") carryOut(step, env);
  for (const step of builder.steps) carryOut(step, env);
  return finish(final, into);
}

// Everything except compiled packages, which do not depend on this repository.
function clear() {
  const compiled = join(app, "_build/prod/lib");
  for (const entry of existsSync(app) ? readdirSync(app) : []) {
    if (entry !== "_build") rmSync(join(app, entry), { recursive: true });
  }
  rmSync(join(app, "_build/prod/rel"), { recursive: true, force: true });

  const before = join(builds, "prod/lib");
  if (!existsSync(compiled) && existsSync(before)) {
    mkdirSync(compiled, { recursive: true });
    const filter = (path) => path !== join(before, "playout");
    cpSync(before, compiled, { recursive: true, dereference: true, preserveTimestamps: true, filter });
  }
  rmSync(join(compiled, "playout"), { recursive: true, force: true });
}

function carryOut({ what, options, value }, env) {
  if (what === "ENV") Object.assign(env, assignments(value));
  else if (what === "COPY" && !options.from) copy(copied({ value }));
  else if (what === "RUN") run(value, env);
  else if (!["WORKDIR"].includes(what)) throw new Error(`${what} cannot be carried out here`);
}

function copy({ sources, target }) {
  const files = filesOfRepo();
  for (const source of sources) {
    for (const file of files.filter((file) => file === source || file.startsWith(`${source}/`))) {
      const name = file === source ? join(target, file) : join(target, file.slice(source.length));
      mkdirSync(dirname(join(app, name)), { recursive: true });
      cpSync(join(root, file), join(app, name), { preserveTimestamps: true });
    }
  }
}

function run(command, env) {
  const { status, output } = spawnSync("sh", ["-c", command], { cwd: app, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`RUN ${command}\nended with ${status}:\n${output.join("\n")}`);
}

// The last stage: what it copies from the builder, and how it starts.
function finish({ steps }, into) {
  const env = {};
  let command;
  for (const { what, options, value } of steps) {
    if (what === "ENV") Object.assign(env, assignments(value));
    if (what === "CMD") command = JSON.parse(value).map((word) => word.replace(WORKDIR, into));
    if (what === "COPY" && options.from) {
      const [source] = value.split(" ");
      cpSync(source.replace(WORKDIR, app), into, { recursive: true, verbatimSymlinks: true });
    }
  }
  return { env, command };
}
