// Makes each board and each tray a single tab stop; inside it, the arrow keys move from step to
// step. A group is an element with data-steps, and its tab stop is the step focused last.

import { closest, neighbour } from "./neighbour.js";
import { setForNextPage, takeFromLastPage } from "./storage.js";
import { write } from "./step_marks.js";

const GROUP = "[data-steps]";
const STEP = "[data-step]";

// Whether the visitor last used the keyboard. Only then may scripts move the focus, because
// that could scroll the page or disturb an aiming thumb. The value survives one page load,
// because starting a match loads a page.
let byKeyboard = takeFromLastPage("by-keyboard") === "yes";
addEventListener("pagehide", () => byKeyboard && setForNextPage("by-keyboard", "yes"));
for (const kind of ["keydown", "pointerdown"]) {
  document.addEventListener(kind, () => (byKeyboard = kind === "keydown"), { capture: true });
}

export class TabStops {
  constructor(root) {
    this.root = root;
    this.stops = new WeakMap();
    this.find();
    root.addEventListener("focusin", ({ target }) => this.setStop(target));
  }

  // Must be called after every update, because the server knows nothing about tab stops. A
  // large board has hundreds of elements, so they are looked up once per update.
  find() {
    this.groups = Array.from(this.root.querySelectorAll(GROUP), (group) => ({
      group,
      elements: [...group.querySelectorAll(STEP)],
      shown: null,
    }));
  }

  setStop(target) {
    const element = target.closest(STEP);
    const group = element?.closest(GROUP);
    if (!group) return;
    this.stops.set(group, element.dataset.step);
    this.draw();
  }

  draw() {
    for (const entry of this.groups) {
      const { elements, shown } = entry;
      const stop = this.stop(entry);
      if (stop === shown || !stop) continue;
      for (const element of shown ? [shown, stop] : elements) {
        write(element, "tabindex", element === stop ? "0" : "-1");
      }
      entry.shown = stop;
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

  // Handles the arrow keys, Home and End in a group; returns whether the key was one of them. With
  // Shift, they walk through the moves instead (walk.js).
  key(event) {
    const element = event.target.closest(STEP);
    const group = element?.closest(GROUP);
    if (!group || event.altKey || event.metaKey || event.shiftKey) return false;
    const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];
    if (!keys.includes(event.key)) return false;
    const { elements } = this.groups.find((entry) => entry.group === group);
    neighbour(element, elements, event.key, event.ctrlKey)?.focus();
    return true;
  }

  element(step) {
    return this.root.querySelector(`[data-step="${CSS.escape(step)}"]`);
  }

  focusStep(step) {
    this.element(step)?.focus();
  }

  // For keyboard players: if nothing can be picked in the focused group, moves the focus to a
  // step that can be picked.
  follow() {
    const here = document.activeElement;
    const group = here?.closest(GROUP);
    if (byKeyboard && group && this.root.contains(group) && !this.hasTarget(group)) this.focusTarget();
  }

  // Called when the page has loaded: focuses the board if the visitor used the keyboard to get
  // here and nothing else has the focus.
  focusOnLoad() {
    if (byKeyboard && document.activeElement === document.body) this.focusBoard();
  }

  focusBoard() {
    if (!this.focusTarget() && this.groups.length > 0) this.stop(this.groups[0])?.focus();
  }

  // Focuses a step that can be picked, if there is one: in the first group that has any, the
  // one closest to the group's tab stop.
  focusTarget() {
    const entry = this.groups.find(({ elements }) => elements.some(isTarget));
    if (!entry) return false;
    closest(this.stop(entry), entry.elements.filter(isTarget)).focus();
    return true;
  }

  hasTarget(group) {
    return group.querySelector(`${STEP}.is-target`) !== null;
  }

  // Called before an update, which may remove the focused element.
  remember() {
    const { activeElement } = document;
    this.focused = this.root.contains(activeElement) ? activeElement : null;
  }

  restore() {
    const { focused } = this;
    this.focused = null;
    const { activeElement } = document;
    if (!focused || (activeElement !== document.body && activeElement !== focused)) return;
    // An element with the same id may now be elsewhere on the page.
    const element = focused.isConnected ? focused : document.getElementById(focused.id);
    if (!element || element.disabled || element.closest("[hidden]")) this.focusBoard();
    else if (element !== activeElement) element.focus();
  }
}

function isTarget(element) {
  return element.classList.contains("is-target");
}
