// Samples drawn as an SVG.

const WIDTH = 860;
const PANEL = { left: 60, right: 20, top: 34, height: 130, gap: 26 };
const COLOURS = ["#2563eb", "#c2410c", "#15803d", "#7c3aed"];

const PANELS = [
  { title: "Memory of the site, MB", series: { memory_mb: "resident" } },
  { title: "Files of the database, MB", series: { database_mb: "files" } },
  {
    title: "Times, ms",
    series: {
      echo_p50_ms: "echo p50",
      echo_p95_ms: "echo p95",
      answer_p95_ms: "answer p95",
      opening_p95_ms: "opening p95",
    },
  },
  { title: "Processor, cores", series: { server_cores: "site", generator_cores: "generator" } },
  { title: "Moves shown a second", series: { moves_per_second: "moves" } },
];

export function chart(samples) {
  const minutes = samples.map(({ seconds }) => seconds / 60);
  const end = Math.max(...minutes);
  const right = WIDTH - PANEL.right;
  const x = (value) => PANEL.left + (value / end) * (right - PANEL.left);
  const panels = PANELS.map((panel, index) => {
    const top = PANEL.top + index * (PANEL.height + PANEL.top + PANEL.gap);
    return drawPanel(panel, { samples, minutes, end, top, x, right });
  });
  const height = PANELS.length * (PANEL.height + PANEL.top + PANEL.gap) + PANEL.top;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${height}" fill="white"/>
${panels.join("\n")}
<text x="${right}" y="${height - 12}" text-anchor="end">minutes</text>
</svg>
`;
}

function drawPanel({ title, series }, { samples, minutes, end, top, x, right }) {
  const bottom = top + PANEL.height;
  const values = Object.keys(series).flatMap((name) => samples.map((sample) => sample[name] ?? 0));
  const tick = niceStep(Math.max(...values, 1e-9) / 4);
  const most = tick * Math.ceil(Math.max(...values, 1e-9) / tick);
  const y = (value) => bottom - (value / most) * PANEL.height;

  const grid = ticks(most, tick).map(
    (value) =>
      `<path d="M${PANEL.left} ${y(value)}H${right}" stroke="#ddd"/><text x="${PANEL.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const times = ticks(end, niceStep(end / 10)).map(
    (value) => `<text x="${x(value)}" y="${bottom + 16}" text-anchor="middle">${value}</text>`,
  );
  const lines = Object.keys(series).map((name, index) => {
    const points = samples.flatMap((sample, at) =>
      typeof sample[name] === "number" ? [`${x(minutes[at]).toFixed(1)},${y(sample[name]).toFixed(1)}`] : [],
    );
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${COLOURS[index]}" stroke-width="1.5"/>`;
  });
  const legend = Object.values(series).map(
    (name, index) =>
      `<text x="${right - 100 * (Object.keys(series).length - index - 1)}" y="${top - 10}" text-anchor="end" fill="${COLOURS[index]}">${name}</text>`,
  );
  return [
    `<text x="${PANEL.left}" y="${top - 10}" font-weight="bold">${title}</text>`,
    ...legend,
    ...grid,
    ...times,
    ...lines,
  ].join("\n");
}

function ticks(most, step) {
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  );
}

// The smallest of 1, 2, 5, 10, 20, … (and their tenths, …) that is not below.
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9));
}
