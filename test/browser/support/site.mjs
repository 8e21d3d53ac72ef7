// A browser and a site for the tests of a file: there from its first test on, and
// gone after its last.

import { after, before } from "node:test";

import { launch } from "./browser.mjs";
import { startServer } from "./server.mjs";

export let browser, server;

before(async () => {
  // One after the other: what was started is ended, also where the next fails.
  browser = await launch();
  server = await startServer();
});

after(async () => {
  await browser?.close();
  await server?.remove();
});
