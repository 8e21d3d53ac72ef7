// Playing with the keyboard alone. Elements are found by role and name, as with a screen
// reader.

import assert from "node:assert/strict";
import { eventually } from "../../waiting.mjs";

const COLUMNS = 4;

export const board = (page) => page.getByRole("grid", { name: "Quarto board" });
export const tray = (page) => page.getByRole("toolbar", { name: "Pieces left" });

// The names of the buttons in a group, in reading order.
export function names(group) {
  return group.getByRole("button").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
}

export function hasFocus(locator) {
  return locator.evaluate((element) => element === document.activeElement);
}

export function focusedName(page) {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement.getAttribute("aria-label") ?? activeElement.textContent.trim();
  });
}

export function untilFocus(locator) {
  return eventually(async () => assert.ok(await hasFocus(locator), `the focus is not on ${locator}`));
}

export function untilFocused(page, name) {
  return eventually(async () => assert.equal(await focusedName(page), name));
}

// Presses Tab until an element has the focus.
export async function tabTo(locator) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(locator)) return;
    await locator.page().keyboard.press("Tab");
  }
  assert.fail(`Tab never leads to ${locator}`);
}

async function arrowsTo(page, group, columns, wanted) {
  const all = await names(group);
  const here = all.indexOf(await focusedName(page));
  const there = all.findIndex(wanted);
  assert.ok(here >= 0 && there >= 0, `from ${here} to ${there} of ${all}`);
  const press = async (key, times) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };
  // Two Enters in quick succession are a double press, unless there is another key between them.
  if (here === there) await page.keyboard.press("Shift");
  const rows = Math.floor(there / columns) - Math.floor(here / columns);
  const steps = (there % columns) - (here % columns);
  await press(rows < 0 ? "ArrowUp" : "ArrowDown", Math.abs(rows));
  await press(steps < 0 ? "ArrowLeft" : "ArrowRight", Math.abs(steps));
  assert.equal(await focusedName(page), all[there]);
}

export function arrowsToCell(page, cell) {
  return arrowsTo(page, board(page), COLUMNS, (name) => name.startsWith(`${cell}, `));
}

// The number of columns depends on the size of the window.
export async function arrowsToPiece(page, piece) {
  const xPositions = await tray(page)
    .getByRole("button")
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().left)));
  return arrowsTo(page, tray(page), new Set(xPositions).size, (name) => name === piece);
}

export async function emptyCells(page) {
  const all = await names(board(page));
  return all.filter((name) => name.endsWith(", empty")).map((name) => name.slice(0, 2));
}

export async function piecesLeft(page) {
  return (await names(tray(page))).filter((name) => !name.endsWith(", used"));
}
