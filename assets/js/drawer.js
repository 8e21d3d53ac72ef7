// A <details> that stands open where there is room for it, and shows the end of
// what is in it. Where there is none it is a sheet over the page, which Escape
// closes. The server leaves its `open` alone.

// As in moves.css.
const roomy = matchMedia("(min-width: 900px) and (min-height: 640px)");

export const Drawer = {
  mounted() {
    this.el.open = roomy.matches;
    this.el.addEventListener("toggle", () => this.showEnd());
    this.el.addEventListener("keydown", (event) => this.key(event));
    this.showEnd();
  },

  updated() {
    this.showEnd();
  },

  key(event) {
    if (event.key !== "Escape" || event.defaultPrevented || roomy.matches) return;
    this.el.open = false;
    this.el.querySelector("summary").focus();
  },

  showEnd() {
    const list = this.el.querySelector("[data-end]");
    list.scrollTop = list.scrollHeight;
  },
};
