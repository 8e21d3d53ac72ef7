// The README's pictures of boards: for each game the animation of a whole match, and a picture of its
// middle. The site makes them, as it does for visitors.

import { writeFile } from "node:fs/promises";

import { COMPILING_MS } from "../../waiting.mjs";
import { Visitor, WIDE } from "./browser.mjs";
import { download, openPicture } from "./dialog.mjs";
import { GAMES } from "./games.mjs";
import { beginTogether, play, player, untilMyTurn } from "./match.mjs";
import { withPalette } from "./png.mjs";

// Both sides have the same level, which is strong enough for a match worth looking at. Without a
// seed, each match is another one.
const PLAYER = "level:n=5,seed=7";

export async function makeBoards(browser, base, directory) {
  for (const { game } of GAMES) {
    const visitor = await Visitor.arrive(browser, base, WIDE);
    const { page } = visitor;
    await beginTogether(visitor, game);
    const choose = player(PLAYER, game);
    const moves = [];
    while (await untilMyTurn(page)) {
      await play(visitor, async (legal, played) => {
        const chosen = await choose(legal, played);
        moves.push(chosen.move);
        return chosen;
      });
    }

    const dialog = await openPicture(page);
    await dialog.getByRole("button", { name: "Make an animation" }).click();
    const save = dialog.getByRole("link", { name: "Save animation" });
    await save.waitFor({ timeout: COMPILING_MS });
    await writeFile(`${directory}/${game}.gif`, (await download(page, () => save.click())).bytes);

    // The same match again, up to its middle.
    await beginTogether(visitor, game);
    for (const wanted of moves.slice(0, Math.ceil(moves.length / 2))) {
      await untilMyTurn(page);
      await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
    }
    await openPicture(page);
    const { bytes } = await download(page, () => page.getByRole("button", { name: "Save picture" }).click());
    await writeFile(`${directory}/${game}-board.png`, withPalette(await halved(page, bytes)));
    await visitor.leave();
  }
}

// The same picture at half the size, in which README shows it on most screens.
async function halved(page, png) {
  const half = await page.evaluate(async (text) => {
    const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([data]));
    const canvas = new OffscreenCanvas(picture.width / 2, picture.height / 2);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    let characters = "";
    for (const byte of bytes) characters += String.fromCharCode(byte);
    return btoa(characters);
  }, png.toString("base64"));
  return Buffer.from(half, "base64");
}
