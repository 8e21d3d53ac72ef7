// Shows why a press did nothing: beside the pressed element for a few seconds, and in a live
// region. Both are always on the page, and updates leave them alone.

const DURATION_MS = 5_000;
// In pixels.
const GAP = 10;
const MARGIN = 8;

export class Reason {
  constructor(root) {
    this.box = root.querySelector("[data-reason]");
    this.live = root.querySelector("[data-reason-live]");
    this.onScroll = () => this.hide();
    addEventListener("scroll", this.onScroll);
  }

  destroy() {
    this.hide();
    removeEventListener("scroll", this.onScroll);
  }

  show(element, text) {
    this.hide();
    if (!this.box || !element) return;
    this.box.textContent = text;
    this.box.hidden = false;
    this.place(element.getBoundingClientRect());
    this.live.textContent = text;
    this.timer = setTimeout(() => this.hide(), DURATION_MS);
  }

  // Above the element if there is room, so that a finger doesn't cover it.
  place({ left, width, top, bottom }) {
    const { box } = this;
    const maxLeft = document.documentElement.clientWidth - box.offsetWidth - MARGIN;
    const above = top - GAP - box.offsetHeight;
    box.style.left = `${Math.max(MARGIN, Math.min(left + width / 2 - box.offsetWidth / 2, maxLeft))}px`;
    box.style.top = `${above >= MARGIN ? above : bottom + GAP}px`;
  }

  hide() {
    clearTimeout(this.timer);
    if (!this.box || this.box.hidden) return;
    this.box.hidden = true;
    this.live.textContent = "";
  }
}
