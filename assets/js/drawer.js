// A <details> that stands open where there is room for it, and shows the end of
// what is in it. The server leaves its `open` alone.

const roomy = matchMedia("(min-width: 900px)");

export const Drawer = {
  mounted() {
    this.el.open = roomy.matches;
    this.showEnd();
  },

  updated() {
    this.showEnd();
  },

  showEnd() {
    const list = this.el.querySelector("[data-end]");
    list.scrollTop = list.scrollHeight;
  },
};
