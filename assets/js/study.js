// The hooks of the pages for studying positions. Other pages don't load them, so this is a script of
// its own, before app.js, which adds them to the hooks of all pages.

import { Line } from "./analysis/line.js";
import { RecordText } from "./analysis/record_text.js";
import { Variations } from "./analysis/variations.js";
import { Analysis } from "./analysis.js";

globalThis.studyHooks = { Analysis, Line, RecordText, Variations };
