// The steps of a move that have been picked so far, in the tree of the legal
// moves: {"c3": {"A": "c3-A", "B": "c3-B"}}. Knows nothing of the page.

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

  // A step that is picked already is put back, with those after it. One that
  // cannot follow takes the place of the latest one that it can stand for; if
  // there is none, the press was beside the board and everything is put back.
  pick(step) {
    const depth = this.steps.indexOf(step);
    const place = this.place(step);

    if (depth >= 0) this.steps = this.steps.slice(0, depth);
    else if (place >= 0) this.steps = [...this.steps.slice(0, place), step];
    else this.clear();
  }

  // Whether a step can be picked, now or instead of one that is picked.
  takes(step) {
    return this.place(step) >= 0;
  }

  // The last place in the move at which a step can stand, -1 if there is none.
  place(step) {
    let depth = this.steps.length;
    while (depth >= 0 && !isStepOf(this.after(depth), step)) depth -= 1;
    return depth;
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
  return typeof tree !== "string" && Object.hasOwn(tree, step);
}
