// npm run bench: what the match page weighs, sends and needs, in a real browser.

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

console.log(`Bytes over the socket, the most of some moves: of one move, of one word on what
an engine thinks, and all that comes from one's move to one's next turn.
Milliseconds, the median: answered, from the press to the marks, in the same task;
slow, the same with a CPU four times as slow; painted, to the next frame; shown,
until the server's answer is on the page. Shift: all layout shifts.
`);
print("", "sent", "move", "thinking", "turn", "answered", "slow", "painted", "shown", "shift");

const weights = [];
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
    weights.push([match.name, fast]);
  }
  console.log("\nThe page, in kB as it travels, and what its socket brings until it stands.\n");
  print("", "page", "script", "style", "other", "all", "socket");
  for (const [name, { weight, load }] of weights) {
    print(name, ...[weight.page, weight.script, weight.style, weight.other, weight.all, load].map(kilo));
  }
} finally {
  await browser.close();
  await server.remove();
}
