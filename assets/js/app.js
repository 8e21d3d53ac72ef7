import { Socket } from "phoenix";
import { LiveSocket } from "phoenix_live_view";
import { Beaten } from "./beaten.js";
import { Drawer } from "./drawer.js";
import { KeepFocus } from "./keep_focus.js";
import { LessonProgress } from "./lesson_progress.js";
import { look, show } from "./motion.js";
import { aroundMoves } from "./played.js";
import { Progress } from "./progress.js";
import { Remembered, noteChosen } from "./remembered.js";
import { followSound, hearEnd, hearMove } from "./sound.js";
import { followSoundOffer, offerSound } from "./sound_offer.js";
import { StepPicker } from "./step_picker.js";
import { storage } from "./storage.js";

const csrfToken = document.querySelector("meta[name='csrf-token']").content;

const moves = aroundMoves({ look, show: [show, hearMove, offerSound], end: [hearEnd, offerSound] });

const liveSocket = new LiveSocket("/live", Socket, {
  dom: {
    onPatchStart: noteChosen,
    onPatchEnd: moves.onPatchEnd,
    onBeforeElUpdated(from, to) {
      // The server does not know that a dialog is open.
      if (from.localName === "dialog" && from.open) to.setAttribute("open", "");
      moves.onBeforeElUpdated(from, to);
    },
  },
  hooks: {
    Beaten,
    Drawer,
    KeepFocus,
    LessonProgress,
    Progress,
    Remembered,
    StepPicker,
  },
  // LiveView counts here how often a page was reloaded, and stops working if storage refuses.
  localStorage: storage,
  params: { _csrf_token: csrfToken },
});

// Once and immediately, for the reason in lib/playout_web/focus.ex.
addEventListener("playout:focus", ({ target }) => target.focus());

followSound();
followSoundOffer();
liveSocket.connect();
