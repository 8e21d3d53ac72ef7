// Aiming at points that are smaller than a fingertip. A first press with a finger shows the area
// under a loupe, with a crosshair on the point; dragging moves the aim. A second press on the
// loupe or the point plays there, as does the button that confirms a move. A press elsewhere on
// the board aims at another point, and a press on an occupied point shows why it can't be played.
//
// The board is the element with data-aim, whose value is the href of the drawing that the move
// would add. Inside it, elements with data-magnify (and an id) appear under the loupe, and the
// loupe is drawn in the element with data-crosshair, which updates leave alone.

import { Loupe } from "./loupe.js";

// In pixels: the smallest width that a finger can hit without aiming, how far a finger may
// move during a press, and the width of a point under the loupe. The loupe itself is large
// enough to press.
const FINGERTIP = 44;
const MOVE_THRESHOLD = 10;
const MAGNIFIED = 36;

// How close to the centre of a point a press hits it, as a fraction of the point's width.
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
    // If the finger starts on the loupe or on the point, the aim moves along with it, but more
    // slowly; elsewhere the aim jumps to the finger.
    const keepsAim = aimed && (this.loupe.covers(x, y) || distance(aimed, { x, y }) < FINGERTIP / 2);
    const taken = keepsAim ? null : this.takenAt({ x, y });
    const from = keepsAim ? aimed : null;
    // The second half of a double tap must not play, because nobody can have seen where the first
    // one aims. If the first one has played, the second must not aim or be refused.
    const step = taken ?? (keepsAim ? this.step : nearest(points, { x, y }));
    const repeats = this.picker.presses.repeats(step, event);
    this.finger = { id: event.pointerId, x, y, points, from, taken, repeats, moved: false };
    this.pressed = true;
    event.target.setPointerCapture(event.pointerId);
    if (!keepsAim && !taken && !repeats) this.aim({ x, y });
  }

  move(event) {
    const { finger } = this;
    if (finger?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    finger.moved ||= Math.hypot(dx, dy) > MOVE_THRESHOLD;
    if (!finger.moved) return;
    const { from } = finger;
    if (from) this.aim({ x: from.x + dx / this.loupe.zoom, y: from.y + dy / this.loupe.zoom });
    else this.aim({ x: event.clientX, y: event.clientY });
  }

  up(event) {
    const { finger } = this;
    if (finger?.id !== event.pointerId) return;
    this.finger = null;
    if (finger.moved || finger.repeats) return;
    if (finger.taken) this.picker.refuse(finger.taken);
    else if (finger.from && this.isAimed()) this.picker.confirm();
  }

  // The pointer events have already handled this press.
  click(event) {
    if (!this.pressed || event.detail === 0) return;
    this.pressed = false;
    event.stopPropagation();
  }

  // Aims at the nearest point where a move is possible.
  aim(at) {
    const step = nearest(this.finger.points, at);
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
      .filter(({ dataset }) => this.picker.picking.canPick(dataset.step))
      .map(position);
  }

  // The point under a finger, if it can't be played. A press between two points counts for the
  // free one.
  takenAt(at) {
    const element = document.elementFromPoint(at.x, at.y)?.closest("[data-step]");
    if (!element || !this.board.contains(element)) return null;
    const { step, width, ...centre } = position(element);
    const isHit = distance(centre, at) < width * ON_POINT;
    return isHit && !this.picker.picking.canPick(step) ? step : null;
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

// The step of the point nearest to a position.
function nearest(points, at) {
  const closer = (best, point) => (distance(point, at) < distance(best, at) ? point : best);
  return points.reduce(closer).step;
}

function distance(from, to) {
  return Math.hypot(from.x - to.x, from.y - to.y);
}
