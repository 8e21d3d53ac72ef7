// Durations in milliseconds, and their percentiles.

export class Times {
  constructor() {
    this.values = [];
  }

  add(duration) {
    this.values.push(duration);
  }

  get count() {
    return this.values.length;
  }

  // The smallest time that this share of all times does not exceed (nearest rank); null without any.
  percentile(share, from = 0) {
    const sorted = Float64Array.from(this.values.slice(from)).sort();
    if (sorted.length === 0) return null;
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  }

  summary() {
    const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => this.percentile(share));
    return { count: this.count, p50, p95, p99, max };
  }
}

// The slope of the line that fits the points best (least squares), in y per x.
export function slope(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = { x: mean(points.map(([x]) => x)), y: mean(points.map(([, y]) => y)) };
  let over = 0;
  let under = 0;
  for (const [x, y] of points) {
    over += (x - middle.x) * (y - middle.y);
    under += (x - middle.x) ** 2;
  }
  return under === 0 ? 0 : over / under;
}
