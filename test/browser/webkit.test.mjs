// A game of each in WebKit.

import { webkit } from "./support/webkit.mjs";
import { playsEveryGame } from "./support/whole_games.mjs";

playsEveryGame(webkit);
