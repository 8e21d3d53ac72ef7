// Aiming at points smaller than a fingertip. A first press with a finger shows the area under
// a loupe, with a crosshair on the point; dragging moves it. A second press on the loupe or
// the point plays there, and so does the button that confirms a move. A press elsewhere on
// the board aims at another point, and a press on a point that is taken shows why it can't be
// played.
//
// The board is the element with data-aim, whose value is the href of the drawing that the
// move would place. Inside it, elements with data-magnify (and an id) appear under the loupe,
// and the loupe is drawn into data-crosshair, which the server leaves alone.

import { Loupe } from "./loupe.js";

// In pixels: the smallest width that a finger can hit without aiming, how far a finger may
// move during a press, and the width of a point under the loupe. The loupe itself is large
// enough to press.
const FINGERTIP = 44;
const STILL = 10;
const MAGNIFIED = 36;

// How close to the middle of a point a press hits that point, as a part of its width.
const ON_POINT = 1 / 3;

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

  // These listeners run before all others.
  listen(kind, listener) {
    this.root.addEventListener(kind, listener, { capture: true });
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
    // From the loupe or the point itself, the aim moves with the finger, but more slowly;
    // elsewhere it jumps to the finger.
    const holds = aimed && (this.loupe.covers(x, y) || distance(aimed, { x, y }) < FINGERTIP / 2);
    const taken = holds ? null : this.takenAt({ x, y });
    this.finger = { id: event.pointerId, x, y, points, from: holds ? aimed : null, taken, moved: false };
    this.pressed = true;
    event.target.setPointerCapture(event.pointerId);
    if (!holds && !taken) this.aim({ x, y });
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
    if (finger.moved) return;
    // The second half of a double tap plays nothing, as nobody has seen yet where the first aims.
    const repeats = this.picker.presses.repeats(finger.taken ?? this.step, event);
    if (finger.taken) this.picker.refuse(finger.taken);
    else if (finger.from && !repeats && this.isAimed()) this.picker.confirm();
  }

  // The pointer events have already handled this press.
  click(event) {
    if (!this.pressed || event.detail === 0) return;
    this.pressed = false;
    event.stopPropagation();
  }

  // Aims at the nearest point where a move is possible.
  aim(position) {
    const { step } = this.finger.points.reduce((best, point) =>
      distance(point, position) < distance(best, position) ? point : best,
    );
    if (step === this.step && this.isAimed()) return;
    this.step = step;
    this.picker.propose(step);
  }

  // Whether a step is a point on this board, so that a second press plays there.
  has(step) {
    return this.board?.querySelector(`[data-step="${CSS.escape(step)}"]`) != null;
  }

  isAimed() {
    const { steps } = this.picker.picking;
    return this.picker.awaitsConfirmation() && steps.length === 1 && steps[0] === this.step;
  }

  // The points that can be aimed at, and their positions on the screen.
  points(board) {
    return [...board.querySelectorAll("[data-step]")]
      .filter(({ dataset }) => this.picker.picking.takes(dataset.step))
      .map(position);
  }

  // The point under a finger if it can't be played. Between two points, a free one is meant.
  takenAt(place) {
    const element = document.elementFromPoint(place.x, place.y)?.closest("[data-step]");
    if (!element || !this.board.contains(element)) return null;
    const { step, width, ...middle } = position(element);
    const isHit = distance(middle, place) < width * ON_POINT;
    return isHit && !this.picker.picking.takes(step) ? step : null;
  }

  // Called after steps have been picked, put back or sent.
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

function position(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { step: element.dataset.step, x: left + width / 2, y: top + height / 2, width };
}

function distance(from, to) {
  return Math.hypot(from.x - to.x, from.y - to.y);
}
