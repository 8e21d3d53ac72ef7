// A board or a tray is one stop of the tab key; inside, the arrow keys lead from
// one step to the next. A group is an element with data-steps; its stop is the
// element that had the focus last.

import { closest, neighbour } from "./neighbour.js";
import { handOn, takeOver } from "./storage.js";
import { write } from "./step_marks.js";

const GROUP = "[data-steps]";
const STEP = "[data-step]";

// Whether the last thing that a person did was done with the keyboard. Only then
// may the focus be moved: it would pull a screen, or a thumb's aim, along. It holds over
// the load of a page, as a match starts with one.
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

  // To be called when the page has changed: the server draws it without knowing of
  // stops. A large board has hundreds of elements, so they are looked for once.
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

  // Handles a key pressed in a group; answers whether it was one for it.
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
    if (!this.goOn() && this.groups.length > 0) this.stop(this.groups[0])?.focus();
  }

  // To the first group in which something can be picked, next to where one was.
  goOn() {
    const known = this.groups.find(({ elements }) => elements.some(isTarget));
    if (!known) return false;
    closest(this.stop(known), known.elements.filter(isTarget)).focus();
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
    const { activeElement } = document;
    if (!focused || (activeElement !== document.body && activeElement !== focused)) return;
    // One of its name may stand elsewhere in the page now.
    const now = focused.isConnected ? focused : document.getElementById(focused.id);
    if (!now || now.disabled || now.closest("[hidden]")) this.home();
    else if (now !== activeElement) now.focus();
  }
}

function isTarget(element) {
  return element.classList.contains("is-target");
}
