// Walks through the moves of a game, by keys and by the mouse wheel, and asks the server to show the
// position there: the event "walk" with where `to` ("first", "back", "forward" or "last"), and with
// how many moves `by` (1 or more; for "back" and "forward" only). The hook's element has
//   data-board   a selector of the board, over which a notch of the wheel is a move,
//   data-list    a selector of the list of moves. The move that is shown there has aria-current.
// Buttons inside the element have phx-click="walk" and phx-value-to.
//
// For those who play by keyboard, arrow keys, Home and End lead from step to step on the board and beside
// it (tab_stops.js), and for everyone in a text box from letter to letter. Everywhere else the left and
// right ones walk, and Home and End lead to the first position and to the last; with Shift they always do
// on the board.

import { keysWalk } from "./by_keyboard.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

// What needs the arrow keys itself.
const TYPED = "input, textarea, select, [contenteditable], dialog";

// A wheel with notches turns by a multiple of this, or in lines. Touchpads turn by little, and again
// and again, so they would race through the game. (A touchpad may hit a multiple, but not at once.)
const NOTCH = 120;
const SMOOTH_MS = 300;

/** @type {Hook} */
export const Walk = {
  mounted() {
    this.reconnected();
    this.smoothAt = -Infinity;
    this.onKey = (event) => this.key(event);
    this.onWheel = (event) => this.wheel(event);
    this.el.addEventListener("click", (event) => this.press(event));
    document.addEventListener("keydown", this.onKey);
    // Passive, so that nothing is ever kept from scrolling.
    document.addEventListener("wheel", this.onWheel, { passive: true });
    this.show();
  },

  // What is on its way has no answer any more.
  reconnected() {
    this.queue = new Queue((walk) => this.pushEvent("walk", walk));
  },

  beforeUpdate() {
    this.inList = this.list()?.contains(document.activeElement) === true;
  },

  updated() {
    this.show();
  },

  destroyed() {
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("wheel", this.onWheel);
  },

  // Not a getter, which LiveView would call before there is an element.
  list() {
    return document.querySelector(this.el.dataset.list);
  },

  // The focus follows what is shown, if it was in the list.
  show() {
    const list = this.list();
    if (this.inList && list) (list.querySelector("[aria-current]") ?? list).focus({ preventScroll: true });
    this.inList = false;
  },

  // LiveView would leave out a press on a button whose last one has not been answered.
  press(event) {
    const button = event.target.closest("[phx-click=walk]");
    if (!button) return;
    event.stopPropagation();
    this.queue.add(button.getAttribute("phx-value-to"));
  },

  key(event) {
    const { target, key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || target.closest(TYPED)) return;
    if (!(key in KEYS) || !(shiftKey || keysWalk(target))) return;
    event.preventDefault();
    this.queue.add(KEYS[key]);
  },

  wheel(event) {
    if (!event.target.closest?.(this.el.dataset.board) || event.ctrlKey || event.shiftKey) return;
    const { deltaX, deltaY, timeStamp } = event;
    if (!isNotched(event)) this.smoothAt = timeStamp;
    else if (timeStamp - this.smoothAt > SMOOTH_MS && Math.abs(deltaY) > Math.abs(deltaX) && !scrolls()) {
      this.queue.add(deltaY < 0 ? "back" : "forward");
    }
  },
};

// Reading deltaMode first keeps Firefox from converting lines to pixels.
function isNotched({ deltaMode, wheelDeltaY }) {
  return deltaMode !== WheelEvent.DOM_DELTA_PIXEL || (wheelDeltaY !== 0 && wheelDeltaY % NOTCH === 0);
}

// On a page that is longer than its window, the wheel scrolls.
function scrolls() {
  const { scrollHeight, clientHeight } = document.scrollingElement;
  return scrollHeight > clientHeight;
}

// While one walk is on its way to the server, those that follow add up to one.
class Queue {
  constructor(send) {
    this.send = send;
    this.sending = false;
    this.end = null;
    this.by = 0;
  }

  add(to) {
    if (to === "first" || to === "last") [this.end, this.by] = [to, 0];
    else this.by += to === "forward" ? 1 : -1;
    this.next();
  }

  async next() {
    const walk = this.sending ? null : this.take();
    if (!walk) return;
    this.sending = true;
    // Without a connection there is no reply, and the page says so.
    await this.send(walk).catch(() => {});
    this.sending = false;
    this.next();
  }

  take() {
    const { end, by } = this;
    if (end) {
      this.end = null;
      return { to: end };
    }
    this.by = 0;
    return by === 0 ? null : { to: by < 0 ? "back" : "forward", by: Math.abs(by) };
  }
}
