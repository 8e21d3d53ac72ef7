// Parses the Dockerfile, and finds the files that .dockerignore lets through.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../checkout.mjs";

// The stages in order: { name, from, steps: [{ what, options, value }] }. Steps before the first
// stage are `args`, as { name: value }.
export function readDockerfile() {
  const text = readFileSync(join(root, "Dockerfile"), "utf8");
  const lines = text
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter(Boolean);

  const args = {};
  const stages = [];
  for (const line of lines) {
    const [, what, flags, value] = line.match(/^([A-Z]+)\s+((?:--\S+\s+)*)(.*)$/);
    const options = Object.fromEntries([...flags.matchAll(/--([a-z-]+)=(\S+)/g)].map((m) => m.slice(1)));
    if (what === "FROM") {
      const [from, name] = value.split(" AS ");
      stages.push({ name, from: expand(from, args), steps: [] });
    } else if (stages.length === 0) {
      Object.assign(args, assignments(expand(value, args)));
    } else {
      stages.at(-1).steps.push({ what, options, value });
    }
  }
  return { args, stages };
}

// Parses `A=1 B="2"`, as in ARG and ENV.
export function assignments(text) {
  return Object.fromEntries([...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)].map((m) => [m[1], m[2] ?? m[3]]));
}

export function expand(text, values) {
  return text.replace(/\$\{(\w+)\}|\$(\w+)/g, (_all, one, other) => values[one ?? other]);
}

// The sources and the target of a COPY, both relative.
export function copied({ value }) {
  const paths = value.split(/\s+/).map((path) => path.replace(/^\.?\/+|\/$/g, ""));
  return { sources: paths.slice(0, -1), target: paths.at(-1).replace(/^\.$/, "") };
}

// The files in these directories that Docker would receive.
export function filesSent(paths) {
  const sent = dockerignore();
  const below = (path) => {
    const entries = directory(path);
    return entries ? entries.flatMap((name) => below(`${path}/${name}`)) : sent(path) ? [path] : [];
  };
  return paths.flatMap(below);
}

function directory(path) {
  // Directories with many files, which are sent as a whole or not at all.
  if (/(^|\/)(node_modules|target)$/.test(path)) return null;
  try {
    return readdirSync(join(root, path));
  } catch {
    return null;
  }
}

// Returns a function that tells whether a file is sent. The last pattern that matches the file or
// one of its parent directories decides.
function dockerignore() {
  const lines = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  const rules = lines
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => ({ sends: line.startsWith("!"), regex: pattern(line.replace(/^!/, "")) }));
  return (path) => rules.findLast(({ regex }) => regex.test(path))?.sends ?? true;
}

function pattern(text) {
  const source = text
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:.*/)?"));
  return new RegExp(`^${source}(?:/.*)?$`);
}
