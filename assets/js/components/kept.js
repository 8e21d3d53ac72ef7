// The ids of the drawings that a page has from its document, or from before its connection was lost
// (lib/playout_web/components/kept.ex).
export function keptIn(view) {
  return Array.from(view.querySelectorAll("[data-kept]"), ({ id }) => id);
}
