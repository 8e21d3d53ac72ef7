// Builds the image without Docker: the steps of the Dockerfile's stages run in a directory as they
// would in a container. The tools and packages of the first two already exist here.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import {
  buildEnvironment,
  filesOfRepo,
  forgetEctoWithoutDriver,
  packagesPath,
  root,
  copy as site,
} from "../checkout.mjs";
import { assignments, copied, readDockerfile } from "./dockerfile.mjs";
import { fast } from "./fast.mjs";

const WORKDIR = "/app";
const app = join(root, "_build/image");

// Mix's records of Erlang modules, by absolute path: compiling the copy of a package with them
// would delete the modules of the original.
const RECORDS = /\/\.mix\/compile\.(erlang|leex|yecc)$/;

// Builds the files of the last stage into a directory; returns the image's `env` and the `command`
// that starts it. The stage `tables` does not run: the crates of the tests are not optimised, and
// would take far longer than a minute. If there is a table in PLAYOUT_TABLES, the image gets that.
export function buildImage(into) {
  const { tools, packages, builder, final } = Object.fromEntries(
    readDockerfile().stages.map((stage) => [stage.name, stage]),
  );
  clear();
  const { MIX_TARGET, ...environment } = buildEnvironment();
  const env = { ...environment, ...fast, MIX_DEPS_PATH: packagesPath() };

  for (const step of [...tools.steps, ...packages.steps]) if (step.what !== "RUN") runStep(step, env);
  for (const step of builder.steps) runStep(step, env);
  return finish(final, into);
}

// Deletes everything except compiled packages, which don't depend on this repository. At first,
// they are copied from the site that other tests have built.
function clear() {
  const compiled = join(app, "_build/prod/lib");
  for (const entry of existsSync(app) ? readdirSync(app) : []) {
    if (entry !== "_build") rmSync(join(app, entry), { recursive: true });
  }
  rmSync(join(app, "_build/prod/rel"), { recursive: true, force: true });

  const before = join(site, "_build/prod/lib");
  if (!existsSync(compiled) && existsSync(before)) {
    mkdirSync(compiled, { recursive: true });
    const filter = (path) => path !== join(before, "playout");
    cpSync(before, compiled, { recursive: true, dereference: true, preserveTimestamps: true, filter });
  }
  rmSync(join(compiled, "playout"), { recursive: true, force: true });
  forgetEctoWithoutDriver(compiled);
  const files = existsSync(compiled) ? readdirSync(compiled, { recursive: true, encoding: "utf8" }) : [];
  for (const file of files) if (RECORDS.test(file)) rmSync(join(compiled, file));
}

function runStep({ what, options, value }, env) {
  if (what === "ENV") Object.assign(env, assignments(value));
  else if (what === "COPY" && !options.from) copy(copied({ value }));
  else if (what === "RUN") run(value, env);
  else if (!["WORKDIR"].includes(what)) throw new Error(`${what} is not supported here`);
}

function copy({ sources, target }) {
  const files = filesOfRepo();
  for (const source of sources) {
    // A link, because Cargo would build everything again for another path.
    if (source === "native") {
      symlinkSync(join(root, source), join(app, target));
      continue;
    }
    for (const file of files.filter((file) => file === source || file.startsWith(`${source}/`))) {
      const name = file === source ? join(target, file) : join(target, file.slice(source.length));
      mkdirSync(dirname(join(app, name)), { recursive: true });
      cpSync(join(root, file), join(app, name), { preserveTimestamps: true });
    }
  }
}

function run(command, env) {
  const { status, output } = spawnSync("sh", ["-c", command], { cwd: app, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`RUN ${command}\nexited with ${status}:\n${output.join("\n")}`);
}

// Copies what the last stage takes from the builder, and reads how it starts.
function finish({ steps }, into) {
  const env = {};
  let command;
  for (const { what, options, value } of steps) {
    if (what === "ENV") Object.assign(env, assignments(value));
    if (what === "CMD") command = JSON.parse(value).map((word) => word.replace(WORKDIR, into));
    if (what === "COPY" && options.from === "tables") copyTable(copied({ value }), into);
    else if (what === "COPY" && options.from) {
      const [source] = value.split(" ");
      cpSync(source.replace(WORKDIR, app), into, { recursive: true, verbatimSymlinks: true });
    }
  }
  env.PLAYOUT_TABLES = env.PLAYOUT_TABLES.replace(WORKDIR, into);
  return { env, command };
}

function copyTable({ sources: [source], target }, into) {
  const made = join(process.env.PLAYOUT_TABLES ?? "", basename(source));
  if (!process.env.PLAYOUT_TABLES || !existsSync(made)) return;
  mkdirSync(join(into, target), { recursive: true });
  cpSync(made, join(into, target, basename(source)));
}
