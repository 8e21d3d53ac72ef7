// Connections that never send anything, and requests for what takes the site long, are bounded: everybody
// else goes on.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";

import { legalMoves, play } from "../sockets/match.mjs";
import { build, Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";
import { until } from "../waiting.mjs";

// As few as a small machine has, and more connections than that.
const DESCRIPTORS = 300;
const CONNECTIONS = 500;
const PER_ADDRESS = 60;

class SmallSite extends Site {
  settings() {
    return { ...super.settings(), CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS), REQUESTS_PER_ADDRESS: "4" };
  }

  launch() {
    return super.launch(["sh", "-c", `ulimit -n ${DESCRIPTORS}; exec "$@"`, "sh"]);
  }
}

let site;
const sockets = new Set();

before(async () => {
  await build();
  site = await SmallSite.make();
  await site.start();
});

after(async () => {
  for (const socket of sockets) socket.destroy();
  await site.remove();
});

// Opens connections from an address of this machine until as many were tried; returns how many the
// site keeps.
async function flood(localAddress, count) {
  let open = 0;
  const settled = [];
  for (let i = 0; i < count; i++) {
    const socket = connect({ host: "127.0.0.1", port: site.port, localAddress });
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("connect", () => open++);
    const closed = once(socket, "close").then(
      () => {
        open -= 1;
        sockets.delete(socket);
      },
      () => {},
    );
    settled.push(Promise.race([once(socket, "connect"), closed]).catch(() => {}));
    if (i % 50 === 49) await Promise.all(settled);
  }
  await Promise.all(settled);
  return () => open;
}

const answers = async () => (await fetch(`${site.base}/health`)).status;

test("a thousand idle connections of one address cost the others nothing", async () => {
  const visitor = new Visitor(site.base);
  const page = await visitor.startMatch({ opponent: "here" });
  const kept = await flood("127.0.0.2", CONNECTIONS);
  await until(() => kept() <= PER_ADDRESS);
  assert.equal(await answers(), 200);
  assert.ok(await play(page, legalMoves(page)[0]));

  // Some more addresses leave room for a new visitor.
  for (let last = 3; last < 8; last++) await flood(`127.0.0.${last}`, PER_ADDRESS);
  assert.equal(await answers(), 200);
  const newcomer = await new Visitor(site.base).startMatch({ opponent: "here" });

  // From many they fill what there is, but the site goes on, and has room when they leave.
  for (let last = 8; last < 20; last++) await flood(`127.0.0.${last}`, PER_ADDRESS);
  assert.ok(await play(page, legalMoves(page)[0]));
  for (const socket of sockets) socket.destroy();
  let status;
  while (status !== 200) status = await answers().catch(() => null);

  assert.equal(site.process.exitCode, null);
  assert.match(site.process.output, new RegExp(`at most ${DESCRIPTORS} descriptors, ${(DESCRIPTORS * 3) / 4} of them`));
  assert.doesNotMatch(site.process.output, /emfile|Unexpected error|terminating/);
  assert.ok(site.process.output.length < 10_000, site.process.output);
  for (const open of [page, newcomer]) open.close();
});

test("many requests of one address are answered a few at a time", async () => {
  const visitor = new Visitor(site.base);
  const page = await visitor.startMatch({ opponent: "here" });
  const record = `${site.base}${page.path}/match.pgn`;
  const statuses = await Promise.all(Array.from({ length: 40 }, () => fetch(record).then(({ status }) => status)));
  assert.deepEqual(new Set(statuses), new Set([200]));
  page.close();
});
