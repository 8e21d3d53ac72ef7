// A table of Animal Shogi in a few milliseconds: a sound one, though by it every position is drawn that
// is not decided within a move. The real one takes a minute to make.

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { root } from "../../checkout.mjs";

const file = (directory) => join(directory, "animal_shogi.table");

// Elixir's tests have the code that writes it.
export async function writeTable(directory) {
  const code = "[directory] = System.argv(); Playout.Test.TableFile.write!(directory)";
  const source = join(root, "test/support/playout/test/table_file.ex");
  await promisify(execFile)("elixir", ["-r", source, "-e", code, directory]);
}

export function damageTable(directory) {
  return writeFile(file(directory), "no table");
}
