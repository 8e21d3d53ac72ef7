// npm test: all tests in real browsers, with one site for all files. Five files run at a time, because
// each often waits for an engine or an animation.

import { spawn } from "node:child_process";

import { startServer } from "./support/server.mjs";

const server = await startServer({ own: true });
const tests = spawn(
  process.execPath,
  ["--test", "--test-concurrency=5", "--test-reporter=spec", ...process.argv.slice(2)],
  {
    stdio: "inherit",
    // The site has been built when it was started.
    env: { ...process.env, PLAYOUT_BUILT: "yes", PLAYOUT_SITE: server.base },
  },
);
process.exitCode = await new Promise((resolve) => tests.once("exit", (code) => resolve(code ?? 1)));
await server.remove();
