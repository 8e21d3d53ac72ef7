// Keeps the focus in a list whose items come and go. If the focused item disappears, the focus
// moves to the item that takes its place, or else to the heading of the list or of the page.

/** @type {Hook} */
export const KeepFocus = {
  beforeUpdate() {
    const { activeElement } = document;
    this.focused = this.el.contains(activeElement) ? activeElement : null;
    this.index = this.items().indexOf(this.focused?.closest("li"));
  },

  updated() {
    if (!this.focused || this.el.contains(document.activeElement)) return;
    const { id } = this.focused;
    const items = this.items();
    const item = items[Math.min(this.index, items.length - 1)];
    const next =
      (id && document.getElementById(id)) ||
      item?.querySelector("a") ||
      this.el.querySelector("h2") ||
      document.querySelector("h1");
    next.focus();
  },

  items() {
    return [...this.el.querySelectorAll("li")];
  },
};
