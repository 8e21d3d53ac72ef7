// Presses on the board of the page for setting up a position, by mouse, touch and keyboard. Everything
// else on that page is ordinary buttons and fields.
//
// Boards mark their cells as for StepPicker (step_picker.js): data-step, data-steps, data-aim. Where
// points are smaller than a fingertip, the first press of a finger aims and the second one counts, so
// Crosshair gets what it needs of a StepPicker, for which any point can be picked.

import { Crosshair } from "./boards/playing/crosshair.js";
import { Presses } from "./boards/playing/presses.js";
import { TabStops } from "./boards/playing/tab_stops.js";

/** @type {Hook} */
export const Editor = {
  mounted() {
    this.stops = new TabStops(this.el);
    this.presses = new Presses();
    this.sent = false;
    this.aimed = null;
    this.picking = { steps: [], canPick: () => true };
    this.crosshair = new Crosshair(this.el, this);
    this.el.addEventListener("click", (event) => this.click(event));
    this.el.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  },

  beforeUpdate() {
    this.stops.remember();
  },

  updated() {
    this.stops.find();
    this.draw();
    this.stops.restore();
  },

  reconnected() {
    this.propose(null);
  },

  // The cell or point of a board. The tools are buttons, which send their own events.
  cell(target) {
    const element = target.closest("[data-step]");
    return element && element.localName !== "button" ? element.dataset.step : null;
  },

  click(event) {
    const step = this.cell(event.target);
    if (step === null) this.presses.forget();
    // Elsewhere on the page, a press also ends aiming.
    if (step === null) this.propose(null);
    else if (!this.presses.repeats(step, event)) this.press(step);
  },

  key(event) {
    if (event.defaultPrevented) return;
    const step = this.cell(event.target);
    if (event.key === "Escape" && this.aimed !== null) {
      this.propose(null);
      event.preventDefault();
    } else if (this.stops.key(event)) {
      event.preventDefault();
    } else if (step !== null && ["Enter", " "].includes(event.key)) {
      if (!event.repeat) this.press(step);
      event.preventDefault();
    }
  },

  press(step) {
    this.propose(null);
    // Without a connection, the page says so.
    this.pushEvent("press", { step }).catch(() => {});
  },

  // What Crosshair asks for.

  awaitsConfirmation() {
    return this.aimed !== null;
  },

  propose(step) {
    this.aimed = step;
    this.picking.steps = step === null ? [] : [step];
    this.draw();
  },

  confirm() {
    this.press(this.aimed);
  },

  refuse() {},

  draw() {
    this.stops.draw();
    this.crosshair.draw();
  },
};
