// The tree of an analysis's moves is a single tab stop, the move that is shown. Up and Down lead from
// move to move, whatever line they are on; walk.js has the keys that walk along the line.

const WAYS = { ArrowUp: -1, ArrowDown: 1 };

/** @type {Hook} */
export const Variations = {
  mounted() {
    this.el.addEventListener("keydown", (event) => this.key(event));
  },

  key(event) {
    const way = WAYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const moves = [...this.el.querySelectorAll("button")];
    const at = moves.indexOf(document.activeElement);
    const next = at < 0 ? (this.el.querySelector("[aria-current]") ?? moves[0]) : moves[at + way];
    next?.focus();
    event.preventDefault();
  },
};
