// The review of a match. A press on its graph shows the position there, like the link in its table's
// row. The hook's element has
//   data-board   a selector of the board, which scrolls into view when a position is shown.
// The event "playout:reveal" scrolls to the review, once it is there.

/** @type {Hook} */
export const Review = {
  mounted() {
    this.el.addEventListener("click", (event) => this.click(event));
    this.el.addEventListener("playout:reveal", () => {
      this.reveals = true;
      this.reveal();
    });
  },

  updated() {
    this.reveal();
  },

  reveal() {
    if (!this.reveals || this.el.hidden) return;
    this.reveals = false;
    this.el.scrollIntoView({ block: "start" });
  },

  click(event) {
    const graph = event.target.closest(".review-graph");
    if (graph) return void this.link(plyAt(graph, event.clientX))?.click();
    if (!event.target.closest("[data-ply]")) return;
    document.querySelector(this.el.dataset.board)?.scrollIntoView({ block: "nearest" });
  },

  // Not every position may be judged yet: the last one that is.
  link(ply) {
    const links = [...this.el.querySelectorAll("#review-table [data-ply]")];
    return links[Math.min(ply, links.length - 1)];
  },
};

// The nearest one.
function plyAt(graph, x) {
  const { left, width } = graph.getBoundingClientRect();
  const last = Number(graph.dataset.last);
  return Math.min(Math.max(Math.round(((x - left) / width) * last), 0), last);
}
