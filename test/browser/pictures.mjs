// npm run pictures: the pages of all games on four screens, on the smallest and the
// largest also dark, with high contrast and in Japanese, to be looked at (screenshots/),
// and the README's pictures (docs/images/).

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import UPNG from "upng-js";

import { launch, screenshots, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { arrange, begin, play, player, playOn, untilMyTurn } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

const SCREENS = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const [PHONE] = SCREENS;
const ENDS = [PHONE, SCREENS.at(-1)];

// A laptop's window: a README is not the place for a large file.
const LAPTOP = { width: 1100, height: 690 };
const README = {
  // As high as all four cards.
  lobby: { of: "lobby", size: { ...LAPTOP, height: 786 }, theme: "light" },
  quarto: { of: "quarto-middle", size: LAPTOP, theme: "light" },
  animal_shogi: { of: "animal_shogi-middle", size: LAPTOP, theme: "light" },
  gomoku: { of: "gomoku-middle", size: LAPTOP, theme: "dark" },
  separo: { of: "separo-middle", size: LAPTOP, theme: "light" },
  phone: { of: "animal_shogi-middle", size: PHONE, theme: "dark" },
};
const COLOURS = 256;

const images = fileURLToPath(new URL("../../docs/images", import.meta.url));

async function take(page, size, theme, path) {
  await page.setViewportSize(size);
  // As if chosen on another page of this browser: high contrast is more than a name.
  await page.evaluate((theme) => {
    localStorage.setItem("playout:option:theme", theme);
    dispatchEvent(new StorageEvent("storage"));
  }, theme);
  await page.screenshot({ path });
}

async function compact(path) {
  const { width, height, ...picture } = UPNG.decode(await readFile(path));
  const [pixels] = UPNG.toRGBA8({ width, height, ...picture });
  await writeFile(path, Buffer.from(UPNG.encode([pixels], width, height, COLOURS)));
}

// `show` brings the page to what is to be seen, where a reload does not.
async function pictures(page, of, show = async () => {}) {
  const all = async (screens, theme, name) => {
    for (const size of screens) {
      await take(page, size, theme, `${screenshots}/${of}-${size.width}x${size.height}-${name}.png`);
    }
  };
  await show();
  await all(SCREENS, "light", "light");
  for (const theme of ["dark", "contrast"]) await all(ENDS, theme, theme);
  for (const [name, wanted] of Object.entries(README)) {
    if (wanted.of !== of) continue;
    await take(page, wanted.size, wanted.theme, `${images}/${name}.png`);
    await compact(`${images}/${name}.png`);
  }
  await speak(page, "ja");
  await show();
  await all(ENDS, "light", "japanese");
  await speak(page, "en");
  await page.setViewportSize(WIDE.viewport);
}

async function speak(page, language) {
  await page.setExtraHTTPHeaders({ "accept-language": language });
  await page.reload();
  await page.waitForSelector(".phx-connected");
}

// Plays some turns of a new match; answers whether it still goes on.
async function midGame(visitor, { game, middle }) {
  const { level, against, turns, moves } = middle;
  await visitor.page.goto(server.base);
  await visitor.page.waitForSelector(".phx-connected");
  if (moves) return replay(visitor, game, moves);
  await begin(visitor, { game, level });
  for (let turn = 0; turn < turns && (await untilMyTurn(visitor.page)); turn += 1) {
    await play(visitor, player(against, game));
  }
  return untilMyTurn(visitor.page);
}

async function replay(visitor, game, moves) {
  await arrange(visitor, "Two players", undefined, game);
  for (const wanted of moves) {
    await untilMyTurn(visitor.page);
    await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
  }
  return untilMyTurn(visitor.page);
}

await mkdir(screenshots, { recursive: true });
const browser = await launch();
const server = await startServer();
const visitor = await Visitor.arrive(browser, server.base);
const { page } = visitor;
await page.emulateMedia({ reducedMotion: "reduce" });
await pictures(page, "lobby");
await pictures(page, "sheet", () => page.locator('[data-opens="sheet-gomoku"]').click());

for (const { game, middle } of GAMES) {
  // Both draw their playouts by chance: a game that lasts comes in the end.
  while (!(await midGame(visitor, { game, middle })));
  await pictures(page, `${game}-middle`);
  await playOn(visitor, player("random", game));
  await pictures(page, `${game}-over`);

  for (const path of ["rules", "learn"]) {
    await page.goto(`${server.base}/${path}/${game}`);
    await page.waitForSelector(".phx-connected");
    await pictures(page, `${game}-${path}`);
  }
}

await visitor.leave();
await browser.close();
await server.remove();
