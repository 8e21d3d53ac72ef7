// A test in a real browser. On a busy machine the browser, the server or the test can be delayed
// at any point, so a failed test is tried once more; bin/test lists those that passed at the
// second try. PLAYOUT_TRIES=1 turns this off. Node attributes every failure to this file; the
// stack shows where it really happened.

import { test as named } from "node:test";

import { Visitor } from "./browser.mjs";

// Per file. If more tests fail, something is wrong.
const MAX_RETRIES = 2;

let retries = process.env.PLAYOUT_TRIES === "1" ? 0 : MAX_RETRIES;

export function test(name, work, options = {}) {
  return named(name, options, async (context) => {
    try {
      return await work(context);
    } catch (error) {
      if (retries === 0) throw error;
      retries -= 1;
      console.log(`"${name}" failed:`, error, [...Visitor.present].map(({ errors }) => errors));
    }
    await Visitor.allLeave();
    await work(context);
    context.diagnostic(`passed on the second try: ${name}`);
  });
}
