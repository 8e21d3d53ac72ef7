// A <details> that is open where there is room for it, and stays scrolled to its end, or to the item
// with aria-current. On small screens it is a sheet over the page, which Escape closes, and a press on
// a link in the list, as that shows something on the page, and the event "playout:fold". Updates leave two attributes alone:
// `open`, and `data-fitted`, which says that this script has opened or closed it to fit.

// Must be the same query as in moves.css.
const roomy = matchMedia("(min-width: 900px) and (min-height: 640px) and (orientation: landscape)");

/** @type {Hook<HTMLDetailsElement>} */
export const Drawer = {
  mounted() {
    this.list = this.el.querySelector("[data-end]");
    this.fit = () => (this.el.open = roomy.matches);
    this.fit();
    this.el.dataset.fitted = "";
    roomy.addEventListener("change", this.fit);
    this.el.addEventListener("toggle", () => this.showEnd());
    this.sizes = new ResizeObserver(() => this.showEnd());
    this.sizes.observe(this.list);
    this.el.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.click(event));
    this.el.addEventListener("playout:fold", () => this.fold());
  },

  updated() {
    this.showEnd();
  },

  destroyed() {
    roomy.removeEventListener("change", this.fit);
    this.sizes.disconnect();
  },

  key(event) {
    if (event.key !== "Escape" || event.defaultPrevented || roomy.matches) return;
    this.el.open = false;
    this.el.querySelector("summary").focus();
  },

  // The keyboard goes on to the next item.
  click(event) {
    if (event.detail > 0 && event.target.closest("a")) this.fold();
  },

  // For what it would cover.
  fold() {
    if (!roomy.matches) this.el.open = false;
  },

  showEnd() {
    const { list } = this;
    const current = list.querySelector("[aria-current]");
    if (!current) return void (list.scrollTop = list.scrollHeight);
    const [item, box] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (item.top < box.top) list.scrollTop -= box.top - item.top;
    else if (item.bottom > box.bottom) list.scrollTop += item.bottom - box.bottom;
  },
};
