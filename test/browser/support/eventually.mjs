// Repeats a check until it passes: on a busy machine it takes a while until the server has
// answered and the browser has drawn.

import { AssertionError } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

// Generous, as it does not measure how fast the page is: it only ends waiting in vain.
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
