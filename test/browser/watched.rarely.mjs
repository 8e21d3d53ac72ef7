// Watching two engines play to the end.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { onOneScreen, places } from "./support/layout.mjs";
import { movesPlayed, outcome, start, untilPlayed } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

async function watch({ game, sides, options, start: position }, window) {
  const visitor = await Visitor.arrive(browser, server.base, window);
  const { page } = visitor;
  const sparrows = { opponent: "watch", first: "sparrow", second: "sparrow" };
  await start(visitor, game, sparrows, options);
  await page.getByRole("button", { name: "Fast" }).click();
  await untilPlayed(page, 1);
  const before = await places(page);
  await visitor.picture(`watched-${game}-${window.viewport.width}`);

  await page.waitForSelector(".strip.is-headline");
  assert.deepEqual(without(await places(page), ".actions"), without(before, ".actions"));
  const result = await outcome(await movesPlayed(page), game, position);
  const heading = await page.locator(".strip.is-headline h2").innerText();
  const status = await page.locator(".strip.is-headline .status").innerText();
  // A draw does not name the player in whose strip it stands.
  if (result === "draw") {
    assert.match(heading, /^Sparrow \(.+\)$/);
    assert.match(status, /^Draw\. .+\.$/);
  } else {
    assert.equal(heading, `Sparrow (${sides[result]}) wins`);
    assert.match(status, /^(?!Draw).+\.$/);
  }
  await onOneScreen(page, window.viewport);
  await visitor.picture(`over-${game}-${window.viewport.width}`);
  await visitor.leave();
}

// At the end there are other actions.
const without = (places, part) => places.filter((place) => !place.startsWith(part));

test("engines play each other to the end, in several games at once", async () => {
  await Promise.all(GAMES.map((game, index) => watch(game, index % 2 ? PHONE : WIDE)));
});
