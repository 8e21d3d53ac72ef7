// A browser and a site for the tests of a file, or of several (all.mjs), started before the first test and stopped
// after the last.

import { after, afterEach, before } from "node:test";

import { launch, Visitor } from "./browser.mjs";
import { startServer } from "./server.mjs";

export let browser, server;

before(async () => {
  // In this order, so that the browser is closed even if the site does not start.
  browser = await launch();
  server = await startServer();
});

// After a failure, whose reason may be what its pages say.
afterEach(async () => {
  for (const visitor of Visitor.present) console.log(await visitor.state());
  await Visitor.allLeave();
});

after(async () => {
  await browser?.close();
  await server?.remove();
});
