// Where a thing sets out that has just arrived somewhere, in numbers: nothing of
// the page. Boxes are {x, y, width}, the middle and the width in pixels.

// Nearer than this, there is nothing to be seen of a way, in pixels.
const NEAR = 2;

// By how much things differ in size at most on their way: they are not stretched
// beyond what they are.
const SCALES = [0.4, 2.5];

// How far one looks what a length of the element's own makes on the screen.
export const PROBE = 100;

// Whether the page goes on by one move, from so many played to so many.
export function isNext(before, now) {
  return Number(now) === Number(before) + 1;
}

export function isNear(from, to, distance = NEAR) {
  return Math.hypot(from.x - to.x, from.y - to.y) < distance;
}

// How large a thing is where it sets out, of what it is where it arrives.
export function scaleFrom(from, to) {
  const [least, most] = SCALES;
  return Math.min(most, Math.max(least, from.width / to.width));
}

// The translation, in the element's own lengths, that brings its middle to
// `wanted`. Asked are the places of its middle: as it is (`zero`), and moved by
// PROBE along its own two axes. So it does not matter how its surroundings are
// scaled or turned. Null where it has no extent.
export function translation(wanted, { zero, along, down }) {
  const [a, b] = [along.x - zero.x, along.y - zero.y];
  const [c, d] = [down.x - zero.x, down.y - zero.y];
  const [x, y] = [wanted.x - zero.x, wanted.y - zero.y];
  const area = a * d - b * c;
  if (area === 0) return null;
  return [(PROBE * (x * d - y * c)) / area, (PROBE * (y * a - x * b)) / area];
}
