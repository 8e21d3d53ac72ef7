// Where things are on the page, and whether all of it is on the screen.

import assert from "node:assert/strict";

// What must stay where it is while a game goes on.
const PARTS = ["#strip-them", ".match-board", "#strip-you", ".match-tray", ".actions:not([hidden])"];

export function places(page) {
  return page.evaluate(
    (parts) =>
      parts.map((part) => {
        const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
        return `${part}: ${[x, y, width, height].map(Math.round)}`;
      }),
    PARTS,
  );
}

export async function onOneScreen(page, viewport) {
  await page.setViewportSize(viewport);
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  assert.deepEqual({ width, height }, viewport, "nothing to scroll");
}

// The names of what can be pressed and is smaller than a fingertip.
export function smallTargets(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("[data-step], button, a, summary, input")]
      .filter((element) => element.checkVisibility())
      .map((element) => [
        element.outerHTML.slice(0, 80),
        (element.closest("label") ?? element).getBoundingClientRect(),
      ])
      .filter(([, box]) => box.width < 44 || box.height < 44)
      .map(([name]) => name),
  );
}

// The selectors of what looks otherwise under a pointer, of those that hold here.
export function hoverRules(page) {
  return page.evaluate(() => {
    const holding = (rules) =>
      [...rules].flatMap((rule) => {
        if (rule.media && !matchMedia(rule.media.mediaText).matches) return [];
        return [rule, ...holding(rule.cssRules ?? [])];
      });
    return [...document.styleSheets]
      .flatMap(({ cssRules }) => holding(cssRules))
      .map(({ selectorText }) => selectorText)
      .filter((selector) => selector?.includes(":hover"));
  });
}
