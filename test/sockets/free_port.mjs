// Ports for sites that are started later, or started again.

import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

// Below those that systems give to connections, of which any could take a port before the site listens.
const FIRST = 10_000;
const LAST = 32_767;

// A port that nobody else gets before this process ends, not even another run of the tests.
export async function freePort() {
  const port = randomInt(FIRST, LAST + 1);
  const claimed = await claim(port);
  return claimed && (await nobodyListens(port)) ? port : freePort();
}

// Ports of UDP are others than those of TCP, so the site can listen where this socket is.
function claim(port) {
  const socket = createSocket("udp4").unref();
  return new Promise((resolve) => {
    socket.once("error", () => resolve(false));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(true));
  });
}

function nobodyListens(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
