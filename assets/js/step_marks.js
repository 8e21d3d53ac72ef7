// Shows on the page what is being picked: on what stands for a step (data-step)
// the classes is-picked and is-target and what a screen reader says, on what is
// drawn along steps (data-path="a9 b8") is-picked where they are all picked, and
// is-open where they go on from what is picked.
//
// A large board has hundreds of both, so only what changes is touched: to write
// what stands there already makes the browser look at it again.

export class StepMarks {
  constructor(root) {
    this.root = root;
    this.find();
  }

  // To be called when the page has changed.
  find() {
    this.steps = [...this.root.querySelectorAll("[data-step]")];
    this.paths = [...this.root.querySelectorAll("[data-path]")];
  }

  // `still`: a move is on its way, and nothing can be picked.
  draw(picking, still) {
    const picked = new Set(picking.steps);
    const open = new Set(still ? [] : picking.open);
    const takeable = new Set(still ? [] : picking.takeable);

    for (const element of this.steps) {
      const { step } = element.dataset;
      const isPicked = picked.has(step);
      element.classList.toggle("is-picked", isPicked);
      element.classList.toggle("is-target", open.has(step));
      write(element, "aria-disabled", String(!takeable.has(step)));
      // Only for what is: "not pressed" at every cell would be tiresome to hear.
      write(element, "aria-pressed", isPicked ? "true" : null);
    }
    this.drawPaths(`${picking.steps.join(" ")} `.trimStart(), still);
    this.root.classList.toggle("is-picking", picked.size > 0);
  }

  drawPaths(picked, still) {
    for (const element of this.paths) {
      const path = `${element.dataset.path} `;
      element.classList.toggle("is-picked", picked.startsWith(path));
      element.classList.toggle("is-open", !still && path !== picked && path.startsWith(picked));
    }
  }
}

// Null takes an attribute away.
export function write(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
