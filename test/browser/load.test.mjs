// How many bytes a first page takes: over HTTP, and in the socket's first message, which repeats no
// drawing of the document.

import assert from "node:assert/strict";
import { test } from "node:test";

import { eventually } from "../waiting.mjs";
import { Visitor } from "./support/browser.mjs";
import { begin } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

// The pages, with the most bytes that they and their sockets' first messages may have.
const PAGES = [
  { path: "/", most: 105_000, joined: 49_000 },
  { path: "/rules/gomoku", most: 90_000, joined: 18_000 },
  { path: "/learn/quarto", most: 90_000, joined: 25_000 },
];
const MATCH = { most: 90_000, joined: 50_000 };

async function load(page, open) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const bytes = { http: 0, joined: 0 };
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes.http += encodedDataLength));
  session.on("Network.webSocketFrameReceived", ({ response: { payloadData } }) => {
    if (payloadData.includes('"rendered":')) bytes.joined += Buffer.byteLength(payloadData);
  });
  await open();
  await page.waitForSelector(".phx-connected");
  // The browser reports frames on a separate channel, which may be slower.
  await eventually(async () => assert.ok(bytes.joined > 0, "the page has joined"));
  return bytes;
}

function check(path, { http, joined }, { most, joined: mostJoined }) {
  assert.ok(http > 0 && http < most, `${path} is loaded with ${http} bytes`);
  assert.ok(joined < mostJoined, `${path} joins with ${joined} bytes`);
}

for (const { path, ...limits } of PAGES) {
  test(`${path}: what is loaded, and what the socket brings`, async () => {
    const visitor = await Visitor.arrive(browser, server.base);
    const { page } = visitor;
    check(path, await load(page, () => page.goto(server.base + path)), limits);
    await visitor.leave();
  });
}

test("a match: what is loaded, and what the socket brings", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
  const { page } = visitor;
  await begin(visitor, { game: "animal_shogi" });
  check("a match", await load(page, () => page.reload()), MATCH);
  await visitor.leave();
});

test("the socket is compressed, within small windows", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
  const { page } = visitor;
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const headers = new Promise((resolve) =>
    session.on("Network.webSocketHandshakeResponseReceived", ({ response }) => resolve(response.headers)),
  );
  await page.goto(server.base);
  await page.waitForSelector(".phx-connected");
  const extensions = Object.entries(await headers).find(([name]) => /^sec-websocket-extensions$/i.test(name))?.[1];
  assert.match(extensions ?? "none", /permessage-deflate;\s*server_max_window_bits=12/);
  await visitor.leave();
});

test("after a live navigation all drawings are there", async () => {
  const visitor = await Visitor.arrive(browser, server.base, undefined, "/rules/quarto");
  const { page } = visitor;
  await page.locator(".brand").click();
  await page.waitForSelector(".lobby");
  assert.ok((await page.locator("[data-kept]").count()) > 8);
  assert.equal(await page.locator("[data-kept]:not(:has(svg))").count(), 0);
  await visitor.leave();
});
