// Animates what a move changes. A board marks what its last move has added, and the page
// animates it once, when the move arrives (played.js):
//   data-arrive="c3"   glides to its place from the middle of the element for that step,
//                      or of the element with data-origin="c3",
//   data-arrive=""     is set down where it is,
//   data-grow="0"      a line with pathLength="1" that grows, in this order, from its
//                      beginning, or with "0 back" from its end; whatever is set down
//                      where it ends has data-after="0",
//   data-turn="from"   inside an arriving element, the face that is visible until it
//   data-turn="to"     turns over, and the face that is visible afterwards.
// Inside the element where a movement starts, data-carry marks its picture, if there is one.
// If the player moved something by hand, by dragging or as data-ghost, its animation starts
// where they put it, and a line that they drew along data-path is complete from the start.
//
// Nothing is left displaced: animations end at an element's own place, even if they are
// interrupted.

import { isNear, PROBE, scaleFrom, translation } from "./arrival.js";
import { moves } from "./glide.js";

const EASE_OUT = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const GLIDE = { duration: 200, easing: EASE_OUT };
const SET_DOWN = { duration: 150, easing: EASE_OUT, fill: "backwards" };
const GROW = { duration: 150, easing: EASE_OUT, fill: "backwards" };

// Half of a turn, until the piece is seen from its edge. It starts after the piece has
// arrived.
const TURN = { duration: 90, fill: "backwards" };

// How much larger a piece looks while it is held, before it is set down.
const HELD = 1.16;

let running = [];

// The page before a move: where everything is, and what the player placed by hand.
export function look(root) {
  const places = new Map();
  for (const element of root.querySelectorAll("[data-step]")) {
    const picture = element.querySelector("[data-carry]");
    places.set(element.dataset.step, picture?.checkVisibility() ? place(picture) : place(element));
  }
  for (const element of root.querySelectorAll("[data-origin]")) {
    places.set(element.dataset.origin, place(element));
  }
  const laid = root.querySelectorAll(".carried, .is-picked[data-ghost], .is-picked [data-ghost]");
  const drawn = root.querySelector("[data-path].is-picked") !== null;
  return { places, laid: [...laid].map(place), drawn };
}

function place(element) {
  // Only the size of a thing's picture can be compared.
  const picture = element.matches("[data-carry], [data-origin], [data-ghost], .carried");
  return { ...box(element), picture, part: part(element) };
}

function box(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
}

// The part of the page that contains an element.
function part(element) {
  return element.closest("[data-played] > *");
}

export function show(root, seen) {
  // Finishes all running animations.
  for (const animation of running) animation.cancel();
  running = [];
  if (!moves()) return;
  for (const element of root.querySelectorAll("[data-arrive]")) arrive(element, seen);
  for (const line of seen.drawn ? [] : root.querySelectorAll("[data-grow]")) grow(line);
  for (const element of root.querySelectorAll("[data-turn]")) turn(element);
}

function run(element, keyframes, timing) {
  running.push(element.animate(keyframes, timing));
}

function arrive(element, { places, laid, drawn }) {
  const here = box(element);
  const byHand = laid.find((there) => isNear(there, here, here.width / 2));
  const from = byHand ?? places.get(element.dataset.arrive);
  if (from) glide(element, here, from);
  else if (element.dataset.arrive === "") setDown(element, here, drawn);
}

function glide(element, here, from) {
  if (isNear(from, here)) return;
  const scale = from.picture ? scaleFrom(from, here) : 1;
  const start = startAt(element, from, scale);
  if (!start) return;
  run(element, [start, {}], GLIDE);
  if (from.part !== part(element)) run(part(element), { zIndex: [2, 2] }, GLIDE);
}

function setDown(element, here, drawn) {
  const start = startAt(element, here, HELD);
  const { after } = element.dataset;
  const delay = after === undefined || drawn ? 0 : (Number(after) + 1) * GROW.duration;
  if (start) run(element, [{ ...start, opacity: 0 }, {}], { ...SET_DOWN, delay });
}

// The transformation that draws an element with its middle at a place. Scaling is around the
// origin of its surroundings, wherever that is.
function startAt(element, wanted, scale) {
  const shift = translation(wanted, {
    zero: drawnAs(element, { scale, translate: "0px 0px" }),
    along: drawnAs(element, { scale, translate: `${PROBE}px 0px` }),
    down: drawnAs(element, { scale, translate: `0px ${PROBE}px` }),
  });
  return shift && { scale, translate: `${shift[0]}px ${shift[1]}px` };
}

function drawnAs(element, style) {
  const trial = element.animate([style, style], { duration: 1, fill: "both" });
  trial.pause();
  const shown = box(element);
  trial.cancel();
  return shown;
}

// CSS makes it scale around its own middle, and hides the old face.
function turn(face) {
  const shown = { scale: "1 1", visibility: "visible" };
  const edge = { scale: "0 1", visibility: "visible" };
  const [keyframes, delay, easing] =
    face.dataset.turn === "from" ? [[shown, edge], 0, "ease-in"] : [[edge, shown], TURN.duration, "ease-out"];
  run(face, keyframes, { ...TURN, easing, delay: GLIDE.duration + delay });
}

function grow(line) {
  const [order, back] = line.dataset.grow.split(" ");
  const delay = Number(order) * GROW.duration;
  const whole = { strokeDasharray: "1 1", strokeDashoffset: 0 };
  const none = { ...whole, strokeDashoffset: back ? -1 : 1 };
  run(line, [none, whole], { ...GROW, delay });
}
