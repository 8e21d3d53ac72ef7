// A round magnifying glass over a board (an SVG drawing). It enlarges a point so that a finger can
// hit it, and marks it with a crosshair. It stays clear of the finger: above the point, or beside
// it if there is no room.

const SVG = "http://www.w3.org/2000/svg";

// In pixels: the radius of the glass, its distance from the point, and the width of its rim plus
// a small margin.
const RADIUS = 72;
const GAP = 30;
const RIM = 4;

export class Loupe {
  constructor(board) {
    this.board = board;
    this.zoom = 1;
  }

  get layer() {
    return this.board.querySelector("[data-crosshair]");
  }

  hide() {
    this.layer?.replaceChildren();
  }

  // Whether a position on the screen is on the glass, which moves with the board when a phone is
  // turned.
  covers(x, y) {
    const glass = this.layer?.querySelector(".loupe-background")?.getBoundingClientRect();
    if (!glass) return false;
    const radius = glass.width / 2;
    return Math.hypot(x - glass.left - radius, y - glass.top - radius) <= radius;
  }

  // Shows the glass for a point of the board. `point` is the point's element, and `size` its width
  // under the glass, in pixels.
  show(point, size) {
    const box = point.getBoundingClientRect();
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const screen = this.board.getScreenCTM();
    const toBoard = ({ x, y }) => new DOMPoint(x, y).matrixTransform(screen.inverse());

    this.zoom = size / box.width;
    const centre = centreFor(at, this.board.getBoundingClientRect());
    this.draw(toBoard(at), toBoard(centre), RADIUS / screen.a, point.dataset.step);
  }

  // All lengths are in the board's units.
  draw(at, centre, radius, name) {
    const { x, y, width, height } = this.board.viewBox.baseVal;
    const drawings = this.board.querySelectorAll("[data-magnify]");
    const magnified = Array.from(drawings, ({ id }) => use(`#${id}`));
    const preview = use(this.board.dataset.aim, { x: at.x, y: at.y });
    const clip = element("clipPath", { id: "loupe-glass" }, [element("circle", { r: radius })]);
    const magnify = `scale(${this.zoom}) translate(${-at.x} ${-at.y})`;
    const cross = `M${-radius} 0H${radius}M0 ${-radius}V${radius}`;
    const text = element("text", { class: "loupe-name", y: radius * 0.86, "font-size": radius / 4 });
    text.textContent = name;

    this.layer.replaceChildren(
      element("path", {
        class: "crosshair-lines",
        d: `M${x} ${at.y}H${x + width}M${at.x} ${y}V${y + height}`,
      }),
      element("g", { class: "loupe", transform: `translate(${centre.x} ${centre.y})` }, [
        clip,
        element("circle", { class: "loupe-background", r: radius }),
        element("g", { "clip-path": "url(#loupe-glass)" }, [
          element("g", { transform: magnify }, [...magnified, preview]),
          element("path", { class: "loupe-cross", d: cross, "stroke-width": radius / 40 }),
          text,
        ]),
        element("circle", { class: "loupe-rim", r: radius, "stroke-width": radius / 16 }),
      ]),
    );
  }
}

function centreFor({ x, y }, board) {
  const distance = RADIUS + GAP;
  const half = RADIUS + RIM;
  if (y - distance - half >= 0) {
    return { x: Math.min(Math.max(x, board.left + half), board.right - half), y: y - distance };
  }
  const side = x + distance + half <= board.right ? 1 : -1;
  return { x: x + side * distance, y: Math.max(y, half) };
}

function element(name, attributes, children = []) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function use(href, place = {}) {
  return element("use", { href, ...place });
}
