import { Socket } from "phoenix";
import { LiveSocket } from "phoenix_live_view";
import { Away } from "./away.js";
import { Beaten } from "./beaten.js";
import { Chat } from "./chat.js";
import { Clock } from "./clock.js";
import { Commands, followCommands, markCommands, matchOfPage } from "./commands.js";
import { followConnection, reconnectAfterMs } from "./connection.js";
import { Drawer } from "./drawer.js";
import { Editor } from "./editor.js";
import { encode } from "./encode.js";
import { followHandOver, HandOver } from "./hand_over.js";
import { KeepFocus } from "./keep_focus.js";
import { keptIn } from "./kept.js";
import { followLanguage } from "./language.js";
import { LessonProgress } from "./lesson_progress.js";
import { look, show } from "./motion.js";
import { prepareOffline } from "./offline.js";
import { followReleases } from "./outdated.js";
import { Picture } from "./picture.js";
import { aroundMoves } from "./played.js";
import { Progress } from "./progress.js";
import { collectChoices, Remembered } from "./remembered.js";
import { Review } from "./review.js";
import { Share } from "./share.js";
import { followShortcuts } from "./shortcuts.js";
import { followSound, playEndSound, playMoveSound, playNewsSound } from "./sound.js";
import { followSoundOffer, offerSound } from "./sound_offer.js";
import { StepPicker } from "./step_picker.js";
import { storage } from "./storage.js";
import { showTurn } from "./turn_icon.js";
import { followUnsent } from "./unsent.js";
import { Walk } from "./walk.js";

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
