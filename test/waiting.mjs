// How tests wait: until something is so, with one limit for all, which a slow machine may raise. No test
// measures speed by it.

import { AssertionError } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

export const PATIENCE_MS = 1_000 * Number(process.env.PLAYOUT_TEST_PATIENCE || 180);

// Where a program may have to be compiled first.
export const COMPILING_MS = 10 * PATIENCE_MS;

const BETWEEN_MS = 20;

/**
 * Waits until a condition holds, and returns what it returned.
 * @param {() => any} condition
 * @param {string | (() => any)} [what] what was waited for, if it never did
 */
export async function until(condition, what = String(condition)) {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(BETWEEN_MS)) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end)
      throw new Error(`timed out while waiting for ${typeof what === "function" ? await what() : what}`);
  }
}

// Repeats a check until it passes, because the server and the browser may take a while.
export async function eventually(check) {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(BETWEEN_MS)) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof AssertionError) || Date.now() > end) throw error;
    }
  }
}
