// npm test: all tests in real browsers, with one site for all files. Five files run at a time, because
// each often waits for an engine or an animation. Without names of files, those of the short run, or with
// PLAYOUT_TEST_ALL=yes all.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";

import { all } from "../rarely.mjs";
import { startServer } from "./support/server.mjs";

const kind = all ? /\.(test|rarely)\.mjs$/ : /\.test\.mjs$/;
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(".").filter((file) => kind.test(file));

const server = await startServer({ own: true });
const tests = spawn(process.execPath, ["--test", "--test-concurrency=5", "--test-reporter=spec", ...files], {
  stdio: "inherit",
  // The site has been built when it was started.
  env: { ...process.env, PLAYOUT_BUILT: "yes", PLAYOUT_SITE: server.base },
});
process.exitCode = await new Promise((resolve) => tests.once("exit", (code) => resolve(code ?? 1)));
await server.remove();
