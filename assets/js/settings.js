// A script of its own in the document's head, which waits for it, so that the first paint
// already uses the chosen settings. Pages without any other script get the settings too.

import { followDialogs } from "./dialogs.js";
import { followOptions } from "./option.js";

followOptions();
followDialogs();
