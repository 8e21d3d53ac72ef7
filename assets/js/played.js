// Notifies others when the page shows a move that was just played, and passes on how the page
// looked before. The element with data-played carries the number of moves shown. One more is
// a move; a page load, an undo, or several moves after a reconnection are not. It also
// notifies when the game ends without a move, as by resignation: the element then has a
// data-result.

import { isNext } from "./arrival.js";

// The callbacks that LiveView calls around every change of the page. `look(root)` is called
// before the page shows a move, and each function in `show` after it, with the root and the
// result of `look`; each function in `end(root)` after an end without a move.
export function aroundMoves({ look, show, end }) {
  let before = null;
  let ended = null;

  return {
    // Outer elements come first, so nothing inside has changed yet. While a page waits for an
    // answer, LiveView changes a hidden copy of it.
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
