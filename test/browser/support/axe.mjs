// What axe-core finds amiss on a page. A visitor whose pages it is to look at
// arrives with BYPASS: the policy of the pages lets no foreign script in.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const BYPASS = { bypassCSP: true };

const file = fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url));

export async function nothingAmiss(page, where) {
  await page.evaluate(await readFile(file, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
  assert.deepEqual(found, [], where);
}
