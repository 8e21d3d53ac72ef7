// npm run pictures: makes the README's picture, a match of which some moves
// have been played.

import { fileURLToPath } from "node:url";

import { launch, Visitor } from "./support/browser.mjs";
import { begin, play, player, untilMyTurn } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";

// A laptop's window: a README is not the place for a large file.
const SMALL = { viewport: { width: 1100, height: 690 } };
const path = fileURLToPath(new URL("../../docs/images/match.png", import.meta.url));

const browser = await launch();
const server = await startServer();
const visitor = await Visitor.arrive(browser, server.base, SMALL);
const { page } = visitor;
await begin(visitor);
for (let turns = 0; turns < 4; turns += 1) {
  await play(visitor, player("mcts:playouts=3000,seed=2"));
  await untilMyTurn(page);
}
await page.screenshot({ path });
await visitor.leave();
await browser.close();
await server.remove();
