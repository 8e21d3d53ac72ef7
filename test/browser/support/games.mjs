// What the tests need to know about each game, from its file in games/:
//
// * `name`, that of the game and its usual board in benchmarks
// * `sides`, what the page calls the first and the second player
// * `options` for a small board, on which games are short, and its `start` position; neither if
//   there is only one size
// * `whole`, the moves of a short game on the small board
// * `middle`, how to get a picture of mid-game: the `moves`, or the `level` of an opponent, the
//   player `against` it, and for how many `turns`
// * `edit`, what the editor's test sets up: the position `at` which it begins; the cells and tools to
//   press that are `wrong`, with the text then `refused`, the words of the `refusal` and its `marks` on
//   the board; those that make it `right`, with the words if it is `possible`, and the `position`

import { readdirSync } from "node:fs";
import { join } from "node:path";

import { root } from "../../checkout.mjs";

const names = readdirSync(join(root, "lib/playout/games")).map((file) => file.replace(".ex", ""));

const about = async (game) => ({ game, ...(await import(`../games/${game}.mjs`)).default });

export const GAMES = await Promise.all(names.map(about));
