// Every game in Firefox.

import { firefox } from "./support/firefox.mjs";
import { playsEveryGame } from "./support/full_games.mjs";

playsEveryGame(firefox);
