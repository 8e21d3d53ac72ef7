// A separate script in the document's head that blocks rendering, so that the first paint
// already uses the chosen settings. It also serves pages that have no other script.

import { followDialogs } from "./components/dialogs.js";
import { followEarlyPresses } from "./components/early_press.js";
import { followOptions } from "./components/option.js";

followOptions();
followDialogs();
followEarlyPresses();
