// What the tests need to know about each game, from its file in games/:
//
// * `name`, as it is measured, on its usual board
// * `sides`, the names of the first and the second on the page
// * `size`, what the sheet calls a small board, where games are short and which has no
//   other parts than a large one, and the position that it `start`s from; neither where
//   all boards are alike
// * `whole`, a short game of two people to its end, on the small board
// * `middle`, how pictures of it get into mid-game: an opponent of a `level` who lasts, who
//   plays `against` it, and for how many `turns`; or the `moves` of two people

import { readdirSync } from "node:fs";
import { join } from "node:path";

import { root } from "./server.mjs";

const names = readdirSync(join(root, "lib/playout/games")).map((file) => file.replace(".ex", ""));

const about = async (game) => ({ game, ...(await import(`../games/${game}.mjs`)).default });

export const GAMES = await Promise.all(names.map(about));
