// A game of each in Firefox.

import { firefox } from "./support/firefox.mjs";
import { playsEveryGame } from "./support/whole_games.mjs";

playsEveryGame(firefox);
