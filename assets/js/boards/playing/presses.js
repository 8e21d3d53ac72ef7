// Detects the second half of a double press, because some people double-click everything, as if
// it were a file. The second half would put back what the first one picked, or pick whatever is
// there once the page has changed.

const DOUBLE_PRESS_MS = 400;
// In pixels.
const NEAR = 12;

export class Presses {
  constructor() {
    this.last = null;
  }

  // Whether a press only repeats the last one, on the same step or in the same position. With the
  // keyboard, this includes the step to which the last press has moved the focus.
  repeats(step, event) {
    const at = performance.now();
    // A click made without a pointer has no detail.
    const pointed = event.type.startsWith("pointer") || event.detail > 0;
    const position = pointed ? { x: event.clientX, y: event.clientY } : null;
    const { last } = this;
    const repeated =
      last !== null &&
      at - last.at < DOUBLE_PRESS_MS &&
      (step === last.step || (position ? isNear(position, last.position) : last.movedFocus));
    if (!repeated) this.last = { step, at, position, movedFocus: false };
    return repeated;
  }

  // Called when the last press has moved the focus.
  focusMoved() {
    if (this.last) this.last.movedFocus = true;
  }

  // Makes the next press count as new.
  forget() {
    this.last = null;
  }
}

function isNear(position, other) {
  return other !== null && Math.hypot(position.x - other.x, position.y - other.y) < NEAR;
}
