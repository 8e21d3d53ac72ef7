// Shows on the page what is picked. The elements of a step (data-step) get the classes is-picked
// and is-target, and attributes for screen readers. Drawings along steps (data-path="a9 b8") get
// is-picked if all their steps are picked, and is-open if they continue the picked ones.
//
// The root gets the class is-astray if a step is picked that is not among those of the hint that it
// shows (data-hint).
//
// A large board has hundreds of both, and a press must take effect within one frame, so this
// remembers what is shown and changes only what differs.

const PICKED = 1;
const OPEN = 2;
const PICKABLE = 4;

export class StepMarks {
  constructor(root) {
    this.root = root;
    this.find();
  }

  // Must be called after every update, because the server doesn't know what is picked.
  find() {
    const all = (name) =>
      Array.from(this.root.querySelectorAll(`[data-${name}]`), (element) => ({
        element,
        name: element.dataset[name],
        shown: null,
      }));
    this.steps = all("step");
    this.paths = all("path");
  }

  // With `sent`, a move is on its way and nothing can be picked. Setting aria-disabled on hundreds
  // of elements can wait until the server replies.
  draw(picking, sent) {
    const picked = new Set(picking.steps);
    const open = new Set(sent ? [] : picking.open);
    const pickable = new Set(picking.pickable);

    for (const step of this.steps) {
      const state =
        (picked.has(step.name) && PICKED) | (open.has(step.name) && OPEN) | (pickable.has(step.name) && PICKABLE);
      if (state !== step.shown) showStep(step, state);
    }
    this.drawPaths(picking.steps.map((step) => `${step} `).join(""), sent);
    this.root.classList.toggle("is-picking", picked.size > 0);
    const hint = this.root.dataset.hint?.split(" ");
    this.root.classList.toggle("is-astray", hint ? picking.steps.some((step) => !hint.includes(step)) : false);
  }

  drawPaths(picked, sent) {
    for (const path of this.paths) {
      const steps = `${path.name} `;
      const continuesPath = !sent && steps !== picked && steps.startsWith(picked);
      const state = (picked.startsWith(steps) && PICKED) | (continuesPath && OPEN);
      if (state !== path.shown) showPath(path, state);
    }
  }
}

function showStep(step, state) {
  const { element } = step;
  const picked = (state & PICKED) !== 0;
  element.classList.toggle("is-picked", picked);
  element.classList.toggle("is-target", (state & OPEN) !== 0);
  write(element, "aria-disabled", String((state & PICKABLE) === 0));
  // Only on picked elements: hearing "not pressed" on every cell would be tiresome.
  write(element, "aria-pressed", picked ? "true" : null);
  step.shown = state;
}

function showPath(path, state) {
  path.element.classList.toggle("is-picked", (state & PICKED) !== 0);
  path.element.classList.toggle("is-open", (state & OPEN) !== 0);
  path.shown = state;
}

// Sets an attribute, or removes it if the value is null. Setting the same value again would
// make the browser restyle the element.
export function write(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
