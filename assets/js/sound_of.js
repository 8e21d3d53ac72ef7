// Which sound goes with what a move has brought, by the marks that the boards put
// on it for motion.js. Each arrival says whether it is on the board now, and
// whether it was on the board before.

export function soundOf({ arrivals, grows }) {
  if (arrivals.some(({ onBoard, fromBoard }) => fromBoard && !onBoard)) return "capture";
  if (grows) return "grow";
  if (arrivals.some(({ onBoard, fromBoard }) => onBoard && !fromBoard)) return "set";
  return arrivals.length > 0 ? "slide" : null;
}
