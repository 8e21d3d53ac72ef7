// Tells the server when the page is hidden, and when it is back. While there is no connection, it hides
// what the page said about others, which may not hold any more.

import { hasConnection } from "./connection.js";

/** @type {Hook} */
export const Away = {
  mounted() {
    // Without a connection there is nobody to tell; the next one begins with `reconnected`.
    this.tell = () => this.pushEvent("away", { away: document.hidden }).catch(() => {});
    document.addEventListener("visibilitychange", this.tell);
    if (document.hidden) this.tell();
    this.onConnection = () => this.hideOthers();
    addEventListener("playout:connection", this.onConnection);
  },

  updated() {
    this.hideOthers();
  },

  reconnected() {
    if (document.hidden) this.tell();
  },

  destroyed() {
    document.removeEventListener("visibilitychange", this.tell);
    removeEventListener("playout:connection", this.onConnection);
  },

  // They keep their place, so that nothing jumps.
  hideOthers() {
    const visibility = hasConnection() ? "" : "hidden";
    for (const others of this.el.querySelectorAll(".presence, .claim-countdown")) others.style.visibility = visibility;
  },
};
