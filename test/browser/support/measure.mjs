// How large a match's page is, what its socket transfers, how fast it responds to a press and
// whether it jumps, as measured by the browser itself.

import assert from "node:assert/strict";

import { eventually } from "../../waiting.mjs";
import { PHONE, Visitor, WIDE } from "./browser.mjs";
import { GAMES } from "./games.mjs";
import { begin, beginTogether, legalMoves, movesPlayed, press, untilMyTurn, untilPlayed } from "./match.mjs";

// The matches to measure: each game as a beginner meets it, and the ones that transfer most.
export const MATCHES = [
  ...GAMES.map(({ game, name }) => ({ name, game })),
  { name: "Quarto, 240 moves", game: "quarto", together: true, moves: 2 },
  { name: "Animal Shogi, hands", game: "animal_shogi", together: true, moves: 24, prefer: captures },
  // On a phone, where a strip has little room for an engine's figures and a hand.
  { name: "Quarto, phone", game: "quarto", on: PHONE, begins: "Your opponent", moves: 3 },
  { name: "Animal Shogi, phone", game: "animal_shogi", on: PHONE, begins: "Your opponent", moves: 3, prefer: captures },
  { name: "Gomoku 19x19", game: "gomoku", options: { size: 19 } },
  { name: "SEPARO 11x11", game: "separo", options: { size: 11 }, together: true, moves: 12 },
];

// Captures fill the hands, which makes for many legal moves, so drops are avoided.
function captures(legal, played) {
  const landed = new Set(played.map((move) => move.replace("+", "").slice(-2)));
  const steps = legal.filter(({ move }) => !move.includes("*"));
  return steps.filter(({ steps }) => landed.has(steps.at(-1)))[0] ?? scattered(steps, played);
}

// A move that is probably far from the previous one.
function scattered(legal, played) {
  return legal[(played.length * 37 + 11) % legal.length];
}

// Runs in the page, before its own script: its clock and observers.
function observe() {
  const measured = { jumps: [], answers: [], painted: [], shown: [] };
  window.measured = measured;
  // Counts all shifts, even those after a press, because a board never moves. The exceptions: a
  // hand grows at the end of its strip, and its neighbours and what it holds move along the strip.
  const inHand = ({ node, previousRect, currentRect }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const along = previousRect.top === currentRect.top;
    const atEnd = previousRect.right === currentRect.right || element?.closest(".shogi-hand");
    return along && atEnd && element?.closest(".at-hand:has(.shogi-hand)");
  };
  // At the end there are other buttons, and the one that opens the moves makes room for them.
  const atTheEnd = ({ node }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element?.closest(".match:has(#actions-at-end) .moves > summary");
  };
  const named = ({ node, previousRect, currentRect }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].join());
    return `${element?.outerHTML.slice(0, 80)}: ${from} to ${to}`;
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of /** @type {any[]} */ (list.getEntries())) {
      if (sources.length > 0 && sources.every((source) => inHand(source) || atTheEnd(source))) continue;
      measured.jumps.push({ value, what: sources.map(named) });
    }
  }).observe({ type: "layout-shift", buffered: true });

  // Recorded before the next listener runs, or not at all.
  const marks = new MutationObserver(() => (marked = true));
  const played = new MutationObserver(() => measured.shown.push(performance.now() - pressed));
  let began = 0;
  let pressed = 0;
  let marked = false;

  addEventListener(
    "click",
    ({ target }) => {
      if (!target.closest("[data-step]")) return;
      const match = document.getElementById("match");
      marks.observe(match, { subtree: true, attributeFilter: ["class"] });
      played.observe(match, { attributeFilter: ["data-played"] });
      marked = false;
      began = performance.now();
    },
    { capture: true },
  );
  // Runs after all other listeners of the press, so any change by now was made by it.
  addEventListener("click", ({ target, timeStamp }) => {
    if (!target.closest("[data-step]")) return;
    pressed = performance.now();
    measured.answers.push({ ms: pressed - began, marked });
    requestAnimationFrame(() => setTimeout(() => measured.painted.push(performance.now() - timeStamp)));
  });
}

// The bytes that the page's script receives and sends over its socket.
class Frames {
  constructor(session) {
    this.clear();
    session.on("Network.webSocketFrameReceived", (frame) => this.note("received", frame));
    session.on("Network.webSocketFrameSent", (frame) => this.note("sent", frame));
  }

  clear() {
    this.received = [];
    this.sent = [];
  }

  note(direction, { response }) {
    // Heartbeats have nothing to do with moves.
    if (!response.payloadData.includes('"heartbeat"')) this[direction].push(response.payloadData);
  }

  // `move`: the largest frame that contains a move, `ends`: whether one ended the game, `thinking`: the
  // largest frame with an engine's progress, `received` and `sent`: the totals.
  get bytes() {
    const sizes = (frames) => frames.map((frame) => Buffer.byteLength(frame));
    const sum = (frames) => sizes(frames).reduce((all, size) => all + size, 0);
    const plays = (frame) => frame.includes("data-played=");
    return {
      move: Math.max(0, ...sizes(this.received.filter(plays))),
      ends: this.received.some((frame) => plays(frame) && frame.includes("actions-at-end")),
      thinking: Math.max(0, ...sizes(this.received.filter((frame) => !plays(frame)))),
      received: sum(this.received),
      sent: sum(this.sent),
    };
  }
}

// The bodies of everything that the page loads, as transferred, by kind.
async function pageSize(page) {
  const parts = await page.evaluate(() =>
    ["navigation", "resource"]
      .flatMap((type) => /** @type {any[]} */ (performance.getEntriesByType(type)))
      .map(({ name, entryType, encodedBodySize }) => ({ name, entryType, size: encodedBodySize })),
  );
  const kind = ({ name, entryType }) => {
    if (entryType === "navigation") return "page";
    return { js: "script", css: "style" }[new URL(name).pathname.split(".").at(-1)] ?? "other";
  };
  const sizes = { page: 0, script: 0, style: 0, other: 0 };
  for (const part of parts) sizes[kind(part)] += part.size;
  return { ...sizes, all: Object.values(sizes).reduce((sum, size) => sum + size) };
}

// Plays some moves of a match and returns the measurements: `size` of the page in bytes, `load`, the
// bytes of the socket until the page is ready, `moves` with the bytes of each, the times in
// milliseconds, and `jumps`, the layout shifts with their elements.
export async function measure(browser, base, match, { slow = 1 } = {}) {
  const { game, together, begins, options, on = WIDE, moves = 5, prefer = scattered } = match;
  const visitor = await Visitor.arrive(browser, base, on);
  const { page } = visitor;
  await page.addInitScript(observe);
  if (together) await beginTogether(visitor, game, options);
  else await begin(visitor, { game, begins, options });

  // What the page loads is measured from here on.
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const frames = new Frames(session);
  await page.reload();
  await untilMyTurn(page);
  await eventually(async () => assert.ok(frames.bytes.received > 0, "the page receives something"));
  const load = frames.bytes.received;
  const size = await pageSize(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow });

  const transfers = [];
  while (transfers.length < moves && (await untilMyTurn(page))) {
    // Anything still on its way belongs to the last move.
    await page.waitForTimeout(100);
    frames.clear();
    const played = await movesPlayed(page);
    const { steps } = prefer(await legalMoves(page), played);
    for (const step of steps) await press(visitor, step);
    await untilPlayed(page, played.length + 1);
    await untilMyTurn(page);
    // The browser reports socket frames on a separate channel, which may be slower.
    await eventually(async () =>
      assert.ok(frames.bytes.move > 0 && frames.bytes.sent > 0, "a move is sent and comes back"),
    );
    await page.waitForTimeout(100);
    transfers.push(frames.bytes);
  }
  const { jumps, answers, painted, shown } = await page.evaluate(() => window.measured);
  assert.ok(answers.length > 0 && answers.every(({ marked }) => marked), "marked in the same task");
  await visitor.leave();
  const times = { answers: answers.map(({ ms }) => ms), painted, shown };
  return { size, load, moves: transfers, ...times, jumps };
}

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
