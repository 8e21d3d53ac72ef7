// Tells the second half of a double press from a press that means something: some people
// press everything twice, as they open a file. It would put back what the first half has
// picked, or pick what the page shows there now.

// In milliseconds, and in pixels.
const TWICE = 400;
const NEAR = 12;

export class Presses {
  constructor() {
    this.last = null;
  }

  // Whether a press on a step only repeats the last one: on the same step or at the same
  // place. By the keyboard, also where the focus was led to in between.
  repeats(step, event) {
    const at = performance.now();
    const place = event.detail > 0 ? { x: event.clientX, y: event.clientY } : null;
    const { last } = this;
    const again =
      last !== null &&
      at - last.at < TWICE &&
      (step === last.step || (place ? isNear(place, last.place) : last.led));
    if (!again) this.last = { step, at, place, led: false };
    return again;
  }

  // The last press has led the focus elsewhere.
  ledOn() {
    if (this.last) this.last.led = true;
  }

  // Whatever comes next is a press of its own.
  forget() {
    this.last = null;
  }
}

function isNear(place, other) {
  return other !== null && Math.hypot(place.x - other.x, place.y - other.y) < NEAR;
}
