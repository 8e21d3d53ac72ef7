// Repeats a check until it passes, because the server and the browser may take a while.

import { AssertionError } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

// Long, because on a busy machine everything takes longer. No test measures speed by it.
export const TIMEOUT = 30_000;

export async function eventually(check) {
  const deadline = Date.now() + TIMEOUT;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof AssertionError) || Date.now() > deadline) throw error;
    }
    await sleep(50);
  }
}
