// Animates what a move changes. A board marks what its last move added, and the page animates
// it once, when the move arrives (played.js):
//   data-arrive="c3"   glides in from the centre of the element for that step, or of the
//                      element with data-origin="c3",
//   data-arrive=""     is set down in place,
//   data-grow="0"      is a line with pathLength="1" that grows from its start, or with
//                      "0 back" from its end; lines grow in the order of their numbers, and
//                      a stone that is set down when line 0 is complete has data-after="0",
//   data-turn="from"   is, inside an arriving element, the face shown until it turns over,
//   data-turn="to"     is the face shown afterwards.
// In the element where a movement starts, data-carry marks the picture, if there is one.
// Whatever players have moved by hand, by dragging it or as data-ghost, starts where they left
// it, and lines that they have drawn along data-path don't grow again.
//
// Animations end at an element's own position, so nothing stays displaced, even if one is
// interrupted.

import { isNear, PROBE, scaleFrom, translation } from "./arrival.js";
import { isAnimated } from "./glide.js";

const EASE_OUT = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const GLIDE = { duration: 200, easing: EASE_OUT };
const SET_DOWN = { duration: 150, easing: EASE_OUT, fill: "backwards" };
const GROW = { duration: 150, easing: EASE_OUT, fill: "backwards" };

// Half a turn, until the piece is seen edge-on. Turning starts when the piece has arrived.
const TURN = { duration: 90, fill: "backwards" };

// How much larger a piece looks before it is set down.
const HELD_SCALE = 1.16;

let running = [];

// The page before a move: where everything is, and what the player has placed by hand.
export function look(root) {
  const positions = new Map();
  for (const element of root.querySelectorAll("[data-step]")) {
    const picture = element.querySelector("[data-carry]");
    const visible = picture?.checkVisibility() ? picture : element;
    positions.set(element.dataset.step, position(visible));
  }
  for (const element of root.querySelectorAll("[data-origin]")) {
    positions.set(element.dataset.origin, position(element));
  }
  const placed = root.querySelectorAll(".carried, .is-picked[data-ghost], .is-picked [data-ghost]");
  const drawn = root.querySelector("[data-path].is-picked") !== null;
  return { positions, placed: [...placed].map(position), drawn };
}

function position(element) {
  // Only pictures can be compared in size; other elements may be larger than their piece.
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
  // Ends all running animations.
  for (const animation of running) animation.cancel();
  running = [];
  if (!isAnimated()) return;
  for (const element of root.querySelectorAll("[data-arrive]")) arrive(element, seen);
  for (const line of seen.drawn ? [] : root.querySelectorAll("[data-grow]")) grow(line);
  for (const element of root.querySelectorAll("[data-turn]")) turn(element);
}

function run(element, keyframes, timing) {
  running.push(element.animate(keyframes, timing));
}

function arrive(element, { positions, placed, drawn }) {
  const here = box(element);
  const byHand = placed.find((there) => isNear(there, here, here.width / 2));
  const from = byHand ?? positions.get(element.dataset.arrive);
  if (from) glide(element, here, from);
  else if (element.dataset.arrive === "") setDown(element, here, drawn);
}

function glide(element, here, from) {
  if (isNear(from, here)) return;
  const scale = from.picture ? scaleFrom(from, here) : 1;
  const start = startAt(element, from, scale);
  if (!start) return;
  // What is below its way can be pressed meanwhile.
  const above = { pointerEvents: "none" };
  run(element, [{ ...start, ...above }, above], GLIDE);
  if (from.part !== part(element)) run(part(element), { zIndex: [2, 2] }, GLIDE);
}

function setDown(element, here, drawn) {
  const start = startAt(element, here, HELD_SCALE);
  const { after } = element.dataset;
  const delay = after === undefined || drawn ? 0 : (Number(after) + 1) * GROW.duration;
  if (start) run(element, [{ ...start, opacity: 0 }, {}], { ...SET_DOWN, delay });
}

// The keyframe that draws an element with its centre at a position. It is measured because the
// origin of the scaling depends on the elements around it.
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

// CSS makes it scale around its own centre, and hides the old face.
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
  const full = { strokeDasharray: "1 1", strokeDashoffset: 0 };
  const none = { ...full, strokeDashoffset: back ? -1 : 1 };
  run(line, [none, full], { ...GROW, delay });
}
