// A browser and a site for the tests of one file, started before its first test and stopped
// after its last.

import { after, afterEach, before } from "node:test";

import { Visitor, launch } from "./browser.mjs";
import { startServer } from "./server.mjs";

export let browser, server;

before(async () => {
  // In this order, so that the browser is closed even if the site does not start.
  browser = await launch();
  server = await startServer();
});

// After a failure. The test is told what its pages reported, because that may be the reason.
afterEach(async () => {
  for (const { errors } of Visitor.present) console.log("Reported by a page:", errors);
  await Visitor.allLeave();
});

after(async () => {
  await browser?.close();
  await server?.remove();
});
