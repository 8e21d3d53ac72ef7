// Lets a piece glide back to where it came from when its step is put back.

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// Whether animations are on.
export function isAnimated() {
  return !reducedMotion.matches && document.documentElement.dataset.animation !== "off";
}

export function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

const FAST = { duration: 180, easing: "ease-out" };

// `ghost` is the element with data-ghost, and `hand` the one with data-hand.
export function glideBack(ghost, hand) {
  if (!isAnimated() || !ghost || !hand) return;
  const [x, y] = centre(ghost);
  const [toX, toY] = centre(hand);
  // Inside an SVG drawing, lengths are in its own units.
  const scale = ghost.getScreenCTM?.().a ?? 1;
  const path = `translate(${(toX - x) / scale}px, ${(toY - y) / scale}px)`;
  ghost.animate(
    [
      { opacity: 1, transform: "none" },
      { opacity: 0.4, transform: path },
    ],
    FAST,
  );
}

// Glides back an element displaced by `translate` and `scale`. Returns null if animations are off.
export function glideHome(element) {
  return isAnimated() ? element.animate([{}, { translate: "0px 0px", scale: 1 }], FAST) : null;
}
