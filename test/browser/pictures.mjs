// npm run pictures: the pages at three sizes in both themes, to be looked at
// (screenshots/), and the README's pictures (docs/images/).

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import UPNG from "upng-js";

import { launch, screenshots, Visitor, WIDE } from "./support/browser.mjs";
import { begin, play, player, playOn, untilMyTurn } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

const SIZES = {
  phone: { width: 360, height: 640 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 1440, height: 900 },
};

// A laptop's window: a README is not the place for a large file.
const LAPTOP = { width: 1100, height: 690 };
const README = {
  lobby: { of: "lobby", size: LAPTOP, theme: "light" },
  match: { of: "middle", size: LAPTOP, theme: "light" },
  won: { of: "won", size: LAPTOP, theme: "dark" },
  phone: { of: "middle", size: SIZES.phone, theme: "dark" },
};
const COLOURS = 256;

const images = fileURLToPath(new URL("../../docs/images", import.meta.url));

async function take(page, size, theme, path) {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.screenshot({ path });
}

async function compact(path) {
  const { width, height, ...picture } = UPNG.decode(await readFile(path));
  const [pixels] = UPNG.toRGBA8({ width, height, ...picture });
  await writeFile(path, Buffer.from(UPNG.encode([pixels], width, height, COLOURS)));
}

async function pictures(page, of) {
  for (const [name, size] of Object.entries(SIZES)) {
    for (const theme of ["light", "dark"]) {
      await take(page, size, theme, `${screenshots}/${of}-${name}-${theme}.png`);
    }
  }
  for (const [name, wanted] of Object.entries(README)) {
    if (wanted.of !== of) continue;
    await take(page, wanted.size, wanted.theme, `${images}/${name}.png`);
    await compact(`${images}/${name}.png`);
  }
  await page.setViewportSize(WIDE.viewport);
}

const strong = player("mcts:playouts=20000");

async function turns(visitor, count) {
  for (let turn = 0; turn < count && (await untilMyTurn(visitor.page)); turn += 1) {
    await play(visitor, strong);
  }
  return untilMyTurn(visitor.page);
}

async function game(visitor, level) {
  await visitor.page.goto(server.base);
  await visitor.page.waitForSelector(".phx-connected");
  await begin(visitor, { level });
}

await mkdir(screenshots, { recursive: true });
const browser = await launch();
const server = await startServer();
const visitor = await Visitor.arrive(browser, server.base);
const { page } = visitor;
await pictures(page, "lobby");

await game(visitor, "Heron");
await pictures(page, "start");
// Both sides draw their playouts by chance: what is wanted comes in the end.
while (!(await turns(visitor, 4))) await game(visitor, "Heron");
await pictures(page, "middle");

do await game(visitor, "Sparrow");
while ((await playOn(visitor, strong)) !== "won");
await pictures(page, "won");

await page.goto(`${server.base}/rules/quarto`);
await page.waitForSelector(".phx-connected");
await pictures(page, "rules");

await visitor.leave();
await browser.close();
await server.remove();
