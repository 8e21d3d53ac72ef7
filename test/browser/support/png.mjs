// Screenshots with a palette, which are much smaller.

import { writeFile } from "node:fs/promises";

import UPNG from "upng-js";

const COLOURS = 256;

// `options` are those of Playwright's `page.screenshot`.
export async function screenshot(page, path, options = {}) {
  await writeFile(path, withPalette(await page.screenshot(options)));
}

// The same picture with at most 256 colours.
export function withPalette(png) {
  const { width, height, ...picture } = UPNG.decode(png);
  const [pixels] = UPNG.toRGBA8({ width, height, ...picture });
  return Buffer.from(UPNG.encode([pixels], width, height, COLOURS));
}
