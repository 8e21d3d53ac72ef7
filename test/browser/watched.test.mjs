// In every game a match of two engines is watched to its end.

import assert from "node:assert/strict";

import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { onOneScreen, places } from "./support/layout.mjs";
import { movesPlayed, outcome, start } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

async function watch({ game, sides, size, start: position }, options) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  const { page } = visitor;
  const sparrows = { opponent: "watch", first: "sparrow", second: "sparrow" };
  const small = size ? { "options[size]": Number.parseInt(size, 10) } : {};
  await start(visitor, game, { ...sparrows, ...small });
  await page.getByRole("button", { name: "Fast" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#move-list li").length >= 1);
  const before = await places(page);
  await visitor.picture(`watched-${game}-${options.viewport.width}`);

  await page.waitForSelector(".strip.is-headline");
  assert.deepEqual(without(await places(page), ".actions"), without(before, ".actions"));
  const told = await outcome(await movesPlayed(page), game, position);
  const headline = await page.locator(".strip.is-headline h2").innerText();
  assert.equal(headline, told === "draw" ? "Draw" : `Sparrow (${sides[told]}) wins`);
  assert.match(await page.locator(".strip.is-headline .status").innerText(), /\.$/);
  await onOneScreen(page, options.viewport);
  await visitor.picture(`over-${game}-${options.viewport.width}`);
  await visitor.leave();
}

// The actions change at the end.
const without = (places, part) => places.filter((place) => !place.startsWith(part));

test("engines play each other to the end, in every game at once", () =>
  Promise.all(GAMES.map((game, index) => watch(game, index % 2 ? PHONE : WIDE))));
