// What axe-core finds amiss on a page. A visitor whose pages it is to look at
// arrives with BYPASS: the policy of the pages lets no foreign script in.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const BYPASS = { bypassCSP: true };

const file = fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url));

export async function nothingAmiss(page, where, options = {}) {
  assert.deepEqual(await amiss(page, options), [], where);
}

export async function amiss(page, options = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await readFile(file, "utf8"));
  const { violations } = await page.evaluate(
    (options) => window.axe.run({ resultTypes: ["violations"], ...options }),
    options,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

// Themes differ in nothing but colours.
export async function nothingAmissInAnyTheme(page, where) {
  for (const theme of ["dark", "contrast", "light"]) {
    await page.evaluate((theme) => {
      localStorage.setItem("playout:option:theme", theme);
      window.dispatchEvent(new StorageEvent("storage"));
    }, theme);
    const all = theme === "light";
    await nothingAmiss(page, `${where}, ${theme}`, all ? {} : { runOnly: ["color-contrast"] });
  }
}
