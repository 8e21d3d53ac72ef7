// A browser and a site for the tests of one file, started before its first test and stopped
// after its last.

import { after, before } from "node:test";

import { launch } from "./browser.mjs";
import { startServer } from "./server.mjs";

export let browser, server;

before(async () => {
  // One after the other, so that the first is stopped even if the second does not start.
  browser = await launch();
  server = await startServer();
});

after(async () => {
  await browser?.close();
  await server?.remove();
});
