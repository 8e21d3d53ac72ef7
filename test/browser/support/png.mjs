// Screenshots with a palette, which are much smaller.

import { writeFile } from "node:fs/promises";

import UPNG from "upng-js";

const COLOURS = 256;

// `options` are those of Playwright's `page.screenshot`.
export async function screenshot(page, path, options = {}) {
  const { width, height, ...picture } = UPNG.decode(await page.screenshot(options));
  const [pixels] = UPNG.toRGBA8({ width, height, ...picture });
  await writeFile(path, Buffer.from(UPNG.encode([pixels], width, height, COLOURS)));
}
