// The site's icons for phones and tablets, and the one for programs that know no SVG, drawn from
// assets/favicon.svg.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { root } from "../../checkout.mjs";
import { screenshot, withPalette } from "./png.mjs";

const DIRECTORY = join(root, "assets/icons");

// Systems cut their own shapes out of an icon that fills its square. From a maskable one, a circle
// of four fifths of its width may be all that remains.
const ICONS = [
  { name: "icon-192", size: 192 },
  { name: "icon-512", size: 512 },
  { name: "maskable-512", size: 512, fills: true, scale: 0.85 },
  { name: "touch-180", size: 180, fills: true },
];

// Browsers ask for it at /favicon.ico.
const FAVICON = 32;

export async function makeIcons(browser) {
  await mkdir(DIRECTORY, { recursive: true });
  const svg = await readFile(join(root, "assets/favicon.svg"), "utf8");
  const [, colour] = svg.match(/<rect[^>]* fill="([^"]*)"/);
  const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

  const page = await browser.newPage();
  const draw = async ({ size, fills = false, scale = 1 }) => {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`
      <style>
        body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${fills ? colour : "transparent"} }
        img { width: ${100 * scale}vw }
      </style>
      <img src="${image}">`);
    await page.locator("img").evaluate((img) => img.decode());
  };
  for (const icon of ICONS) {
    await draw(icon);
    await screenshot(page, join(DIRECTORY, `${icon.name}.png`), { omitBackground: true });
  }
  await draw({ size: FAVICON });
  const png = withPalette(await page.screenshot({ omitBackground: true }));
  await writeFile(join(root, "assets/favicon.ico"), ico(png, FAVICON));
  await page.close();
}

// A file with one picture, which is a PNG: a header, a directory of one entry, and the picture.
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
