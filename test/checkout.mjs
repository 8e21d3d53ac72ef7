// This checkout, and a copy of it in which the tests build and run the site. So they leave alone
// what bin/server has built here.

import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const copy = join(root, "_build/copy");

// The Elixir packages, where mix.exs and bin/lib/packages.sh find them too.
export function packagesPath() {
  const { MIX_DEPS_PATH, PLAYOUT_DEPS, XDG_CACHE_HOME } = process.env;
  if (MIX_DEPS_PATH) return resolve(root, MIX_DEPS_PATH);
  const cache = resolve(root, PLAYOUT_DEPS || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "playout/deps"));
  const fetched = join(root, "deps");
  return existsSync(cache) && !existsSync(fetched) ? cache : fetched;
}

// The files that were copied last time.
const list = join(copy, ".copied");

// The files in git, including new ones: the contents of a clean clone.
export function filesOfRepo() {
  // Works no matter who owns the files.
  const files = [
    "-c",
    "safe.directory=*",
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "--deduplicate",
  ];
  return execFileSync("git", files, { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((file) => file && existsSync(join(root, file)));
}

// Whether the copy is up to date and built. Then nothing may change it, because several tests may be
// running sites in it.
export const isBuilt = () => process.env.PLAYOUT_BUILT === "yes";

// Brings the copy up to date; its builds stay. The Rust sources are a link, because Cargo would
// build everything again for another path.
export function updateCopy() {
  if (isBuilt()) return copy;
  const files = filesOfRepo().filter((file) => !file.startsWith("native/"));
  const before = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  const now = new Set(files);
  for (const file of before) if (!now.has(file)) rmSync(join(copy, file), { force: true });
  for (const file of files) copyFile(file);
  for (const directory of ["native", "deps"]) link(directory);
  writeFileSync(list, files.join("\n"));
  return copy;
}

// The variables of the environment that configure a site: those in the tables of docs/operating.md.
const variables = [...readFileSync(join(root, "docs/operating.md"), "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm)];

// The environment of builds in the copy, and of sites, which have the default settings whatever
// those of the shell are. Paths in it are absolute.
export function buildEnvironment() {
  const { MIX_BUILD_PATH, MIX_BUILD_ROOT, ...environment } = process.env;
  for (const [, name] of variables) delete environment[name];
  const { CARGO_TARGET_DIR } = environment;
  if (CARGO_TARGET_DIR) environment.CARGO_TARGET_DIR = resolve(root, CARGO_TARGET_DIR);
  return { ...environment, MIX_ENV: "prod", MIX_TARGET: "host", MIX_DEPS_PATH: packagesPath() };
}

// Ecto has its part for PostgreSQL only if the driver was there when it was compiled, and Mix does not
// notice a driver that comes with a cache (bin/lib/packages.sh). `compiled` has the packages of a build.
export function forgetEctoWithoutDriver(compiled) {
  if (!existsSync(join(compiled, "postgrex"))) rmSync(join(compiled, "ecto_sql"), { recursive: true, force: true });
}

function copyFile(file) {
  const [from, to] = [join(root, file), join(copy, file)];
  const [{ mtimeMs, size }, there] = [lstatSync(from), lstatSync(to, { throwIfNoEntry: false })];
  // Copying rounds the time.
  if (there && Math.abs(there.mtimeMs - mtimeMs) < 1 && there.size === size) return;
  mkdirSync(dirname(to), { recursive: true });
  // At once, because other tests may be copying or building at the same time.
  const whole = `${to}.${process.pid}`;
  cpSync(from, whole, { preserveTimestamps: true });
  renameSync(whole, to);
}

function link(directory) {
  const there = lstatSync(join(copy, directory), { throwIfNoEntry: false });
  if (there || !existsSync(join(root, directory))) return;
  try {
    symlinkSync(join(root, directory), join(copy, directory));
  } catch (error) {
    if (/** @type {Error} */ (error).code !== "EEXIST") throw error;
  }
}
