// A test in a real browser. A machine that gives its time to others holds up a browser,
// a server or these tests anywhere, so what fails is tried once more; that it failed at
// first is told by it and by bin/test. PLAYOUT_TRIES=1, to find such a test.

import { test as named } from "node:test";

const TRIES = Number(process.env.PLAYOUT_TRIES ?? 2);

export function test(name, work) {
  return named(name, async (context) => {
    for (let left = TRIES - 1; left > 0; left -= 1) {
      try {
        return await work(context);
      } catch (error) {
        context.diagnostic(`failed at first: ${name}`);
        console.log(error);
      }
    }
    return work(context);
  });
}
