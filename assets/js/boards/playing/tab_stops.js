// Makes each board and each tray a single tab stop; inside it, the arrow keys move from step to
// step. A group is an element with data-steps, and its tab stop is the step focused last.

import { isByKeyboard, keysWalk } from "../../components/by_keyboard.js";
import { closest, neighbour } from "./neighbour.js";
import { write } from "./step_marks.js";

const GROUP = "[data-steps]";
const STEP = "[data-step]";

const WALKING = ["ArrowLeft", "ArrowRight", "Home", "End"];
const KEYS = ["ArrowUp", "ArrowDown", ...WALKING];

// A board with at least so many rows is entered in its middle, because the way from a corner is long.
const LARGE = 8;

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
      middle: middle(group),
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

  stop({ group, elements, middle }) {
    const last = this.stops.get(group);
    return (
      (last && elements.find(({ dataset }) => dataset.step === last)) ??
      middle ??
      elements.find(isTarget) ??
      elements[0]
    );
  }

  // Handles the arrow keys, Home and End in a group; returns whether the key was one of them. With
  // Shift, and often alone, all but up and down walk through the moves instead (walk.js).
  key(event) {
    const element = event.target.closest(STEP);
    const group = element?.closest(GROUP);
    if (!group || event.altKey || event.metaKey || event.shiftKey) return false;
    if (!KEYS.includes(event.key)) return false;
    if (WALKING.includes(event.key) && !event.ctrlKey && keysWalk(element)) return false;
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
    if (isByKeyboard() && group && this.root.contains(group) && !this.hasTarget(group)) this.focusTarget();
  }

  // Called when the page has loaded: focuses the board if the visitor used the keyboard to get
  // here and nothing else has the focus.
  focusOnLoad() {
    if (isByKeyboard() && document.activeElement === document.body) this.focusBoard();
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
    const element = focused.isConnected ? /** @type {any} */ (focused) : document.getElementById(focused.id);
    if (!element || element.disabled || element.closest("[hidden]")) this.focusBoard();
    else if (element !== activeElement) element.focus();
  }
}

function middle(group) {
  const rows = group.querySelectorAll("[role=row]");
  if (rows.length < LARGE) return null;
  const steps = rows[Math.floor(rows.length / 2)].querySelectorAll(STEP);
  return steps[Math.floor(steps.length / 2)] ?? null;
}

function isTarget(element) {
  return element.classList.contains("is-target");
}
