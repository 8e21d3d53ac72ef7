// The steps of a move that have been picked so far, in the tree of the legal
// moves: {"c3": {"A": "c3-A", "B": "c3-B"}}. Knows nothing of the page.

import { wholeMoves } from "./move_tree.js";

export class Picking {
  constructor(tree = {}) {
    this.tree = tree;
    this.steps = [];
  }

  // What can follow: a tree, or a whole move's text.
  get next() {
    return this.after(this.steps.length);
  }

  // The whole move, or null while steps are missing.
  get move() {
    return typeof this.next === "string" ? this.next : null;
  }

  // The steps that can be picked now.
  get open() {
    return this.move === null ? Object.keys(this.next) : [];
  }

  after(depth) {
    return this.steps.slice(0, depth).reduce((tree, step) => tree[step], this.tree);
  }

  // A step that is picked already is put back, with those after it. One that cannot
  // follow takes the place of the latest one that it can stand for, if there is one.
  pick(step) {
    const depth = this.steps.indexOf(step);
    const place = this.place(step);

    if (depth >= 0) this.steps = this.steps.slice(0, depth);
    else if (place >= 0) this.steps = [...this.steps.slice(0, place), step];
  }

  // Whether a step can be picked or put back.
  knows(step) {
    return this.takes(step) || this.steps.includes(step);
  }

  // Whether a step can be picked, now or instead of one that is picked.
  takes(step) {
    return this.place(step) >= 0;
  }

  // All such steps.
  get takeable() {
    const trees = this.steps.map((_step, depth) => this.after(depth));
    return [...trees.flatMap((tree) => Object.keys(tree)), ...this.open];
  }

  // The last place in the move at which a step can stand, -1 if there is none.
  place(step) {
    let depth = this.steps.length;
    while (depth >= 0 && !isStepOf(this.after(depth), step)) depth -= 1;
    return depth;
  }

  // Whether a step can be dragged from: others have to follow it. Null stands
  // for nothing picked yet.
  leads(step) {
    if (step === null) return this.open.length > 0;
    const depth = this.steps.indexOf(step);
    const place = depth >= 0 ? depth : this.place(step);
    return place >= 0 && typeof this.after(place)[step] === "object";
  }

  // Picks the step that is dragged from; answers how many steps stay picked
  // whatever it is dragged over.
  grab(step) {
    if (step === null) this.clear();
    else if (!this.steps.includes(step)) this.pick(step);
    else this.steps = this.steps.slice(0, this.steps.indexOf(step) + 1);
    return this.steps.length;
  }

  // What is dragged from the first `kept` steps has come over a step: over one
  // that is picked already, those after it are put back. A step that no other
  // leads to but by one way brings those of the way along: who cuts a corner need
  // not hit it. Over what cannot follow, the last step of a whole move is put back,
  // and beside all steps (null) every one, as letting go there would not play them.
  drag(step, kept) {
    const depth = this.steps.indexOf(step);
    const place = this.place(step);
    const way = this.onlyWay(step, kept);

    if (step === null) this.steps = this.steps.slice(0, kept);
    else if (depth >= 0 && depth >= kept - 1) this.steps = this.steps.slice(0, depth + 1);
    else if (place >= kept) this.steps = [...this.steps.slice(0, place), step];
    else if (way) this.steps = way;
    else if (this.move !== null && this.steps.length > kept) this.steps = this.steps.slice(0, -1);
  }

  // The steps of the one whole move that goes on from the first `kept` steps and
  // ends with a step; null if there is none, or more, or nothing is kept.
  onlyWay(step, kept) {
    const below = kept > 0 ? this.after(kept) : {};
    const ways = wholeMoves(below, this.steps.slice(0, kept)).filter(({ steps }) => steps.at(-1) === step);
    return ways.length === 1 ? ways[0].steps : null;
  }

  // Takes the last step back, and returns it.
  back() {
    return this.steps.pop();
  }

  clear() {
    this.steps = [];
  }
}

function isStepOf(tree, step) {
  return typeof tree === "object" && Object.hasOwn(tree, step);
}
