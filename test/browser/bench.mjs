// npm run bench: how large the match page is, what it transfers, and how fast it is.

import { launch } from "./support/browser.mjs";
import { MATCHES, measure, median } from "./support/measure.mjs";
import { startServer } from "./support/server.mjs";

const server = await startServer();
const browser = await launch();

const ms = (times) => median(times).toFixed(1);
const kilo = (bytes) => (bytes / 1000).toFixed(1);

function print(...columns) {
  console.log(columns.map((column, index) => (index ? String(column).padStart(10) : column.padEnd(20))).join(""));
}

console.log(`Bytes over the socket, the maximum of several moves: sent for a move; received for one move,
for one progress update of an engine, and in all until your next turn.
Milliseconds, the median: from the press until its effect (answered), the same with a CPU
four times as slow (slow), until the next frame (painted), and until the server's answer is
on the page (shown). Shift: the sum of all layout shifts.
`);
print("", "sent", "move", "thinking", "turn", "answered", "slow", "painted", "shown", "shift");

const sizes = [];
try {
  for (const match of MATCHES) {
    const fast = await measure(browser, server.base, match);
    const slow = await measure(browser, server.base, { ...match, moves: 3 }, { slow: 4 });
    const most = (key) => Math.max(...fast.moves.map((move) => move[key]));
    print(
      match.name,
      ...["sent", "move", "thinking", "received"].map(most),
      ...[fast.answers, slow.answers, fast.painted, fast.shown].map(ms),
      fast.jumps.reduce((sum, { value }) => sum + value, 0).toFixed(5),
    );
    sizes.push([match.name, fast]);
  }
  console.log("\nThe page in kB as transferred, and what its socket receives until it is ready.\n");
  print("", "page", "script", "style", "other", "all", "socket");
  for (const [name, { size, load }] of sizes) {
    print(name, ...[size.page, size.script, size.style, size.other, size.all, load].map(kilo));
  }
} finally {
  await browser.close();
  await server.remove();
}
