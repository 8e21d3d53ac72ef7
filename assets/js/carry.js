// A copy of a drawing that follows the pointer, above everything else. The original stays
// where the server put it, with the class is-lifted.

import { glideHome, middle } from "./glide.js";

// Maps each lifted element to its current carrier: a copy that is still gliding back is not
// the current one.
const carriers = new WeakMap();

// Attributes that a copy must not have. LiveView finds elements that should be removed by
// data-phx-id, and would mistake the copy for the original.
const NAMES = ["id", "data-phx-id", "data-carry", "data-arrive"];

// A copy of an element, within root.
export function lift(element, root) {
  const copy = element.cloneNode(true);
  copy.classList.remove("is-lifted");
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of NAMES) part.removeAttribute(name);
  }
  const drawing = board(element);
  const [carrier, scale] = drawing ? onBoard(element, copy, drawing) : onPage(element, copy, root);
  element.classList.add("is-lifted");
  return new Carried(element, carrier, scale);
}

// The whole drawing that contains a part of it.
function board(element) {
  let drawing = element.ownerSVGElement;
  while (drawing?.ownerSVGElement) drawing = drawing.ownerSVGElement;
  return drawing ?? null;
}

// In SVG, the last element is on top.
function onBoard(element, copy, drawing) {
  const carrier = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const place = drawing.getScreenCTM().inverse().multiply(element.parentNode.getScreenCTM());
  const { a, b, c, d, e, f } = place;
  carrier.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  carrier.append(copy);
  carrier.classList.add("carried");
  drawing.append(carrier);
  return [carrier, drawing.getScreenCTM().a];
}

function onPage(element, copy, root) {
  const { left, top, width, height } = element.getBoundingClientRect();
  copy.classList.add("carried");
  Object.assign(copy.style, {
    position: "fixed",
    margin: "0",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  root.append(copy);
  return [copy, 1];
}

const width = (element) => element.getBoundingClientRect().width;

class Carried {
  // `scale`: the number of pixels in one unit of the carrier's surroundings.
  constructor(source, carrier, scale) {
    this.source = source;
    this.carrier = carrier;
    this.scale = scale;
    carriers.set(source, this);
    carrier.setAttribute("aria-hidden", "true");
    this.follow(0, 0);
  }

  // Moves it by this many pixels from its original place.
  follow(x, y) {
    [this.x, this.y] = [x, y];
    this.carrier.style.translate = `${x / this.scale}px ${y / this.scale}px`;
  }

  // A thing from beside the board grows to the size that it has on the board.
  rest(element) {
    if (!this.carrier.isConnected) return;
    const like = element.closest("[data-steps]")?.querySelector("[data-carry]");
    if (like && !this.carrier.ownerSVGElement) {
      this.carrier.style.scale = "";
      this.carrier.style.scale = width(like) / width(this.carrier);
    }
    const [x, y] = middle(this.carrier);
    const [toX, toY] = middle(element);
    this.follow(this.x + toX - x, this.y + toY - y);
  }

  putBack({ glides }) {
    const gone = () => {
      this.carrier.remove();
      if (carriers.get(this.source) === this) this.source.classList.remove("is-lifted");
    };
    const gliding = glides && this.carrier.isConnected && glideHome(this.carrier);
    if (gliding) gliding.finished.then(gone, gone);
    else gone();
  }
}
