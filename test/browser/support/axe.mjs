// Accessibility checks by axe-core. Visitors whose pages are checked arrive with BYPASS, because
// the pages' own policy blocks third-party scripts.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { all } from "../../rarely.mjs";

export const BYPASS = { bypassCSP: true };

// Skips the slowest rule on pages whose colours are checked elsewhere.
export const EXCEPT_CONTRAST = { rules: { "color-contrast": { enabled: false } } };

const file = fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url));

export async function noViolations(page, where, options = {}) {
  assert.deepEqual(await violations(page, options), [], where);
}

// If a dialog is open, only the dialog is checked: the page below it has its own check.
export async function violations(page, options = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await readFile(file, "utf8"));
  const { violations } = await page.evaluate(
    (options) =>
      window.axe.run(document.querySelector("dialog[open]") ?? document, { resultTypes: ["violations"], ...options }),
    options,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

// Themes differ only in colours. That of high contrast is the least likely to have too little of it.
export async function noViolationsInAnyTheme(page, where) {
  for (const theme of ["dark", ...(all ? ["contrast"] : []), "light"]) {
    await setTheme(page, theme);
    const options = theme === "light" ? {} : { runOnly: ["color-contrast"] };
    await noViolations(page, `${where}, ${theme}`, options);
  }
}

// As if it were chosen in another window of this browser.
export function setTheme(page, theme) {
  return page.evaluate((theme) => {
    localStorage.setItem("playout:option:theme", theme);
    dispatchEvent(new StorageEvent("storage"));
  }, theme);
}
