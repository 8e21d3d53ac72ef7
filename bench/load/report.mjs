// Tables and aims as text.

// The most lines of the site's log in a table.
const LOG_LINES = 10;

export function table(title, columns, rows) {
  return { title, columns, rows };
}

// An aim is reached by values below it.
export function aim(name, value, below, unit = "") {
  const known = value !== null && !Number.isNaN(value);
  return { name, value, below, unit, reached: known ? value < below : null };
}

// Text with the given number of decimals; a dash for what is unknown.
export function number(value, decimals = 1) {
  return value === null || value === undefined || Number.isNaN(value) ? "-" : value.toFixed(decimals);
}

export function ms(value) {
  return number(value, value !== null && value < 10 ? 1 : 0);
}

export function count(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

// What went wrong for the visitors, and what the site's own log says, in which lines often differ only in numbers.
export function errorCount(figures, site) {
  return figures.failures + site.problems.length;
}

export function errorTable(figures, site) {
  const kinds = new Map();
  for (const line of site.problems) {
    const kind = `in the log: ${line.slice(0, 100).replace(/\d+/g, "…")}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const lines = [...kinds];
  const others = lines.splice(LOG_LINES).reduce((sum, [, count]) => sum + count, 0);
  const rows = [...Object.entries(figures.errors), ...lines];
  if (others > 0) rows.push(["in the log: more lines", others]);
  return table("Errors", ["", "count"], rows.length > 0 ? rows : [["none", 0]]);
}

export function tableText({ title, columns, rows }) {
  const lines = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const text = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join("  ")
      .trimEnd(),
  );
  return [title, ...text.filter(Boolean), ""].join("\n");
}

export function aimsText(aims) {
  const rows = aims.map(({ name, value, below, unit, reached }) => [
    name,
    `${number(value)} ${unit}`.trim(),
    `below ${below} ${unit}`.trim(),
    reached === null ? "not measured" : reached ? "reached" : "MISSED",
  ]);
  return tableText(table("Aims", ["", "measured", "aim", ""], rows));
}
