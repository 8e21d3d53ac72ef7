// Detects when the page shows a move that has just been played. The element with data-played
// has the number of moves shown: one more means a new move, but not a page load, an undo or
// several moves after a reconnection. Also detects games that end without a move, such as by
// resignation: the element then gets a data-result.
//
// While the visitor looks back, the element has data-past. One more move shown is then a walk
// (walk.js), and it has the number of all moves played (data-made).

import { isNext } from "./arrival.js";

// DOM callbacks for LiveView. Before the page shows a move they call `look(root)`, and
// afterwards each function in `show` with the root and the result of `look`, or after a walk those in
// `walk`. After a move that is not shown they call each function in `news` with the root, and after
// an end without a move that is shown those in `end`.
export function aroundMoves({ look, show, walk, news, end }) {
  let before = null;
  let made = null;
  let ended = null;

  return {
    // LiveView patches outer elements first, so nothing inside has changed yet. While an
    // element waits for a reply, LiveView patches a detached copy of it.
    onBeforeElUpdated(from, to) {
      const { played, result } = from.dataset;
      if (played === undefined || !from.isConnected) return;
      if (isNext(played, to.dataset.played))
        before = { root: from, played, seen: look(from), shows: isPast(from, to) ? walk : show };
      else if (played !== to.dataset.played) return;
      else if (!result && to.dataset.result) ended = from;
      else if (isNext(from.dataset.made, to.dataset.made)) made = from;
    },

    onPatchEnd() {
      const [move, unseen, finished] = [before, made, ended];
      before = made = ended = null;
      if (finished?.dataset.result) for (const showEnd of end) showEnd(finished);
      if (unseen) for (const showNews of news) showNews(unseen);
      if (!move || !isNext(move.played, move.root.dataset.played)) return;
      for (const showMove of move.shows) showMove(move.root, move.seen);
    },
  };
}

const isPast = (...elements) => elements.some(({ dataset }) => dataset.past !== undefined);
