// Builds the copy of this checkout in which tests run the site, by starting it as people do. Tests
// that follow, with PLAYOUT_BUILT=yes, may then run side by side.

import { startServer } from "./browser/support/server.mjs";

await (await startServer({ own: true })).remove();
