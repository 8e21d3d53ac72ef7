// Every game in WebKit.

import { webkit } from "./support/webkit.mjs";
import { playsEveryGame } from "./support/full_games.mjs";

playsEveryGame(webkit);
