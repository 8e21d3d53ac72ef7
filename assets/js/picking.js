// The steps picked so far in the tree of the legal moves: {"c3": {"A": "c3-A", "B": "c3-B"}}.
// Knows nothing about the page.

import { completeMoves } from "./move_tree.js";

export class Picking {
  constructor(tree = {}) {
    this.tree = tree;
    this.steps = [];
  }

  // What can follow: a tree, or the text of a complete move.
  get next() {
    return this.after(this.steps.length);
  }

  // The complete move, or null while steps are missing.
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

  // Picking a step again puts it back, along with those after it. A step that cannot follow
  // replaces the latest one that it could stand in for, if any.
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

  // Whether a step can be picked, either next or in place of a picked one.
  takes(step) {
    return this.place(step) >= 0;
  }

  // All such steps.
  get takeable() {
    const trees = this.steps.map((_step, depth) => this.after(depth));
    return [...trees.flatMap((tree) => Object.keys(tree)), ...this.open];
  }

  // The last position in the move where a step fits, or -1.
  place(step) {
    let depth = this.steps.length;
    while (depth >= 0 && !isStepOf(this.after(depth), step)) depth -= 1;
    return depth;
  }

  // Whether a step can be dragged from, because others must follow it. Null means that
  // nothing is picked yet.
  leads(step) {
    if (step === null) return this.open.length > 0;
    const depth = this.steps.indexOf(step);
    const place = depth >= 0 ? depth : this.place(step);
    return place >= 0 && typeof this.after(place)[step] === "object";
  }

  // Picks the step where a drag starts; returns how many steps stay picked wherever it goes.
  grab(step) {
    if (step === null) this.clear();
    else if (!this.steps.includes(step)) this.pick(step);
    else this.steps = this.steps.slice(0, this.steps.indexOf(step) + 1);
    return this.steps.length;
  }

  // A drag that started with the first `kept` steps has reached a step. If that step is
  // already picked, those after it are put back. If only one path leads to it, the steps of
  // the path are picked too, so a drag may cut corners. If it cannot follow, the last step of
  // a complete move is put back. Outside of all steps (null) every further step is put back,
  // because a release there would not play them.
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

  // The steps of the only complete move that continues the first `kept` steps and ends with
  // this step; null if there is no such move, more than one, or nothing is kept.
  onlyWay(step, kept) {
    const below = kept > 0 ? this.after(kept) : {};
    const ways = completeMoves(below, this.steps.slice(0, kept)).filter(({ steps }) => steps.at(-1) === step);
    return ways.length === 1 ? ways[0].steps : null;
  }

  // Puts the last step back and returns it.
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
