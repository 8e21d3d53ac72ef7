// Accessibility, as axe-core checks it. Visitors whose pages it checks arrive with BYPASS:
// the pages' own policy blocks foreign scripts.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const BYPASS = { bypassCSP: true };

const file = fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url));

export async function noViolations(page, where, options = {}) {
  assert.deepEqual(await violations(page, options), [], where);
}

export async function violations(page, options = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await readFile(file, "utf8"));
  const { violations } = await page.evaluate(
    (options) => window.axe.run({ resultTypes: ["violations"], ...options }),
    options,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

// Themes differ only in colours.
export async function noViolationsInAnyTheme(page, where) {
  for (const theme of ["dark", "contrast", "light"]) {
    await page.evaluate((theme) => {
      localStorage.setItem("playout:option:theme", theme);
      window.dispatchEvent(new StorageEvent("storage"));
    }, theme);
    const all = theme === "light";
    await noViolations(page, `${where}, ${theme}`, all ? {} : { runOnly: ["color-contrast"] });
  }
}
