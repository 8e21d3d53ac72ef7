// Detects when the page shows a move that has just been played. The element with data-played
// has the number of moves shown: one more means a new move, but not a page load, an undo or
// several moves after a reconnection. Also detects games that end without a move, such as by
// resignation: the element then gets a data-result.

import { isNext } from "./arrival.js";

// DOM callbacks for LiveView. Before the page shows a move they call `look(root)`, and
// afterwards each function in `show` with the root and the result of `look`. After an end
// without a move they call each function in `end` with the root.
export function aroundMoves({ look, show, end }) {
  let before = null;
  let ended = null;

  return {
    // LiveView patches outer elements first, so nothing inside has changed yet. While an
    // element waits for a reply, LiveView patches a detached copy of it.
    onBeforeElUpdated(from, to) {
      const { played, result } = from.dataset;
      if (played === undefined || !from.isConnected) return;
      if (isNext(played, to.dataset.played)) before = { root: from, played, seen: look(from) };
      else if (played === to.dataset.played && !result && to.dataset.result) ended = from;
    },

    onPatchEnd() {
      const move = before;
      const finished = ended;
      before = ended = null;
      if (finished?.dataset.result) for (const showEnd of end) showEnd(finished);
      if (!move || !isNext(move.played, move.root.dataset.played)) return;
      for (const showMove of show) showMove(move.root, move.seen);
    },
  };
}
