// Chooses the sound of a move from the changes that boards mark for motion.js. Each arrival
// says whether it is on the board now (onBoard) and whether it came from there (fromBoard).

export function soundOf({ arrivals, grows }) {
  if (arrivals.some(({ onBoard, fromBoard }) => fromBoard && !onBoard)) return "capture";
  if (grows) return "grow";
  if (arrivals.some(({ onBoard, fromBoard }) => onBoard && !fromBoard)) return "set";
  return arrivals.length > 0 ? "slide" : null;
}
