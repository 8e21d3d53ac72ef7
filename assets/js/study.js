// The hooks of the pages for studying positions. Other pages don't load them, so this is a script of
// its own, before app.js, which adds them to the hooks of all pages.

import { Analysis } from "./analysis.js";
import { Line } from "./line.js";
import { RecordText } from "./record_text.js";
import { Variations } from "./variations.js";

globalThis.studyHooks = { Analysis, Line, RecordText, Variations };
