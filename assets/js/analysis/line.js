// A line of the engine: its moves as buttons, of which each plays the moves up to its own, as they
// were when it was pressed. The hook's element has
//   data-seq      the state of the page to which the line belongs,
//   data-moves    the moves, separated by spaces.
// The buttons are made here, because the moves change twice a second and are sent as one text.

/** @type {Hook} */
export const Line = {
  mounted() {
    this.el.addEventListener("click", (event) => this.click(event));
    this.show();
  },

  updated() {
    this.show();
  },

  // A button stays where it is, and with it the focus, when its move changes.
  show() {
    this.moves = this.el.dataset.moves.split(" ").filter(Boolean);
    const { children } = this.el;
    while (children.length < this.moves.length) this.el.append(button());
    while (children.length > this.moves.length) this.el.lastElementChild.remove();
    for (const [at, move] of this.moves.entries()) {
      if (children[at].textContent !== move) children[at].textContent = move;
    }
  },

  click(event) {
    const at = [...this.el.children].indexOf(event.target.closest("button"));
    if (at < 0) return;
    const seq = Number(this.el.dataset.seq);
    // Without a connection, the page says so.
    this.pushEvent("line", { seq, moves: this.moves.slice(0, at + 1) }).catch(() => {});
  },
};

function button() {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "line-move";
  return element;
}
