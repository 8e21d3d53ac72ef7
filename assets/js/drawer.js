// A <details> that is open if there is room for it, and scrolled to its end. On small screens
// it is a sheet over the page, which Escape closes. The server doesn't change its `open`
// attribute, nor `data-fitted`, which says that the script has opened or closed it to fit.

// The same query as in moves.css.
const roomy = matchMedia("(min-width: 900px) and (min-height: 640px)");

export const Drawer = {
  mounted() {
    this.list = this.el.querySelector("[data-end]");
    this.fit = () => (this.el.open = roomy.matches);
    this.fit();
    this.el.dataset.fitted = "";
    roomy.addEventListener("change", this.fit);
    // Opening it changes its size too.
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
