// A copy of a drawing that follows the pointer, above everything else. The original stays where
// it is, with the class is-lifted.

import { centre, glideHome } from "../glide.js";

// The latest copy of each lifted element. An earlier one may still be gliding back.
const latest = new WeakMap();

// Attributes that a copy must not have. LiveView looks up elements to remove by data-phx-id,
// and would mistake the copy for the original.
const UNCOPIED = ["id", "data-phx-id", "data-carry", "data-arrive"];

// Makes a copy of an element, on its board or else at the end of `root`.
export function lift(element, root) {
  const copy = element.cloneNode(true);
  copy.classList.remove("is-lifted");
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of UNCOPIED) part.removeAttribute(name);
  }
  const drawing = board(element);
  const [carrier, scale] = drawing ? onBoard(element, copy, drawing) : onPage(element, copy, root);
  element.classList.add("is-lifted");
  return new Carried(element, carrier, scale);
}

// The outermost SVG drawing that contains an element, or null.
function board(element) {
  let drawing = element.ownerSVGElement;
  while (drawing?.ownerSVGElement) drawing = drawing.ownerSVGElement;
  return drawing ?? null;
}

// In SVG, the last element is on top.
function onBoard(element, copy, drawing) {
  const carrier = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const position = drawing.getScreenCTM().inverse().multiply(element.parentNode.getScreenCTM());
  const { a, b, c, d, e, f } = position;
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
  x;
  y;

  // `scale` is the number of screen pixels per unit of length in the carrier's parent.
  constructor(source, carrier, scale) {
    this.source = source;
    this.carrier = carrier;
    this.scale = scale;
    latest.set(source, this);
    carrier.setAttribute("aria-hidden", "true");
    this.follow(0, 0);
  }

  // Moves the copy to this distance from the original, in pixels.
  follow(x, y) {
    [this.x, this.y] = [x, y];
    this.carrier.style.translate = `${x / this.scale}px ${y / this.scale}px`;
  }

  // Centres the copy on an element. A piece from beside the board grows to the size of those on
  // the board.
  settle(element) {
    if (!this.carrier.isConnected) return;
    const like = element.closest("[data-steps]")?.querySelector("[data-carry]");
    if (like && !this.carrier.ownerSVGElement) {
      this.carrier.style.scale = "";
      this.carrier.style.scale = width(like) / width(this.carrier);
    }
    const [x, y] = centre(this.carrier);
    const [toX, toY] = centre(element);
    this.follow(this.x + toX - x, this.y + toY - y);
  }

  putBack({ glides }) {
    const remove = () => {
      this.carrier.remove();
      if (latest.get(this.source) === this) this.source.classList.remove("is-lifted");
    };
    const gliding = glides && this.carrier.isConnected && glideHome(this.carrier);
    if (gliding) gliding.finished.then(remove, remove);
    else remove();
  }
}
