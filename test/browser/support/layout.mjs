// Where the parts of a match are, whether a page fits the screen, and whether its controls are
// large enough.

import assert from "node:assert/strict";

// Parts that must not move during a game.
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
  // Media queries are told in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  assert.deepEqual({ width, height }, viewport, "nothing to scroll");
}

// The controls that are smaller than a fingertip.
export function smallTargets(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("[data-step], button, a, summary, input")]
      .filter((element) => element.checkVisibility())
      .map((element) => [element.outerHTML.slice(0, 80), (element.closest("label") ?? element).getBoundingClientRect()])
      .filter(([, box]) => box.width < 44 || box.height < 44)
      .map(([name]) => name),
  );
}

// The selectors of the hover styles that apply in this window.
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

// The choices of lists whose words don't fit beside the arrow.
export function cutChoices(page) {
  return page.evaluate(() => {
    const ARROW = 20;
    const paper = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("select")]
      .filter((select) => select.checkVisibility())
      .flatMap((select) => {
        const { font, paddingLeft } = getComputedStyle(select);
        const room = select.clientWidth - parseFloat(paddingLeft) - ARROW;
        paper.font = font;
        return [...select.options]
          .map((option) => option.text.trim())
          .filter((words) => paper.measureText(words).width > room);
      });
  });
}

// How many of the visible elements are in each row, from the top.
export function rows(locator) {
  return locator.evaluateAll((all) => {
    const tops = all.filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top));
    return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
  });
}
