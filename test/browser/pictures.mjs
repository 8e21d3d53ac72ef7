// npm run pictures [icons] [cards] [screens] [boards] [review] [pages]: the site's icons (assets/icons/), the
// pictures that links to it show (assets/cards/), what devices show before they install it
// (assets/screens/), pictures and animations of boards and a review for
// the README (docs/images/), and screenshots of the pages of all games for people to look at (screenshots/): on
// four screens, and on the smallest and the largest also dark, with high contrast and in Japanese;
// and the README's screenshots (docs/images/). Without arguments, all of these.

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { setTheme } from "./support/axe.mjs";
import { makeBoards } from "./support/boards.mjs";
import { launch, screenshots, Visitor, WIDE } from "./support/browser.mjs";
import { makeCards } from "./support/cards.mjs";
import { GAMES } from "./support/games.mjs";
import { makeIcons } from "./support/icons.mjs";
import { begin, beginTogether, play, player, playOn, untilMyTurn } from "./support/match.mjs";
import { screenshot } from "./support/png.mjs";
import { makeReview } from "./support/review.mjs";
import { startServer } from "./support/server.mjs";

const SCREENS = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const [PHONE] = SCREENS;
const ENDS = [PHONE, SCREENS.at(-1)];

// Small, because a README should not load large files.
const LAPTOP = { width: 1100, height: 690 };
const README = {
  // Tall enough for all four cards.
  lobby: { of: "lobby", size: { ...LAPTOP, height: 728 }, theme: "light" },
  quarto: { of: "quarto-middle", size: LAPTOP, theme: "light" },
  animal_shogi: { of: "animal_shogi-middle", size: LAPTOP, theme: "light" },
  gomoku: { of: "gomoku-middle", size: LAPTOP, theme: "dark" },
  separo: { of: "separo-middle", size: LAPTOP, theme: "light" },
  phone: { of: "animal_shogi-middle", size: PHONE, theme: "dark" },
};

// What a device shows before somebody installs the site (lib/playout_web/browser/manifest.ex).
const NARROW = { viewport: PHONE, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true };
const screens = fileURLToPath(new URL("../../assets/screens", import.meta.url));

async function makeScreens(browser, { base }) {
  await mkdir(screens, { recursive: true });
  const visitor = await Visitor.arrive(browser, base, NARROW);
  while (
    !(await midGame(
      visitor,
      GAMES.find(({ game }) => game === "animal_shogi"),
    ))
  );
  await setTheme(visitor.page, "light");
  await screenshot(visitor.page, `${screens}/narrow.png`);
  await visitor.leave();
}

const images = fileURLToPath(new URL("../../docs/images", import.meta.url));

async function arrange(page, size, theme) {
  await page.setViewportSize(size);
  await setTheme(page, theme);
  // Away from the board, where the pointer would preview a move.
  await page.mouse.move(0, 0);
}

// `show` opens what a reload closes.
async function pictures(page, of, show = async () => {}) {
  const all = async (screens, theme, name) => {
    for (const size of screens) {
      await arrange(page, size, theme);
      await page.screenshot({ path: `${screenshots}/${of}-${size.width}x${size.height}-${name}.png` });
    }
  };
  await show();
  await all(SCREENS, "light", "light");
  for (const theme of ["dark", "contrast"]) await all(ENDS, theme, theme);
  for (const [name, wanted] of Object.entries(README)) {
    if (wanted.of !== of) continue;
    await arrange(page, wanted.size, wanted.theme);
    await screenshot(page, `${images}/${name}.png`);
  }
  await setLanguage(page, "ja");
  await show();
  await all(ENDS, "light", "japanese");
  await setLanguage(page, "en");
  await page.setViewportSize(WIDE.viewport);
}

async function setLanguage(page, language) {
  await page.setExtraHTTPHeaders({ "accept-language": language });
  await page.reload();
  await page.waitForSelector(".phx-connected");
}

// Plays some turns of a new match. Returns false if it is over by then.
async function midGame(visitor, { game, middle }) {
  const { level, against, turns, moves } = middle;
  if (moves) return replay(visitor, game, moves);
  await begin(visitor, { game, level });
  for (let turn = 0; turn < turns && (await untilMyTurn(visitor.page)); turn += 1) {
    await play(visitor, player(against, game));
  }
  return untilMyTurn(visitor.page);
}

async function replay(visitor, game, moves) {
  await beginTogether(visitor, game);
  for (const wanted of moves) {
    await untilMyTurn(visitor.page);
    await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
  }
  return untilMyTurn(visitor.page);
}

async function pages(browser, { base }) {
  await mkdir(screenshots, { recursive: true });
  const visitor = await Visitor.arrive(browser, base, WIDE, "/");
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await pictures(page, "lobby");
  await pictures(page, "sheet", () => page.locator('[data-opens="sheet-gomoku"]').click());

  for (const { game, middle } of GAMES) {
    // Both players are random: sooner or later a game lasts.
    while (!(await midGame(visitor, { game, middle })));
    await pictures(page, `${game}-middle`);
    await playOn(visitor, player("random", game));
    await pictures(page, `${game}-over`);

    for (const path of ["rules", "learn"]) {
      await page.goto(`${base}/${path}/${game}`);
      await page.waitForSelector(".phx-connected");
      await pictures(page, `${game}-${path}`);
    }
  }
  await visitor.leave();
}

const parts = process.argv.slice(2);
const makes = (part) => parts.length === 0 || parts.includes(part);

const browser = await launch();
if (makes("icons")) await makeIcons(browser);
if (["cards", "screens", "boards", "review", "pages"].some(makes)) {
  const server = await startServer();
  if (makes("cards")) await makeCards(browser, server.base);
  if (makes("screens")) await makeScreens(browser, server);
  if (makes("boards")) await makeBoards(browser, server.base, images);
  if (makes("review")) await makeReview(browser, server.base, images);
  if (makes("pages")) await pages(browser, server);
  await server.remove();
}
await browser.close();
