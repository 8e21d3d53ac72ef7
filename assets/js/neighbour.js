// The element that lies next in the direction of an arrow key, by where the
// elements are on the screen: so it holds for every board.

const directions = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

export function neighbour(from, elements, key) {
  const [dx, dy] = directions[key] ?? [0, 0];
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;

  for (const element of elements) {
    const [ex, ey] = middle(element);
    const ahead = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    // Off to the side costs more than farther away, so that rows are followed.
    const distance = ahead + 3 * aside;
    if (ahead > 1 && distance < least && element !== from) [best, least] = [element, distance];
  }
  return best;
}
