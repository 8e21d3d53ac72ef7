// The steps picked so far in the tree of legal moves: {"c3": {"A": "c3-A", "B": "c3-B"}}.
// Independent of the page.

import { completeMoves } from "./move_tree.js";

export class Picking {
  constructor(tree = {}) {
    this.tree = tree;
    this.steps = [];
  }

  // What can follow: a tree, or the notation of a complete move.
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

  // Picking a step again unpicks it and all steps after it. A step that can't come next replaces
  // the last step to which it is an alternative, if any.
  pick(step) {
    const picked = this.steps.indexOf(step);
    const depth = this.depthOf(step);

    if (picked >= 0) this.steps = this.steps.slice(0, picked);
    else if (depth >= 0) this.steps = [...this.steps.slice(0, depth), step];
  }

  // Whether a step can be picked or unpicked.
  canPress(step) {
    return this.canPick(step) || this.steps.includes(step);
  }

  // Whether a step can be picked, either next or in place of a picked one.
  canPick(step) {
    return this.depthOf(step) >= 0;
  }

  // All steps that can be picked, either next or in place of a picked one.
  get pickable() {
    const trees = this.steps.map((_step, depth) => this.after(depth));
    return [...trees.flatMap((tree) => Object.keys(tree)), ...this.open];
  }

  // The last depth at which a step fits, or -1.
  depthOf(step) {
    let depth = this.steps.length;
    while (depth >= 0 && !isStepOf(this.after(depth), step)) depth -= 1;
    return depth;
  }

  // Whether a drag can start at a step, because other steps follow it. Null stands for what the
  // player holds.
  canDragFrom(step) {
    if (step === null) return this.open.length > 0;
    const picked = this.steps.indexOf(step);
    const depth = picked >= 0 ? picked : this.depthOf(step);
    return depth >= 0 && typeof this.after(depth)[step] === "object";
  }

  // Picks the step where a drag starts; returns how many steps stay picked during the drag.
  grab(step) {
    if (step === null) this.clear();
    else if (!this.steps.includes(step)) this.pick(step);
    else this.steps = this.steps.slice(0, this.steps.indexOf(step) + 1);
    return this.steps.length;
  }

  // Called when a drag that started with the first `fixed` steps reaches another step. If that
  // step is already picked, those after it are unpicked. If only one path leads to it, all steps of
  // the path are picked, so a drag may cut corners. If it can't come next, the last step of a
  // complete move is unpicked. Outside all steps (null) everything except the first `fixed`
  // steps is unpicked, because releasing there would not play them.
  drag(step, fixed) {
    const picked = this.steps.indexOf(step);
    const depth = this.depthOf(step);
    const path = this.onlyPath(step, fixed);

    if (step === null) this.steps = this.steps.slice(0, fixed);
    else if (picked >= 0 && picked >= fixed - 1) this.steps = this.steps.slice(0, picked + 1);
    else if (depth >= fixed) this.steps = [...this.steps.slice(0, depth), step];
    else if (path) this.steps = path;
    else if (this.move !== null && this.steps.length > fixed) this.steps = this.steps.slice(0, -1);
  }

  // The steps of the only complete move that starts with the first `fixed` steps and ends with
  // this step; null if there is no such move, or more than one, or if `fixed` is 0.
  onlyPath(step, fixed) {
    const below = fixed > 0 ? this.after(fixed) : {};
    const moves = completeMoves(below, this.steps.slice(0, fixed)).filter(({ steps }) => steps.at(-1) === step);
    return moves.length === 1 ? moves[0].steps : null;
  }

  // Unpicks the last step and returns it.
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
