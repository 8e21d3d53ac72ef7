// Points that are smaller than a fingertip are aimed at: a first press with a finger
// shows the neighbourhood under a loupe, with a crosshair on the point; a drag moves
// it; a second press, on the loupe or the point, plays it, as does the button that
// confirms a move. A press elsewhere on the board aims anew.
//
// The board is the element with data-aim, which says what would come to the point
// (the href of a drawing). Inside it, what has data-magnify (and an id) is seen under
// the loupe, and data-crosshair is where this is drawn: the server leaves it alone.

import { Loupe } from "./loupe.js";

// In pixels: what a finger hits without aiming, how far it may move in a press, and
// how wide a point is under the loupe, which itself is what is hit.
const FINGERTIP = 44;
const STILL = 10;
const MAGNIFIED = 36;

export class Crosshair {
  constructor(root, picker) {
    this.root = root;
    this.picker = picker;
    this.loupe = null;
    this.step = null;
    this.finger = null;
    this.listen("pointerdown", (event) => this.down(event));
    this.listen("pointermove", (event) => this.move(event));
    this.listen("pointerup", (event) => this.up(event));
    this.listen("pointercancel", () => (this.finger = null));
    this.listen("click", (event) => this.click(event));
  }

  // Before anything else hears of it.
  listen(kind, hear) {
    this.root.addEventListener(kind, hear, { capture: true });
  }

  get board() {
    return this.root.querySelector("[data-aim]");
  }

  down(event) {
    this.pressed = false;
    const board = this.board;
    if (event.pointerType !== "touch" || !event.isPrimary || this.picker.sent) return;
    if (!board?.contains(event.target)) return;
    const points = this.points(board);
    if (points.length === 0 || points[0].width >= FINGERTIP) return;

    const { clientX: x, clientY: y } = event;
    const aimed = points.find(({ step }) => step === this.step);
    // From the loupe, or the point itself, the aim is moved as far as the finger is,
    // but finer; elsewhere it goes to where the finger is.
    const holds = aimed && (this.loupe.covers(x, y) || distance(aimed, { x, y }) < FINGERTIP / 2);
    this.finger = { id: event.pointerId, x, y, points, from: holds ? aimed : null, moved: false };
    this.pressed = true;
    event.target.setPointerCapture(event.pointerId);
    if (!holds) this.aim({ x, y });
  }

  move(event) {
    const { finger } = this;
    if (finger?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    finger.moved ||= Math.hypot(dx, dy) > STILL;
    if (!finger.moved) return;
    const { from } = finger;
    const { zoom } = this.loupe;
    if (from) this.aim({ x: from.x + dx / zoom, y: from.y + dy / zoom });
    else this.aim({ x: event.clientX, y: event.clientY });
  }

  up(event) {
    const { finger } = this;
    if (finger?.id !== event.pointerId) return;
    this.finger = null;
    if (finger.from && !finger.moved && this.isAimed()) this.picker.confirm();
  }

  // The press has been dealt with.
  click(event) {
    if (!this.pressed || event.detail === 0) return;
    this.pressed = false;
    event.stopPropagation();
  }

  // To the nearest point on which something may be placed.
  aim(place) {
    const { step } = this.finger.points.reduce((best, point) =>
      distance(point, place) < distance(best, place) ? point : best,
    );
    if (step === this.step && this.isAimed()) return;
    this.step = step;
    this.picker.propose(step);
  }

  // Whether a step is a point of the board, which a second press plays.
  has(step) {
    return this.board?.querySelector(`[data-step="${CSS.escape(step)}"]`) != null;
  }

  isAimed() {
    const { steps } = this.picker.picking;
    return this.picker.waits() && steps.length === 1 && steps[0] === this.step;
  }

  // The points that can be aimed at, and where they are on the screen.
  points(board) {
    return [...board.querySelectorAll("[data-step]")]
      .filter(({ dataset }) => this.picker.picking.takes(dataset.step))
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { step: element.dataset.step, x: left + width / 2, y: top + height / 2, width };
      });
  }

  // After whatever has been picked, put back or sent.
  draw() {
    const board = this.board;
    if (!board || !this.isAimed()) {
      this.step = null;
      this.loupe?.hide();
      return;
    }
    if (this.loupe?.board !== board) this.loupe = new Loupe(board);
    this.loupe.show(board.querySelector(`[data-step="${CSS.escape(this.step)}"]`), MAGNIFIED);
  }
}

function distance(from, to) {
  return Math.hypot(from.x - to.x, from.y - to.y);
}
