// Every game in WebKit.

import { playsEveryGame } from "./support/full_games.mjs";
import { webkit } from "./support/webkit.mjs";

playsEveryGame(webkit);
