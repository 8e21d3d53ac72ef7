// What a page comes to when the browser has drawn and the server has answered, which on
// a busy machine may take a while: a check that fails is made again.

import { AssertionError } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

// Generous, for it says nothing of how fast the page is: who waits in vain has to know
// some time.
export const PATIENCE = 30_000;

export async function eventually(check) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof AssertionError) || Date.now() > deadline) throw error;
    }
    await sleep(50);
  }
}
