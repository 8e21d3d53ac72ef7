// node brotli.mjs: compresses the files of ../priv/static that pages load, for browsers that read
// Brotli: those with a digest in their names that `mix phx.digest` has compressed with gzip. As the
// digest is that of the content, nothing is compressed twice.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const root = fileURLToPath(new URL("../priv/static", import.meta.url));

for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
  if (!/-[0-9a-f]{32}\..*\.gz$/.test(name)) continue;
  const path = join(root, name.slice(0, -".gz".length));
  if (!existsSync(`${path}.br`)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
}
