// How matches end, and what they look like without a clock: at all sizes of screens and in both languages
// names, results and reasons are whole, texts in a strip take two lines at most, and no action is alone
// in a row.

import assert from "node:assert/strict";

import { rarely, rarelyUnless } from "../rarely.mjs";
import { Visitor } from "./support/browser.mjs";
import { ENGLISH, HANDS, JAPANESE, Look } from "./support/covered.mjs";
import { GAMES } from "./support/games.mjs";
import { create, link, play, player, result, start, untilMyTurn } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

// Soon won by the first player, whose next move is `first`. In Animal Shogi the winner also holds one of
// each kind, and any reply loses the lion.
const WON = {
  animal_shogi: { position: "k2/2B/R+P1/1K1 b RBP", first: "3c3b" },
  gomoku: { position: "9/9/9/9/2xxxx3/9/9/o1o1o1o2/9 x freestyle", first: "g5" },
  quarto: { position: "012./..../..../.... 4", first: "d4" },
  separo: { position: "5 r a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2", first: "d2-c1-b1" },
};

// That of the short run.
const LANGUAGE = { animal_shogi: "ja" };

// Other tests look at boards and trays.
const PARTS = { within: ".strip, .match-bar" };

async function arrive(...kinds) {
  const visitors = await Promise.all(kinds.map((kind) => Visitor.arrive(browser, server.base, kind)));
  // A mouse, so that presses mean the same in both.
  for (const visitor of visitors) visitor.touch = false;
  return visitors;
}

const against = (visitor, game, level, position) =>
  start(visitor, game, { opponent: "engine", level, begins: "you", ...(position ? { position } : {}) }, sizeOf(game));

const sizeOf = (game) => GAMES.find((about) => about.game === game).options;

async function resign({ page }) {
  await page.locator("#ask-resign").click();
  await page.locator("#resign").click();
  await page.locator("#strip-you.is-over").waitFor();
}

// Wins a match against a level.
async function win(visitor, game, level) {
  const { position, first } = WON[game];
  await against(visitor, game, level, position);
  await untilMyTurn(visitor.page);
  await play(visitor, (legal) => legal.find(({ move }) => move === first));
  while (await untilMyTurn(visitor.page)) await play(visitor, player("mcts:playouts=2000", game, position));
  assert.equal(await result(visitor.page), "won");
}

// As if a mistake had been found, which takes more time than these matches.
const mistaken = ({ page }) =>
  page.locator("#moves summary:not(:has(.mark))").evaluateAll((summaries) => {
    for (const summary of summaries)
      summary.insertAdjacentHTML("beforeend", `<span class="mark" aria-hidden="true">?</span>`);
  });

async function lookAtEnd(look, state, visitor) {
  await mistaken(visitor);
  await look.at(state, visitor);
}

for (const [lang, kind] of [
  ["en", ENGLISH],
  ["ja", JAPANESE],
]) {
  for (const { game } of GAMES) {
    rarelyUnless(lang === LANGUAGE[game])(`${game} without a clock, and how it ends (${lang})`, async () => {
      const look = new Look(PARTS);
      const [visitor] = await arrive(kind);
      await against(visitor, game, "cat", game === "animal_shogi" ? HANDS : null);
      await untilMyTurn(visitor.page);
      await look.at(`${game}, without a clock`, visitor);
      await resign(visitor);
      await lookAtEnd(look, `${game}, a loss`, visitor);
      await win(visitor, game, "cat");
      await lookAtEnd(look, `${game}, a win`, visitor);

      if (["animal_shogi", "quarto"].includes(game)) {
        const held = game === "animal_shogi" ? { position: HANDS } : {};
        await start(visitor, game, { opponent: "here", clock: "10+5", ...held }, sizeOf(game));
        await untilMyTurn(visitor.page);
        await look.at(`${game}, two at one screen`, visitor);
      }
      await visitor.leave();
      look.done();
    });
  }

  rarely(`the words of children have room (${lang})`, async () => {
    const look = new Look(PARTS);
    const [visitor] = await arrive(kind);
    await against(visitor, "animal_shogi", "sparrow", HANDS);
    await untilMyTurn(visitor.page);
    await look.at("children", visitor);
    await win(visitor, "animal_shogi", "sparrow");
    await lookAtEnd(look, "children, a win", visitor);
    await visitor.leave();
    look.done();
  });

  rarelyUnless(lang === "ja")(
    `long names are whole, also for who watches, and so is a spectator's end (${lang})`,
    async () => {
      const look = new Look(PARTS);
      const [one, other, spectator] = await arrive(kind, kind, kind);
      const call = async ({ page }, name) => {
        await page.goto(`${server.base}/you`);
        await page.locator("#name").fill(name);
        await page.locator("#name-form .is-primary").click();
        await page.locator("#remove-name").waitFor();
      };
      await call(one, "Grandmother Mum");
      await call(other, "Grandmother Dad");
      for (const game of ["quarto", "animal_shogi", "separo"]) {
        // Beside the regions, who has won can be read after the longest name, too.
        if (game === "separo") await call(other, "将棋大好きなおばあちゃんですよ");
        const held = game === "animal_shogi" ? { position: HANDS } : {};
        await one.page.goto(server.base + (await create(one, game, { opponent: "friend", clock: "3d", ...held })));
        const address = await link(one);
        await other.page.goto(address);
        await other.page.locator("#join").click();
        await one.page.locator(".chat-button, .chat summary").waitFor();
        await spectator.page.goto(address);
        await spectator.page.locator(".phx-connected").waitFor();
        if (game === "quarto") await look.at(`${game}, long names`, spectator);
        await resign(one);
        await spectator.page.locator(".strip.is-over").first().waitFor();
        await look.at(`${game}, a spectator's end`, spectator);
      }
      await Promise.all([one, other, spectator].map((visitor) => visitor.leave()));
      look.done();
    },
  );
}
