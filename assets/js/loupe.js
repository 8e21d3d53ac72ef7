// A round glass over a board (an SVG drawing) that enlarges the area around a point until a
// finger can hit it, with lines that cross at the point. It stays clear of the finger: above
// the point, or beside it if there is no room.

const SVG = "http://www.w3.org/2000/svg";

// In pixels: half its width, and its distance from the point.
const RADIUS = 72;
const CLEAR = 30;
// The width of its rim and a small margin.
const RIM = 4;

export class Loupe {
  constructor(board) {
    this.board = board;
    this.zoom = 1;
    this.centre = null;
  }

  get layer() {
    return this.board.querySelector("[data-crosshair]");
  }

  hide() {
    this.centre = null;
    this.layer?.replaceChildren();
  }

  // Whether a place on the screen is on the glass.
  covers(x, y) {
    return this.centre !== null && Math.hypot(x - this.centre.x, y - this.centre.y) <= RADIUS;
  }

  // Shows the glass over a point of the board, given as an element; `size` is the width of
  // the point under the glass, in pixels.
  show(point, size) {
    const box = point.getBoundingClientRect();
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const screen = this.board.getScreenCTM();
    const toBoard = ({ x, y }) => new DOMPoint(x, y).matrixTransform(screen.inverse());

    this.zoom = size / box.width;
    this.centre = centreFor(at, this.board.getBoundingClientRect());
    this.draw(toBoard(at), toBoard(this.centre), RADIUS / screen.a, point.dataset.step);
  }

  // All lengths are in the board's units.
  draw(at, centre, radius, name) {
    const { x, y, width, height } = this.board.viewBox.baseVal;
    const looked = [...this.board.querySelectorAll("[data-magnify]")].map(({ id }) => use(`#${id}`));
    const placed = use(this.board.dataset.aim, { x: at.x, y: at.y });
    const clip = element("clipPath", { id: "loupe-glass" }, [element("circle", { r: radius })]);
    const move = `scale(${this.zoom}) translate(${-at.x} ${-at.y})`;
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
          element("g", { transform: move }, [...looked, placed]),
          element("path", { class: "loupe-cross", d: cross, "stroke-width": radius / 40 }),
          text,
        ]),
        element("circle", { class: "loupe-rim", r: radius, "stroke-width": radius / 16 }),
      ]),
    );
  }
}

function centreFor({ x, y }, board) {
  const away = RADIUS + CLEAR;
  const half = RADIUS + RIM;
  if (y - away - half >= 0) {
    return { x: Math.min(Math.max(x, board.left + half), board.right - half), y: y - away };
  }
  const side = x + away + half <= board.right ? 1 : -1;
  return { x: x + side * away, y: Math.max(y, half) };
}

function element(name, attributes, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function use(href, place = {}) {
  return element("use", { href, ...place });
}
