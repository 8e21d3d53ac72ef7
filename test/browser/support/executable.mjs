// The path of a program with this name or path, or null.

import { accessSync, constants } from "node:fs";
import { delimiter, resolve } from "node:path";

export function executable(program) {
  const directories = program.includes("/") ? ["."] : process.env.PATH.split(delimiter);
  const paths = directories.map((directory) => resolve(directory, program));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
