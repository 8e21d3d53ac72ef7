// A test in a real browser. A machine that gives its time to others holds up a browser,
// a server or these tests anywhere, so what fails is tried once more; what passes only
// then is named, also by bin/test. PLAYOUT_TRIES=1, to find such a test. The place of a
// test that fails is in its stack: Node takes it for one of this file.

import { test as named } from "node:test";

import { Visitor } from "./browser.mjs";

// In one file; where more fail it is no chance.
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
    context.diagnostic(`passed at the second try: ${name}`);
  });
}
