// When a step is put back, its piece glides back to where it came from.

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Whether this page uses animation.
export function moves() {
  return !still.matches && document.documentElement.dataset.animation !== "off";
}

export function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

const SWIFTLY = { duration: 180, easing: "ease-out" };

// From the element with data-ghost to the element with data-hand.
export function glideBack(ghost, hand) {
  if (!moves() || !ghost || !hand) return;
  const [x, y] = middle(ghost);
  const [toX, toY] = middle(hand);
  // Lengths inside an SVG drawing are in its own units.
  const scale = ghost.getScreenCTM?.().a ?? 1;
  const path = `translate(${(toX - x) / scale}px, ${(toY - y) / scale}px)`;
  ghost.animate(
    [
      { opacity: 1, transform: "none" },
      { opacity: 0.4, transform: path },
    ],
    SWIFTLY,
  );
}

// For an element that CSS moves with `translate` and scales; null if nothing moves.
export function glideHome(element) {
  return moves() ? element.animate([{}, { translate: "0px 0px", scale: 1 }], SWIFTLY) : null;
}
