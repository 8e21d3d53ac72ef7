// The chat of a match: scrolls to the last line, and counts those that came while it was closed.

export const Chat = {
  mounted() {
    this.seen = this.lines();
    this.el.addEventListener("toggle", () => this.show());
    this.show();
  },

  // The server does not know whether it is open.
  beforeUpdate() {
    this.open = this.el.open;
  },

  updated() {
    this.el.open = this.open;
    this.show();
  },

  lines() {
    return Number(this.el.dataset.last);
  },

  show() {
    if (this.el.open) {
      this.seen = this.lines();
      const log = this.el.querySelector("[role=log]");
      log.scrollTop = log.scrollHeight;
    }
    this.el.querySelector(".chat-new").hidden = this.lines() <= this.seen;
  },
};
