// A <details> that stands open where there is room for it, and shows the end of
// what is in it. Where there is none it is a sheet over the page, which Escape
// closes. The server leaves its `open` alone, and `data-fitted`: that it is open or
// closed as there is room.

// As in moves.css.
const roomy = matchMedia("(min-width: 900px) and (min-height: 640px)");

export const Drawer = {
  mounted() {
    this.list = this.el.querySelector("[data-end]");
    this.fit = () => (this.el.open = roomy.matches);
    this.fit();
    this.el.dataset.fitted = "";
    roomy.addEventListener("change", this.fit);
    // Opened it has another size too.
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
