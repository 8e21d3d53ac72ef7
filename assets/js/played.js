// Tells when the page shows a move that has just been played, and how the page
// was before it. The element with data-played carries how many moves it shows: one
// more is a move; on load, by an undo, or when a connection that was lost shows
// many moves at once, nothing is told. Told is too when the game has ended without
// a move, as by resignation: it has a data-result then.

import { isNext } from "./arrival.js";

// The callbacks that LiveView calls around every change of the page. `look(root)`
// is called before the page shows a move, and each of `show` after it, with the
// root and what `look` has answered; each of `end(root)` after an end without a move.
export function aroundMoves({ look, show, end }) {
  let before = null;
  let ended = null;

  return {
    // The outer elements come first, so that nothing in it has changed yet. While
    // a page waits for an answer, LiveView changes a copy that nobody sees.
    onBeforeElUpdated(from, to) {
      const { played, result } = from.dataset;
      if (played === undefined || !from.isConnected) return;
      if (isNext(played, to.dataset.played)) before = { root: from, played, seen: look(from) };
      else if (played === to.dataset.played && !result && to.dataset.result) ended = from;
    },

    onPatchEnd() {
      const last = before;
      const over = ended;
      before = ended = null;
      if (over?.dataset.result) for (const showEnd of end) showEnd(over);
      if (!last || !isNext(last.played, last.root.dataset.played)) return;
      for (const showMove of show) showMove(last.root, last.seen);
    },
  };
}
