// Computes where the animation of something that has just arrived starts. Only numbers,
// nothing of the page. Boxes are {x, y, width}: the middle and the width in pixels.

// Movements shorter than this are invisible, in pixels.
const NEAR = 2;

// The most that sizes may differ at the start of an animation, so that nothing is stretched
// beyond its shape.
const SCALES = [0.4, 2.5];

// How far to move the element in its own units when measuring how long they are on the
// screen.
export const PROBE = 100;

// Whether the page advanced by exactly one move, given the number of moves before and after.
export function isNext(before, now) {
  return Number(now) === Number(before) + 1;
}

export function isNear(from, to, distance = NEAR) {
  return Math.hypot(from.x - to.x, from.y - to.y) < distance;
}

// The scale at which an animation starts, from the width at its start and at its end.
export function scaleFrom(from, to) {
  const [least, most] = SCALES;
  return Math.min(most, Math.max(least, from.width / to.width));
}

// The translation, in the element's own units, that brings its middle to `wanted`. Takes the
// positions of its middle as it is (`zero`), and moved by PROBE along each of its own axes,
// so the result does not depend on how its surroundings are scaled or turned. Null if it has
// no size.
export function translation(wanted, { zero, along, down }) {
  const [a, b] = [along.x - zero.x, along.y - zero.y];
  const [c, d] = [down.x - zero.x, down.y - zero.y];
  const [x, y] = [wanted.x - zero.x, wanted.y - zero.y];
  const area = a * d - b * c;
  if (area === 0) return null;
  return [(PROBE * (x * d - y * c)) / area, (PROBE * (y * a - x * b)) / area];
}
