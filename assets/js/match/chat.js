// The chat of a match: opens and closes it, scrolls to the last line, and marks that the other one has
// said something since this browser showed it last. Updates leave alone what says that it is open. An
// offer makes the box smaller, which does not hide the last line.

import { loadList, save } from "../browser/storage.js";

// The matches whose chat was open last, each with the number of the last line shown.
const SEEN = "chat-seen";
const MOST = 50;

// Whether the chat of the last match was open: whoever goes on to a rematch goes on talking.
let wasOpen = false;

const seenBefore = () => loadList(SEEN).filter((entry) => Array.isArray(entry));

const toEnd = (log) => (log.scrollTop = log.scrollHeight);

/** @type {Hook} */
export const Chat = {
  mounted() {
    this.seen = seenBefore().find(([id]) => id === this.el.id)?.[1] ?? 0;
    this.button = this.el.querySelector(".chat-button");
    this.body = this.el.querySelector(".chat-body");
    this.button.addEventListener("click", () => this.open(this.body.hidden));
    this.body.addEventListener("keydown", (event) => this.key(event));
    const log = this.body.querySelector("[role=log]");
    let atEnd = true;
    let height = 0;
    log.addEventListener("scroll", () => {
      // In another size, it is not the visitor who has scrolled.
      if (log.clientHeight === height) atEnd = log.scrollTop > log.scrollHeight - height - 4;
    });
    this.sizes = new ResizeObserver(() => {
      height = log.clientHeight;
      if (atEnd) toEnd(log);
    });
    this.sizes.observe(log);
    if (wasOpen) this.open(true);
    this.show();
  },

  updated() {
    this.show();
  },

  destroyed() {
    this.sizes.disconnect();
  },

  open(open) {
    wasOpen = open;
    this.body.hidden = !open;
    this.button.setAttribute("aria-expanded", open);
    this.show();
  },

  key(event) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    this.open(false);
    this.button.focus();
  },

  show() {
    const last = Number(this.el.dataset.last);
    if (!this.body.hidden) {
      toEnd(this.body.querySelector("[role=log]"));
      if (last > this.seen) this.note(last);
    }
    this.button.querySelector(".chat-new").hidden = last <= this.seen;
  },

  note(last) {
    this.seen = last;
    const others = seenBefore().filter(([id]) => id !== this.el.id);
    save(SEEN, JSON.stringify([[this.el.id, last], ...others].slice(0, MOST)));
  },
};
