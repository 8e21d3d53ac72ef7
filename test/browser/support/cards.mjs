// The pictures that links to the site show: one per game and one of all games, with the boards of
// the lobby. Links in all languages show the same.

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { root } from "../../checkout.mjs";
import { BYPASS } from "./axe.mjs";
import { GAMES } from "./games.mjs";
import { screenshot } from "./png.mjs";

const DIRECTORY = join(root, "assets/cards");

// What chats and search engines ask for.
const SIZE = { width: 1200, height: 630 };

const STYLE = `
  .card {
    position: fixed; z-index: 9; inset: 0;
    display: grid; grid-template-columns: 630px 1fr; align-items: center;
    background: var(--page);
  }
  .card-boards { display: grid; grid-template-columns: 1fr; gap: 30px; padding: 45px; }
  .card-boards.is-many { grid-template-columns: 1fr 1fr; }
  .card .miniature { aspect-ratio: 1; margin: 0; }
  .card-words { display: grid; gap: 24px; padding-right: 40px; }
  .card-site { display: flex; align-items: center; gap: 20px; font-size: 44px; font-weight: 600; color: var(--accent); }
  .card-site img { width: 76px; }
  .card h1 { font-size: 76px; line-height: 1.1; }
  .card .coordinate { display: none; }`;

export async function makeCards(browser, base) {
  await mkdir(DIRECTORY, { recursive: true });
  const icon = (await readFile(join(root, "assets/favicon.svg"))).toString("base64");
  const context = await browser.newContext({ ...BYPASS, viewport: SIZE, locale: "en", colorScheme: "light" });
  const page = await context.newPage();

  const take = async (name, games) => {
    await page.goto(base);
    await page.waitForSelector(".phx-connected");
    await page.addStyleTag({ content: STYLE });
    await page.evaluate(showCard, { games, icon: `data:image/svg+xml;base64,${icon}` });
    await page.locator(".card img").evaluate((img) => img.decode());
    await screenshot(page, join(DIRECTORY, `${name}.png`));
  };
  for (const { game } of GAMES) await take(game, [game]);
  await take(
    "playout",
    GAMES.map(({ game }) => game),
  );
  await context.close();
}

// Runs in the lobby, because boards use drawings and styles of the page.
function showCard({ games, icon }) {
  const card = document.createElement("div");
  card.className = "card";
  card.innerHTML = `
    <div class="card-boards"></div>
    <div class="card-words"><p class="card-site"><img alt=""><span>Playout</span></p><h1></h1></div>`;
  card.querySelector("img").src = icon;
  const boards = card.querySelector(".card-boards");
  boards.classList.toggle("is-many", games.length > 1);
  const title = document.querySelector(games.length > 1 ? "main h1" : `#game-${games[0]} h2`);
  card.querySelector("h1").textContent = title.textContent;
  for (const game of games) boards.append(document.querySelector(`#game-${game} .miniature`));
  document.body.append(card);
}
