// Finds where the arrow keys, Home and End lead. It only looks at the positions of elements on
// the screen, so it works for every board.

const directions = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function measure(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { element, x: left + width / 2, y: top + height / 2, height };
}

// The element to which a key moves the focus: the nearest one in an arrow's direction, or the
// start or end of the row for Home and End; with `control`, the first or last of all elements.
// Null if there is none, and for other keys.
export function neighbour(from, elements, key, control = false) {
  const here = measure(from);
  const others = elements.filter((element) => element !== from).map(measure);

  if (key in directions) return nearest(here, others, directions[key]);
  if (key === "Home" || key === "End") {
    if (control) return elements.at(key === "Home" ? 0 : -1);
    return rowEnd(here, others, key === "Home" ? -1 : 1);
  }
  return null;
}

// The element closest to the given one, which may be that one itself.
export function closest(to, elements) {
  const here = measure(to);
  const distance = (element) => {
    const { x, y } = measure(element);
    return Math.hypot(x - here.x, y - here.y);
  };
  return elements.reduce((best, element) => (distance(element) < distance(best) ? element : best));
}

function nearest(here, others, [dx, dy]) {
  let best = null;
  let least = Infinity;

  for (const { element, x, y } of others) {
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    // Elements that are further to the side than ahead are in another direction.
    const distance = ahead + aside;
    if (ahead > 1 && ahead >= aside && distance < least) [best, least] = [element, distance];
  }
  return best;
}

// A piece can make its cell taller, so the centres of a row may not be level.
function rowEnd(here, others, dx) {
  return (
    others
      .filter(({ x, y }) => Math.abs(y - here.y) < here.height / 2 && (x - here.x) * dx > 0)
      .reduce((end, other) => (!end || (other.x - end.x) * dx > 0 ? other : end), null)?.element ?? null
  );
}
