// A <details> that is open where there is room for it, and stays scrolled to its end. On small
// screens it is a sheet over the page, which Escape closes. Updates leave two attributes alone:
// `open`, and `data-fitted`, which says that this script has opened or closed it to fit.

// Must be the same query as in moves.css.
const roomy = matchMedia("(min-width: 900px) and (min-height: 640px)");

export const Drawer = {
  mounted() {
    this.list = this.el.querySelector("[data-end]");
    this.fit = () => (this.el.open = roomy.matches);
    this.fit();
    this.el.dataset.fitted = "";
    roomy.addEventListener("change", this.fit);
    // Opening the drawer also changes the size.
    this.sizes = new ResizeObserver(() => this.showEnd());
    this.sizes.observe(this.list);
    this.el.addEventListener("keydown", (event) => this.key(event));
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

  showEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  },
};
