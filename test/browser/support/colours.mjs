// How light colours are, and their contrast (WCAG 2).

// The relative luminance of an element's colour, from 0 to 1. `property` is a style of it.
export function luminance(locator, property) {
  return locator.evaluate((element, property) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = getComputedStyle(element)[property];
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }, property);
}

export function contrast(one, other) {
  const [dark, light] = [one, other].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
