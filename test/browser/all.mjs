// npm test: all tests in real browsers, with one site for all files. Five processes run at a time, because
// each often waits for an engine or an animation. Without names of files, those of the short run, or with
// PLAYOUT_TEST_ALL=yes all.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { all } from "../rarely.mjs";
import { startServer } from "./support/server.mjs";

// Files that only use the browser and the site of support/site.mjs can share a process and its browser.
// Starting these costs as much as a test.
const GROUPS = 10;

const kind = all ? /\.(test|rarely)\.mjs$/ : /\.test\.mjs$/;
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(".").filter((file) => kind.test(file));

const text = (file) => readFileSync(file, "utf8");
const shares = (file) => text(file).includes('"./support/site.mjs"') && !/^(before|after)/m.test(text(file));
const alone = files.filter((file) => !shares(file));

// About equally long, and the longest ones first.
const groups = Array.from({ length: GROUPS }, () => []);
const byLength = files.filter(shares).sort((one, other) => text(other).length - text(one).length);
byLength.forEach((file, index) => {
  const round = Math.floor(index / GROUPS);
  groups[round % 2 ? GROUPS - 1 - (index % GROUPS) : index % GROUPS].push(file);
});

const directory = mkdtempSync(join(tmpdir(), "playout-groups-"));
const shared = groups
  .filter((group) => group.length > 0)
  .map((group, index) => {
    const path = join(directory, `${index + 1}.test.mjs`);
    writeFileSync(path, group.map((file) => `import "${pathToFileURL(resolve(file))}";\n`).join(""));
    return path;
  });

const server = await startServer({ own: true });
const tests = spawn(process.execPath, ["--test", "--test-concurrency=5", "--test-reporter=spec", ...shared, ...alone], {
  stdio: "inherit",
  // The site has been built when it was started.
  env: { ...process.env, PLAYOUT_BUILT: "yes", PLAYOUT_SITE: server.base },
});
process.exitCode = await new Promise((resolve) => tests.once("exit", (code) => resolve(code ?? 1)));
await server.remove();
rmSync(directory, { recursive: true });
