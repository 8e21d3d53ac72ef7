// What was put on the board and is put back glides to where it came from: what
// carries data-ghost to what carries data-hand.

const still = matchMedia("(prefers-reduced-motion: reduce)");

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

export function glideBack(ghost, hand) {
  if (still.matches || !ghost || !hand) return;
  const [x, y] = middle(ghost);
  const [toX, toY] = middle(hand);
  // Lengths inside an SVG drawing are its own units.
  const scale = ghost.getScreenCTM?.().a ?? 1;
  const path = `translate(${(toX - x) / scale}px, ${(toY - y) / scale}px)`;
  ghost.animate(
    [
      { opacity: 1, transform: "none" },
      { opacity: 0.4, transform: path },
    ],
    { duration: 180, easing: "ease-out" },
  );
}
