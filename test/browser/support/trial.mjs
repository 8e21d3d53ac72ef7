// A test in a real browser. A busy machine can delay the browser, the server or the test at
// any point, so a failed test runs once more; bin/test lists those that passed on the second
// try. PLAYOUT_TRIES=1 turns this off. Node reports every failure as one of this file: where
// it really happened is in its stack.

import { test as named } from "node:test";

import { Visitor } from "./browser.mjs";

// In one file. If more fail, it is not bad luck.
const MOST = 2;

let spare = process.env.PLAYOUT_TRIES === "1" ? 0 : MOST;

export function test(name, work, options = {}) {
  return named(name, options, async (context) => {
    try {
      return await work(context);
    } catch (error) {
      if (spare === 0) throw error;
      spare -= 1;
      console.log(`"${name}" failed:`, error, [...Visitor.present].map(({ complaints }) => complaints));
    }
    await Visitor.allLeave();
    await work(context);
    context.diagnostic(`passed on the second try: ${name}`);
  });
}
