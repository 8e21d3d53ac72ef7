// The site's icons for phones and tablets, drawn from assets/favicon.svg.

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { root } from "../../checkout.mjs";
import { screenshot } from "./png.mjs";

const DIRECTORY = join(root, "assets/icons");

// Systems cut their own shapes out of an icon that fills its square. From a maskable one, a circle
// of four fifths of its width may be all that remains.
const ICONS = [
  { name: "icon-192", size: 192 },
  { name: "icon-512", size: 512 },
  { name: "maskable-512", size: 512, fills: true, scale: 0.85 },
  { name: "touch-180", size: 180, fills: true },
];

export async function makeIcons(browser) {
  await mkdir(DIRECTORY, { recursive: true });
  const svg = await readFile(join(root, "assets/favicon.svg"), "utf8");
  const [, colour] = svg.match(/<rect[^>]* fill="([^"]*)"/);
  const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

  const page = await browser.newPage();
  for (const { name, size, fills = false, scale = 1 } of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`
      <style>
        body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${fills ? colour : "transparent"} }
        img { width: ${100 * scale}vw }
      </style>
      <img src="${image}">`);
    await page.locator("img").evaluate((img) => img.decode());
    await screenshot(page, join(DIRECTORY, `${name}.png`), { omitBackground: true });
  }
  await page.close();
}
