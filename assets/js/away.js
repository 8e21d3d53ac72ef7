// Tells the server when the page is hidden, and when it is back.

export const Away = {
  mounted() {
    // Without a connection there is nobody to tell; the next one begins with `reconnected`.
    this.tell = () => this.pushEvent("away", { away: document.hidden }).catch(() => {});
    document.addEventListener("visibilitychange", this.tell);
    if (document.hidden) this.tell();
  },

  reconnected() {
    if (document.hidden) this.tell();
  },

  destroyed() {
    document.removeEventListener("visibilitychange", this.tell);
  },
};
