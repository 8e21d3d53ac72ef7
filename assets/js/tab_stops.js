// A board or a tray is one stop of the tab key; inside, the arrow keys lead from
// one step to the next. A group is an element with data-steps; its stop is the
// element that had the focus last.

import { closest, neighbour } from "./neighbour.js";

const GROUP = "[data-steps]";
const STEP = "[data-step]";

// Whether the last thing that a person did was done with the keyboard. Only then
// may the focus be moved: it would pull a screen, or a thumb's aim, along.
let byKeyboard = false;
for (const kind of ["keydown", "pointerdown"]) {
  document.addEventListener(kind, () => (byKeyboard = kind === "keydown"), { capture: true });
}

export class TabStops {
  constructor(root) {
    this.root = root;
    this.stops = new WeakMap();
    root.addEventListener("focusin", ({ target }) => this.visit(target));
  }

  visit(target) {
    const element = target.closest(STEP);
    const group = element?.closest(GROUP);
    if (!group) return;
    this.stops.set(group, element.dataset.step);
    this.draw();
  }

  // The server draws the page without knowing of stops.
  draw() {
    for (const group of this.root.querySelectorAll(GROUP)) {
      const stop = this.stop(group);
      for (const element of group.querySelectorAll(STEP)) {
        element.setAttribute("tabindex", element === stop ? "0" : "-1");
      }
    }
  }

  stop(group) {
    const elements = [...group.querySelectorAll(STEP)];
    const last = this.stops.get(group);
    return (
      elements.find(({ dataset }) => dataset.step === last) ??
      elements.find(isTarget) ??
      elements[0]
    );
  }

  // Handles a key pressed in a group; answers whether it was one for it.
  key(event) {
    const element = event.target.closest(STEP);
    const group = element?.closest(GROUP);
    if (!group || event.altKey || event.metaKey) return false;
    const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];
    if (!keys.includes(event.key)) return false;
    const elements = [...group.querySelectorAll(STEP)];
    neighbour(element, elements, event.key, event.ctrlKey)?.focus();
    return true;
  }

  element(step) {
    return this.root.querySelector(`[data-step="${CSS.escape(step)}"]`);
  }

  focusStep(step) {
    this.element(step)?.focus();
  }

  // Leads on to where the next step can be picked, for those who play with the
  // keyboard: they stay where they are if that is there.
  follow() {
    const here = document.activeElement;
    const group = here?.closest(GROUP);
    if (byKeyboard && group && this.root.contains(group) && !this.hasTarget(group)) this.goOn();
  }

  // A page that has just come, by the keyboard, without a place for the focus.
  arrive() {
    if (byKeyboard && document.activeElement === document.body) this.home();
  }

  home() {
    if (!this.goOn()) this.stop(this.root.querySelector(GROUP))?.focus();
  }

  // To the first group in which something can be picked, next to where one was.
  goOn() {
    const groups = [...this.root.querySelectorAll(GROUP)];
    const group = groups.find((group) => this.hasTarget(group));
    if (!group) return false;
    closest(this.stop(group), [...group.querySelectorAll(STEP)].filter(isTarget)).focus();
    return true;
  }

  hasTarget(group) {
    return group.querySelector(`${STEP}.is-target`) !== null;
  }

  // What has the focus before an update, and may be gone after it.
  remember() {
    const { activeElement } = document;
    this.focused = this.root.contains(activeElement) ? activeElement : null;
  }

  restore() {
    const { focused } = this;
    this.focused = null;
    if (!focused || (focused.isConnected && !focused.disabled && !focused.closest("[hidden]"))) return;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== focused) return;
    this.home();
  }
}

function isTarget(element) {
  return element.classList.contains("is-target");
}
