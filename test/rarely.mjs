// Tests that only `bin/test --all` runs: what takes long, and every page in every size, language and game,
// of which the short run takes some.

import { test } from "node:test";

export const all = process.env.PLAYOUT_TEST_ALL === "yes";

export const rarely = all ? test : () => {};

export const rarelyUnless = (condition) => (condition ? test : rarely);
