import { Socket } from "phoenix";
import { LiveSocket } from "phoenix_live_view";
import { look, show } from "./boards/motion.js";
import { aroundMoves } from "./boards/played.js";
import { StepPicker } from "./boards/playing/step_picker.js";
import { followSound, playEndSound, playMoveSound, playNewsSound } from "./boards/sound.js";
import { prepareOffline } from "./browser/offline.js";
import { followReleases } from "./browser/outdated.js";
import { storage } from "./browser/storage.js";
import { Drawer } from "./components/drawer.js";
import { keptIn } from "./components/kept.js";
import { Share } from "./components/share.js";
import { followShortcuts } from "./components/shortcuts.js";
import { Walk } from "./components/walk.js";
import { Away } from "./connection/away.js";
import { Commands, followCommands, markCommands, matchOfPage } from "./connection/commands.js";
import { followConnection, reconnectAfterMs } from "./connection/connection.js";
import { encode } from "./connection/encode.js";
import { followUnsent } from "./connection/unsent.js";
import { Editor } from "./editor.js";
import { followLanguage } from "./language.js";
import { KeepFocus } from "./lobby/keep_focus.js";
import { Progress } from "./lobby/progress.js";
import { collectChoices, Remembered } from "./lobby/remembered.js";
import { Beaten } from "./match/beaten.js";
import { Chat } from "./match/chat.js";
import { Clock } from "./match/clock.js";
import { Picture } from "./match/picture_dialog.js";
import { Review } from "./match/review.js";
import { followSoundOffer, offerSound } from "./match/sound_offer.js";
import { showTurn } from "./match/turn_icon.js";
import { followHandOver, HandOver } from "./people/hand_over.js";
import { LessonProgress } from "./rules/lesson_progress.js";

const csrfToken = document.querySelector("meta[name='csrf-token']").content;

const moves = aroundMoves({
  look,
  show: [show, playMoveSound, offerSound],
  walk: [show],
  news: [playNewsSound],
  end: [playEndSound, offerSound],
});

const liveSocket = new LiveSocket("/live", Socket, {
  dom: {
    onPatchStart: collectChoices,
    onPatchEnd() {
      moves.onPatchEnd();
      markCommands();
      showTurn();
    },
    onBeforeElUpdated(from, to) {
      // The server doesn't know which dialogs are open.
      if (from.localName === "dialog" && from.open) to.setAttribute("open", "");
      moves.onBeforeElUpdated(from, to);
    },
  },
  hooks: {
    Away,
    Beaten,
    Chat,
    Clock,
    Commands,
    Drawer,
    Editor,
    HandOver,
    KeepFocus,
    LessonProgress,
    Picture,
    Progress,
    Remembered,
    Review,
    Share,
    StepPicker,
    Walk,
    ...globalThis.studyHooks,
  },
  // LiveView counts page reloads here, and stops working if storage throws.
  localStorage: storage,
  // The socket asks too, without a page.
  params: (view) => ({ _csrf_token: csrfToken, ...(view && { kept: keptIn(view) }) }),
  encode,
  heartbeatIntervalMs: 15_000,
  reconnectAfterMs,
});

// Focuses once and immediately; lib/playout_web/components/focus.ex explains why.
addEventListener("playout:focus", ({ target }) => target.focus());

addEventListener("phx:page-loading-stop", showTurn);

followHandOver();
followLanguage();
followShortcuts();
followSound();
followSoundOffer();
followCommands();
followUnsent(matchOfPage);
followConnection(liveSocket);
followReleases();
prepareOffline();
liveSocket.connect();
