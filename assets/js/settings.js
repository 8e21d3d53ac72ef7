// By itself in the document's head, which waits for it, so that nothing is
// painted first in another way than was chosen. Pages that have no other script
// have their settings, too.

import { followDialogs } from "./dialogs.js";
import { followOptions } from "./option.js";

followOptions();
followDialogs();
