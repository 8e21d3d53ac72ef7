// By itself in the document's head, which waits for it, so that nothing is
// painted in other colours first.

import { follow } from "./themes.js";

follow();
