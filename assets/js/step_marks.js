// Shows on the page what is being picked: elements for a step (data-step) get the classes
// is-picked and is-target and words for screen readers; drawings along steps (data-path="a9
// b8") get is-picked if all their steps are picked, and is-open if they continue what is
// picked.
//
// A large board has hundreds of both, and a press must be answered within one frame, so this
// remembers what is shown and changes only the difference.

const PICKED = 1;
const OPEN = 2;
const TAKES = 4;

export class StepMarks {
  constructor(root) {
    this.root = root;
    this.find();
  }

  // Call this when the page has changed: the server draws it without knowing what is picked.
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

  // `still`: a move has been sent, and nothing can be picked. The words for that, on hundreds
  // of elements, can wait for the server's answer.
  draw(picking, still) {
    const picked = new Set(picking.steps);
    const open = new Set(still ? [] : picking.open);
    const takeable = new Set(picking.takeable);

    for (const step of this.steps) {
      const look =
        (picked.has(step.name) && PICKED) |
        (open.has(step.name) && OPEN) |
        (takeable.has(step.name) && TAKES);
      if (look !== step.shown) showStep(step, look);
    }
    this.drawPaths(picking.steps.map((step) => `${step} `).join(""), still);
    this.root.classList.toggle("is-picking", picked.size > 0);
  }

  drawPaths(picked, still) {
    for (const path of this.paths) {
      const whole = `${path.name} `;
      const goesOn = !still && whole !== picked && whole.startsWith(picked);
      const look = (picked.startsWith(whole) && PICKED) | (goesOn && OPEN);
      if (look !== path.shown) showPath(path, look);
    }
  }
}

function showStep(step, look) {
  const { element } = step;
  const picked = (look & PICKED) !== 0;
  element.classList.toggle("is-picked", picked);
  element.classList.toggle("is-target", (look & OPEN) !== 0);
  write(element, "aria-disabled", String((look & TAKES) === 0));
  // Only for picked elements: "not pressed" on every cell would be tiresome to hear.
  write(element, "aria-pressed", picked ? "true" : null);
  step.shown = look;
}

function showPath(path, look) {
  path.element.classList.toggle("is-picked", (look & PICKED) !== 0);
  path.element.classList.toggle("is-open", (look & OPEN) !== 0);
  path.shown = look;
}

// Sets an attribute, or removes it if the value is null. Writing an unchanged value would
// make the browser restyle the element.
export function write(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
