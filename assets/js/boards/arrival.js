// Computes where the animation of an arriving element starts, without access to the page. Boxes
// are {x, y, width}: the centre and the width in pixels.

// Movements shorter than this many pixels are invisible.
const NEAR = 2;

// The range of scales at which an animation may start, so that nothing looks distorted.
const SCALES = [0.4, 2.5];

// How far an element is moved, in its own units, to measure those units on the screen.
export const PROBE = 100;

// Whether the page advanced by exactly one move, given the number of moves before and after.
export function isNext(before, now) {
  return Number(now) === Number(before) + 1;
}

export function isNear(from, to, distance = NEAR) {
  return Math.hypot(from.x - to.x, from.y - to.y) < distance;
}

// The scale at which an animation starts, given the boxes at its start and its end.
export function scaleFrom(from, to) {
  const [min, max] = SCALES;
  return Math.min(max, Math.max(min, from.width / to.width));
}

// The translation, in the element's own units, that moves its centre to `wanted`. `zero` is its
// centre without a translation; `along` and `down` are its centre when moved by PROBE on its x
// and y axes. With these measurements it doesn't matter how the elements around it are scaled or
// rotated. Null if the element has no size.
export function translation(wanted, { zero, along, down }) {
  const [a, b] = [along.x - zero.x, along.y - zero.y];
  const [c, d] = [down.x - zero.x, down.y - zero.y];
  const [x, y] = [wanted.x - zero.x, wanted.y - zero.y];
  const area = a * d - b * c;
  if (area === 0) return null;
  return [(PROBE * (x * d - y * c)) / area, (PROBE * (y * a - x * b)) / area];
}
