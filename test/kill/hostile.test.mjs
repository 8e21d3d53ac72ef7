// What hostile visitors have tried, again, on a site of its own with small limits. Whoever asks for too
// much is refused in words, nothing crashes, and others play on.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { copy } from "../checkout.mjs";
import { rarely } from "../rarely.mjs";
import { legalMoves, play, seq } from "../sockets/match.mjs";
import { build } from "../sockets/site.mjs";
import { until } from "../waiting.mjs";
import { AttackedSite, answer, ask, askForSocket, listen, playsOn } from "./attacked.mjs";

// Of numbers, nearly as many as a message can have.
const DIGITS = "9".repeat(99_000);
// Names of fields that take long to decode.
const DEEP = `a${"[b]".repeat(20_000)}=1`;
const MALFORMED = 1007;
const WRONG = "Something went wrong. Nothing has changed.";
const MIB = 1024 * 1024;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let site;

before(async () => {
  await build();
  site = await AttackedSite.make();
  site.limits = {
    STORED_MB: "8",
    STORED_MB_PER_ADDRESS: "1",
    SEARCHES: "20",
    SEARCHES_AT_ONCE: "1",
    TREE_MEMORY: "512",
    CUSTOM_SECONDS: "60",
    UNWATCHED_SECONDS: "1",
    // Otherwise those of a visitor would be met first.
    EVENTS_PER_ADDRESS: "3000",
    COMMANDS_PER_VISITOR: "1000",
  };
  await site.start();
});

after(() => site.remove());

const hook = (event, value) => ["event", { type: "hook", event, value }];
const form = (event, value, more) => ["event", { type: "form", event, value, ...more }];

// What a page sends, and what becomes of it: the code with which its socket is closed, or what its reader
// sees, or nothing, if it stays as it was. "#" is a number in JSON.
/** @returns {any[][]} */
function longNumbers() {
  const match = (query) => `${site.base}/m/x?${query}`;
  const onMatch = [
    [hook("undo", { seq: "#" }), MALFORMED],
    [hook("undo", { seq: DIGITS }), WRONG],
    [hook("resign", { seq: DIGITS }), WRONG],
    [hook("move", { seq: 1, move: DIGITS }), "a move in this game"],
    [hook("type", { seq: 1, move: DIGITS }), "a move in this game"],
    [hook("walk", { to: "back", by: "#" }), MALFORMED],
    [hook("walk", { to: "back", by: DIGITS }), WRONG],
    [form("change", `a=${DIGITS}`), WRONG],
    [form("change", DEEP), MALFORMED],
    [form("change", "a=1", { meta: { _target: DEEP } }), MALFORMED],
    [["live_patch", { url: match(`ply=${DIGITS}`) }], "lead to a move of this match"],
    [["live_patch", { url: match(DEEP) }], MALFORMED],
    [["cids_destroyed", { cids: ["#"] }], MALFORMED],
    [["phx_join", { session: "", url: match(DEEP) }], MALFORMED],
    [["phx_join", { session: "", params: { _mounts: "#" } }], MALFORMED],
  ];
  const elsewhere = [
    ["/analysis/gomoku", hook("engine", { lines: DIGITS }), ""],
    ["/analysis/gomoku", hook("go", { id: DIGITS }), "The board has changed."],
    ["/analysis/gomoku", hook("walk", { to: "back", by: DIGITS }), WRONG],
    ["/analysis/gomoku", hook("recall", { engine: `{"lines":${DIGITS.slice(0, 1_900)}}` }), ""],
    ["/edit/separo", hook("options", { roots: DIGITS }), ""],
    ["/edit/gomoku", hook("press", { step: DIGITS }), WRONG],
    ["/learn/gomoku", hook("solved_before", { solved: [DIGITS] }), ""],
    ["/play/gomoku", form("change", `custom[keys][playouts]=${DIGITS}`, { cid: 1 }), ""],
    ["/you", hook("rename", { name: DIGITS }), "That name is too long."],
  ];
  return [...onMatch.map((tried) => [null, ...tried]), ...elsewhere];
}

test("numbers of any length are refused, wherever they stand (S1)", async () => {
  const player = await site.player();
  for (const [path, [event, payload], outcome] of longNumbers()) {
    const page = listen(path ? await site.visitor().open(path) : await site.player());
    const [answered] = await Promise.all([answer(page, event, payload, DIGITS), playsOn(player)]);
    const what = `${path} ${event} ${JSON.stringify(payload).slice(0, 100)}: ${JSON.stringify(answered)}`;
    if (typeof outcome === "number") {
      assert.equal(answered, outcome, what);
    } else {
      assert.ok(page.isOpen && page.heard.includes(outcome), what);
      if (answered?.accepted !== undefined) assert.equal(answered.accepted, false, what);
    }
    page.close();
  }
  // The page of a match goes on after all that it has refused.
  for (const [, [event, payload], outcome] of longNumbers().slice(0, 11)) {
    if (outcome === WRONG) assert.equal((await answer(player, event, payload)).accepted, false);
  }
  await playsOn(player);

  /** @type {[object, number][]} */
  const requests = [
    [{ path: `/?${DEEP.slice(0, 6_000)}` }, 400],
    [{ path: `${player.path}?ply=${DIGITS.slice(0, 5_000)}` }, 200],
    [{ path: `/learn/gomoku/${DIGITS.slice(0, 5_000)}` }, 404],
    [{ path: "/matches", method: "POST", headers: FORM, body: DEEP }, 400],
  ];
  for (const [request, status] of requests) assert.equal(await ask(site, request), status);
  site.assertUnharmed();
  player.close();
});

// Requests, each with a status that is not the site's fault.
/** @type {[object, number][]} */
const WRONG_REQUESTS = [
  [{ headers: { "accept-language": `ja;q=${DIGITS.slice(0, 310)}` } }, 200],
  [{ headers: { "accept-language": "ja;q=1e400" } }, 200],
  [{ headers: { cookie: `playout=%FF; language=${DIGITS.slice(0, 3_000)}` } }, 200],
  [{ headers: { "x-forwarded-for": DIGITS.slice(0, 3_000) } }, 200],
  [{ headers: { host: "[" } }, 200],
  // Files are there if they were built.
  [
    { path: "/robots.txt", headers: { range: "bytes=999999999-" } },
    existsSync(join(copy, "priv/static/assets/robots.txt")) ? 200 : 404,
  ],
  [{ path: "/%FF" }, 404],
  [{ path: "/m/%00" }, 404],
  [{ path: "/?a=%FF" }, 400],
  [{ path: "/matches", method: "POST" }, 403],
  [{ path: "/language", method: "POST", headers: { referer: "\t/" } }, 403],
  [{ method: "PROPFIND" }, 404],
];
// None of these is read to its end.
const LONG_REQUESTS = [
  { path: `/${DIGITS}` },
  { headers: { cookie: DIGITS } },
  { path: "/matches", method: "POST", headers: FORM, body: `${DIGITS}${DIGITS}` },
];
const WRONG_SOCKETS = [
  ["vsn=2.0.0", "https://other.example"],
  ["vsn=2.0.0", `https://${"x".repeat(900)}.example`],
  ["vsn[a]=9"],
  [`vsn=${DIGITS.slice(0, 5_000)}`],
  [""],
];
const ROUNDS = 30;

test("nothing that anybody sends fills the log (S4)", async (t) => {
  const player = await site.player();
  const before = site.log.length;
  const page = listen(await site.visitor().open("/analysis/gomoku"));
  for (let round = 0; round < ROUNDS; round++) {
    const asked = WRONG_REQUESTS.map(async ([request, status]) => assert.equal(await ask(site, request), status));
    const cut = LONG_REQUESTS.map(async (request) =>
      assert.ok([413, 414, 431, undefined].includes(await ask(site, request))),
    );
    const opened = WRONG_SOCKETS.map(async ([query, origin]) =>
      assert.equal(await askForSocket(site, query, origin), 403),
    );
    const unknown = await answer(page, ...hook("nothing", { text: "x".repeat(9_000) }));
    assert.deepEqual(unknown, { accepted: false });
    assert.equal(await answer(page, ...hook("x".repeat(9_000), {})), MALFORMED);
    await Promise.all([...asked, ...cut, ...opened, page.join()]);
  }
  await playsOn(player);
  const others = site.log
    .slice(before)
    .split("\n")
    .filter((line) => !line.includes("message=request "));
  const { length } = others.join("\n");
  t.diagnostic(`${length} bytes of log besides its requests`);
  assert.ok(length < 40_000, `${length} bytes`);
  site.assertUnharmed();
  page.close();
  player.close();
});

// A record that takes long to read: nine moves with 199 variations each.
function heavyRecord() {
  const main = "a1 c3 e5 g7 i9 k11 m13 o15 a15".split(" ");
  const points = [..."bdfhjlncegikmo"].flatMap((column) =>
    Array.from({ length: 15 }, (_, row) => `${column}${row + 1}`),
  );
  const others = points.filter((point) => !main.includes(point)).slice(0, 199);
  const variations = others.map((move) => ` (${move} {It may be better here})`).join("");
  return `[Game "gomoku"]\n\n${main.map((move) => `${move}${variations}\n`).join("")}*\n`;
}

rarely("records that take long to read are read in turn (S5)", async (t) => {
  const player = await site.player();
  const address = site.newAddress();
  const pages = [];
  for (const visitor of [site.visitor(address), site.visitor(address)]) {
    for (let n = 0; n < 2; n++) pages.push(listen(await visitor.open("/analysis/gomoku")));
  }
  const before = await site.mostMemory();
  const bring = hook("import", { text: heavyRecord() });
  const brought = pages.flatMap((page) => Array.from({ length: 80 }, () => answer(page, ...bring)));
  await playsOn(player, 30);

  // Visitors have caused all the work that they may.
  const answers = await Promise.all(brought);
  const refused = answers.filter((answered) => answered !== undefined);
  assert.ok(refused.length > 0 && refused.length < answers.length, `${refused.length} refused`);
  // What is not refused waits its turn, if there is room. Some came too late, of whichever page.
  const late = () => pages.filter((page) => page.heard.includes('["imported",{"opened":false}]'));
  await until(() => late().length > 0);
  for (const page of late()) assert.ok(page.heard.includes("Too many records are being opened right now."));
  for (const page of pages) assert.ok(page.isOpen);
  const other = listen(await site.visitor().open("/analysis/gomoku"));
  await answer(other, ...bring);
  await until(() => other.heard.includes('["imported",{"opened":true}]'));
  await playsOn(player);
  const memory = ((await site.mostMemory()) - before) / MIB;
  t.diagnostic(`${refused.length} of ${answers.length} refused; ${memory.toFixed()} MiB more`);
  assert.ok(memory < 200, `${memory} MiB more`);
  site.assertUnharmed();
  for (const page of [player, other, ...pages]) page.close();
});

// Somebody's match in which an engine begins, and thinks for longer than this test takes.
const LONG_SEARCH = {
  opponent: "custom",
  begins: "opponent",
  "custom[player]": "text",
  "custom[text]": "mcts:ms=60000",
};

test("four addresses that fill the engine's queue leave room for a newcomer (S11)", async () => {
  const pages = [];
  for (let n = 0; n < 4; n++) {
    const address = site.newAddress();
    for (let m = 0; m < 6; m++) pages.push(await site.visitor(address).startMatch(LONG_SEARCH));
  }
  await until(async () => (await site.metric("playout_searches_refused_total")) > 0);
  // Nobody has won after four moves.
  const newcomer = await site.visitor().startMatch({ game: "gomoku" });
  for (let moves = 0; moves < 4; moves++) {
    const before = seq(newcomer);
    await playsOn(newcomer);
    await newcomer.until((page) => seq(page) >= before + 2 && legalMoves(page).length > 0);
  }
  site.assertUnharmed();
  for (const page of [newcomer, ...pages]) page.close();
});

// The chat is the second component of a match's page.
const chat = (event, value) => ["event", { type: "hook", event, value, cid: 2 }];
// As many bytes as a line of 200 characters may have, nearly.
const LONG_LINE = `x${"\u0301".repeat(19)}`.repeat(200);
const ENOUGH = "Your network has stored as much as it may in one day.";

// A match of two visitors of one address, who may write what they like.
async function chatting(address) {
  const first = await site.visitor(address).startMatch({ game: "gomoku", opponent: "friend", begins: "you" });
  const second = await site.visitor(address).open(first.path);
  await second.push("join", { seq: seq(second) });
  const pages = [listen(first), listen(second)];
  for (const page of pages) await answer(page, ...chat("switch", { switch: "free", on: "true" }));
  return pages;
}

// A visitor's form, and what comes back.
const submit = ({ visitor }, path, fields) =>
  visitor.request("POST", path, new URLSearchParams({ _csrf_token: visitor.token, ...fields }).toString());

// Takes a move back, and plays it again, and so on. The longest names make the most bytes.
function backAndForth(page, times) {
  const [first, [move]] = [seq(page), legalMoves(page)];
  return Array.from({ length: times }, (_, n) => {
    const command = { seq: first + n, name: String(first + n).padStart(32, "x") };
    return n % 2 === 0 ? page.push("undo", command) : page.push("move", { ...command, move });
  });
}

rarely("an address stores only so much in a day, and others play on (S3)", async (t) => {
  const address = site.newAddress();
  const pages = (await Promise.all(Array.from({ length: 10 }, () => chatting(address)))).flat();
  const going = [];
  for (let n = 0; n < 25; n++) going.push(listen(await site.player("gomoku", address)));
  const player = await site.player();

  const lines = pages.flatMap((page) =>
    Array.from({ length: 8 }, () => answer(page, ...chat("text", { text: LONG_LINE }))),
  );
  await Promise.all([...lines, playsOn(player, 20)]);
  assert.ok(pages.some((page) => page.heard.includes(ENOUGH)));
  const { status, html } = await submit(pages[0], "/matches", { game: "quarto" });
  assert.equal(status, 429);
  assert.ok(html.includes(ENOUGH));

  // Nobody signs others out again and again.
  const signedOut = [];
  for (let n = 0; n < 21; n++) signedOut.push((await submit(pages[0], "/you/sign-out-others")).status);
  assert.deepEqual(signedOut, [...Array(20).fill(303), 429]);

  // Whoever plays goes on, until twice as much is stored.
  for (const page of going) await playsOn(page);
  let accepted = 0;
  for (let refused = 0; refused === 0; ) {
    const replies = await Promise.all(going.flatMap((page) => backAndForth(page, 40)));
    for (const reply of replies) reply.accepted ? (accepted += 1) : (refused += 1);
  }
  for (const page of going) {
    assert.equal(await play(page, legalMoves(page)[0]), false);
    assert.ok(page.heard.includes(ENOUGH));
    // What ends a match is always stored.
    assert.equal((await page.push("resign", { seq: seq(page) })).accepted, true);
  }
  await playsOn(player, 5);
  await playsOn(await site.player());
  site.assertUnharmed();

  // In good order, so that the file is complete.
  site.process.kill("SIGTERM");
  await site.ended;
  const { size } = await stat(join(site.data, "playout.db"));
  t.diagnostic(`${accepted} moves, then ${(size / MIB).toFixed(2)} MiB`);
  assert.ok(size > 2 * MIB && size < 3 * MIB, `${size} bytes`);
});
