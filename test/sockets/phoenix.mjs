// Phoenix's and LiveView's JavaScript from the packages that the server is built with, so that
// client and server match.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

const packages = resolve(root, process.env.MIX_DEPS_PATH ?? "deps");

export const { Socket } = await import(
  pathToFileURL(join(packages, "phoenix/priv/static/phoenix.mjs"))
);

// LiveView doesn't export the code that merges diffs, which needs no browser. It is bundled here
// from the source, with the site's bundler.
export const { default: Rendered } = await bundled(
  join(packages, "phoenix_live_view/assets/js/phoenix_live_view/rendered.js"),
);

async function bundled(file) {
  const { build } = createRequire(join(root, "assets/package.json"))("esbuild");
  // The code reads `window`, for which Node's global object will do.
  const define = { window: "globalThis" };
  const options = { bundle: true, format: "esm", write: false, logLevel: "error", define };
  const { outputFiles } = await build({ entryPoints: [file], ...options });
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${source}`);
}
