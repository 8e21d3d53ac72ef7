// Detects the second half of a double press, because some people double-click everything, as if
// it were a file. The second half would put back what the first one picked, or pick whatever is
// there once the page has changed.

// In milliseconds, and in pixels.
const TWICE = 400;
const NEAR = 12;

export class Presses {
  constructor() {
    this.last = null;
  }

  // Whether a press only repeats the last one: on the same step, or at the same place. With
  // the keyboard this includes the step that the focus has moved to since.
  repeats(step, event) {
    const at = performance.now();
    // A click that no pointer made has no detail.
    const pointed = event.type.startsWith("pointer") || event.detail > 0;
    const place = pointed ? { x: event.clientX, y: event.clientY } : null;
    const { last } = this;
    const again =
      last !== null &&
      at - last.at < TWICE &&
      (step === last.step || (place ? isNear(place, last.place) : last.led));
    if (!again) this.last = { step, at, place, led: false };
    return again;
  }

  // Called when the last press has moved the focus.
  focusMoved() {
    if (this.last) this.last.led = true;
  }

  // Makes the next press count as new.
  forget() {
    this.last = null;
  }
}

function isNear(place, other) {
  return other !== null && Math.hypot(place.x - other.x, place.y - other.y) < NEAR;
}
