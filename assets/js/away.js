// Tells the server when the page is hidden, and when it is back.

export const Away = {
  mounted() {
    this.tell = () => this.pushEvent("away", { away: document.hidden });
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
