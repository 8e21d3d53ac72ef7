// Shows on an analysis's board how often the search has visited the moves: a colour on each step that
// can be picked next, with its part of the visits in percent. The hook's element has
//   data-heat          the visits as text (lib/playout_web/analysis/heat.ex), if they are shown,
//   data-heat-layer    is where the marks are drawn: over everything in its parent, which is positioned.

// On a step of at least this width, in pixels, the number doesn't cover what is there.
const ROOMY = 60;

export class Heat {
  constructor(root) {
    this.root = root;
    this.text = undefined;
    this.tree = {};
    this.picked = [];
    this.sizes = new ResizeObserver(() => this.draw(this.picked));
    this.sizes.observe(root);
  }

  destroy() {
    this.sizes.disconnect();
  }

  // `picked` are the steps picked so far.
  draw(picked) {
    this.picked = picked;
    const { heat = "" } = this.root.dataset;
    const layers = [...this.root.querySelectorAll("[data-heat-layer]")];
    if (layers.length === 0 || (heat === "" && this.text === "")) return;
    if (heat !== this.text) this.tree = readHeat(heat);
    this.text = heat;
    const marks = new Map(layers.map((layer) => [layer, []]));
    for (const [step, percent] of percentsAfter(this.tree, picked)) {
      const element = this.root.querySelector(`[data-step="${CSS.escape(step)}"]`);
      const layer = element && layerOf(element, marks);
      if (layer) marks.get(layer).push(mark(element, layer, percent));
    }
    for (const [layer, elements] of marks) layer.replaceChildren(...elements);
  }
}

function layerOf(element, marks) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    for (const child of parent.children) if (marks.has(child)) return child;
  }
  return null;
}

function mark(element, layer, percent) {
  const [box, origin] = [element.getBoundingClientRect(), layer.getBoundingClientRect()];
  const mark = document.createElement("span");
  mark.className = box.width < ROOMY ? "heat-mark" : "heat-mark is-roomy";
  Object.assign(mark.style, {
    left: `${box.left - origin.left}px`,
    top: `${box.top - origin.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  mark.style.setProperty("--part", String(percent / 100));
  const number = document.createElement("span");
  number.textContent = String(percent);
  mark.append(number);
  return mark;
}

// The steps that can come next, each with its percent of the visits here; those of less than half a
// percent are left out.
export function percentsAfter(tree, picked) {
  let here = { part: 1000, below: tree };
  for (const step of picked) here = here.below[step] ?? { part: 1000, below: {} };
  return Object.entries(here.below)
    .map(([step, { part }]) => /** @type {[string, number]} */ ([step, Math.round((100 * part) / here.part)]))
    .filter(([, percent]) => percent > 0);
}

// "a1=340(0=200 1=140) b2=120" as {a1: {part: 340, below: {0: {part: 200, below: {}}, …}}, …}.
export function readHeat(text) {
  const tokens = text.match(/[^\s()=]+|[()]/g) ?? [];
  let at = 0;

  const read = () => {
    const tree = {};
    while (at < tokens.length && tokens[at] !== ")") {
      const [step, part] = [tokens[at], Number(tokens[at + 1])];
      at += 2;
      tree[step] = { part, below: {} };
      if (tokens[at] === "(") {
        at += 1;
        tree[step].below = read();
        at += 1;
      }
    }
    return tree;
  };

  return read();
}
