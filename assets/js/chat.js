// The chat of a match: scrolls to the last line, and marks that the other one has said something
// since this browser showed it last.

import { loadList, save } from "./storage.js";

// The matches whose chat was open last, each with the number of the last line shown.
const SEEN = "chat-seen";
const MOST = 50;

// Whether the chat of the last match was open: whoever goes on to a rematch goes on talking.
let wasOpen = false;

const seenBefore = () => loadList(SEEN).filter((entry) => Array.isArray(entry));

export const Chat = {
  mounted() {
    this.seen = seenBefore().find(([id]) => id === this.el.id)?.[1] ?? 0;
    if (wasOpen) this.el.open = true;
    this.el.addEventListener("toggle", () => {
      // It also closes when it leaves the page.
      if (this.el.isConnected) wasOpen = this.el.open;
      this.show();
    });
    this.show();
  },

  updated() {
    this.show();
  },

  show() {
    const last = Number(this.el.dataset.last);
    if (this.el.open) {
      const log = this.el.querySelector("[role=log]");
      log.scrollTop = log.scrollHeight;
      if (last > this.seen) this.note(last);
    }
    this.el.querySelector(".chat-new").hidden = last <= this.seen;
  },

  note(last) {
    this.seen = last;
    const others = seenBefore().filter(([id]) => id !== this.el.id);
    save(SEEN, JSON.stringify([[this.el.id, last], ...others].slice(0, MOST)));
  },
};
