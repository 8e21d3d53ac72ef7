// A board or a tray is a single tab stop; inside it, the arrow keys move from step to step. A
// group is an element with data-steps, and its tab stop is the element that had the focus
// last.

import { closest, neighbour } from "./neighbour.js";
import { handOn, takeOver } from "./storage.js";
import { write } from "./step_marks.js";

const GROUP = "[data-steps]";
const STEP = "[data-step]";

// Whether the visitor's last action was with the keyboard. Only then may the focus be moved,
// because moving it would scroll the screen or disturb an aiming thumb. This is kept over a
// page load, since a match starts with one.
let byKeyboard = takeOver("by-keyboard") === "yes";
addEventListener("pagehide", () => byKeyboard && handOn("by-keyboard", "yes"));
for (const kind of ["keydown", "pointerdown"]) {
  document.addEventListener(kind, () => (byKeyboard = kind === "keydown"), { capture: true });
}

export class TabStops {
  constructor(root) {
    this.root = root;
    this.stops = new WeakMap();
    this.find();
    root.addEventListener("focusin", ({ target }) => this.visit(target));
  }

  // Call this when the page has changed: the server draws it without knowing the tab stops. A
  // large board has hundreds of elements, so they are collected once.
  find() {
    this.groups = Array.from(this.root.querySelectorAll(GROUP), (group) => ({
      group,
      elements: [...group.querySelectorAll(STEP)],
      shown: null,
    }));
  }

  visit(target) {
    const element = target.closest(STEP);
    const group = element?.closest(GROUP);
    if (!group) return;
    this.stops.set(group, element.dataset.step);
    this.draw();
  }

  draw() {
    for (const known of this.groups) {
      const { elements, shown } = known;
      const stop = this.stop(known);
      if (stop === shown || !stop) continue;
      for (const element of shown ? [shown, stop] : elements) {
        write(element, "tabindex", element === stop ? "0" : "-1");
      }
      known.shown = stop;
    }
  }

  stop({ group, elements }) {
    const last = this.stops.get(group);
    return (
      (last && elements.find(({ dataset }) => dataset.step === last)) ??
      elements.find(isTarget) ??
      elements[0]
    );
  }

  // Handles a key pressed in a group; returns whether it used the key.
  key(event) {
    const element = event.target.closest(STEP);
    const group = element?.closest(GROUP);
    if (!group || event.altKey || event.metaKey) return false;
    const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];
    if (!keys.includes(event.key)) return false;
    const { elements } = this.groups.find((known) => known.group === group);
    neighbour(element, elements, event.key, event.ctrlKey)?.focus();
    return true;
  }

  element(step) {
    return this.root.querySelector(`[data-step="${CSS.escape(step)}"]`);
  }

  focusStep(step) {
    this.element(step)?.focus();
  }

  // For keyboard players: moves the focus to where the next step can be picked, unless it is
  // already there.
  follow() {
    const here = document.activeElement;
    const group = here?.closest(GROUP);
    if (byKeyboard && group && this.root.contains(group) && !this.hasTarget(group)) this.goOn();
  }

  // A page that the keyboard has just opened, and on which nothing has the focus.
  arrive() {
    if (byKeyboard && document.activeElement === document.body) this.home();
  }

  home() {
    if (!this.goOn() && this.groups.length > 0) this.stop(this.groups[0])?.focus();
  }

  // To the first group in which something can be picked, to the element nearest the previous
  // focus.
  goOn() {
    const known = this.groups.find(({ elements }) => elements.some(isTarget));
    if (!known) return false;
    closest(this.stop(known), known.elements.filter(isTarget)).focus();
    return true;
  }

  hasTarget(group) {
    return group.querySelector(`${STEP}.is-target`) !== null;
  }

  // The focused element before an update, which may remove it.
  remember() {
    const { activeElement } = document;
    this.focused = this.root.contains(activeElement) ? activeElement : null;
  }

  restore() {
    const { focused } = this;
    this.focused = null;
    const { activeElement } = document;
    if (!focused || (activeElement !== document.body && activeElement !== focused)) return;
    // Another element with the same name may now be somewhere else in the page.
    const now = focused.isConnected ? focused : document.getElementById(focused.id);
    if (!now || now.disabled || now.closest("[hidden]")) this.home();
    else if (now !== activeElement) now.focus();
  }
}

function isTarget(element) {
  return element.classList.contains("is-target");
}
