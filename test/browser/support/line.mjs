// Lines between a browser and the site that fail, and two people in a match, one of whom has such a line.

import { once } from "node:events";
import { connect, createServer } from "node:net";

import { Visitor, WIDE } from "./browser.mjs";
import { anyMove, create, legalMoves, link, movesPlayed, press, untilMyTurn } from "./match.mjs";
import { browser, server } from "./site.mjs";

// The connection of a page. What it says is lost while it is `deaf`, and what it would hear while it is
// `mute`.
export class Line {
  static async between(page) {
    const line = new Line();
    await page.routeWebSocket(/\/live\/websocket/, (socket) => line.open(socket));
    return line;
  }

  deaf = false;
  mute = false;
  // What commands are answered instead of by the site, and the names of those. {} is a message too many.
  answer = null;
  failed = [];
  // Whether a page crashes at what is pressed, and whether that is lost.
  crashing = false;
  losing = false;
  lost = 0;
  sockets = [];

  open(socket) {
    this.sockets.push(socket);
    const site = socket.connectToServer();
    socket.onMessage((message) => this.deaf || this.lose(socket, message) || site.send(message));
    site.onMessage((message) => this.mute || socket.send(message));
  }

  lose(socket, message) {
    const [join, ref, topic, event, payload] = JSON.parse(message);
    if (event !== "event") return false;
    const name = this.answer && payload.value.name;
    if (name) {
      this.failed.push(name);
      const diff = { r: this.answer };
      socket.send(JSON.stringify([join, ref, topic, "phx_reply", { status: "ok", response: { diff } }]));
    }
    if (this.crashing) socket.send(JSON.stringify([join, join, topic, "phx_error", {}]));
    if (this.losing || this.crashing) this.lost += 1;
    return Boolean(name) || this.losing || this.crashing;
  }

  // Without an answer or a reset, as when a phone loses its network.
  die() {
    this.deaf = this.mute = true;
  }

  // The next connection works.
  async heal(code = 3000) {
    this.deaf = this.mute = false;
    for (const socket of this.sockets.splice(0)) await socket.close({ code });
  }
}

// What lies between a browser and the site. Playwright closes the connections of a line at once; a network
// that fails neither answers nor closes them.
export class Wire {
  server;
  base;

  static async to(base) {
    const wire = new Wire();
    wire.server = createServer((socket) => wire.open(socket, new URL(base).port))
      .listen(0, "127.0.0.1")
      .unref();
    await once(wire.server, "listening");
    wire.base = `http://localhost:${wire.server.address().port}`;
    return wire;
  }

  dead = false;
  // Whether connections die as soon as the browser has asked for something.
  deadOnceOpen = false;
  connections = [];

  open(socket, port) {
    const connection = { dead: this.dead };
    socket.on("data", (data) => (connection.dead ||= this.deadOnceOpen && !String(data).startsWith("GET")));
    const site = connect(port, "127.0.0.1").unref();
    socket.unref();
    this.connections.push(connection);
    for (const [from, to] of [
      [socket, site],
      [site, socket],
    ]) {
      from.on("data", (data) => connection.dead || to.write(data));
      from.on("end", () => connection.dead || to.end());
      from.on("error", () => to.destroy());
    }
  }

  // Connections that are made while it is dead stay so.
  die() {
    this.dead = true;
    for (const connection of this.connections) connection.dead = true;
  }

  heal() {
    this.dead = false;
  }
}

// Two people in a match; the first one has the line.
export async function meet(options = {}, choices = {}, base = server.base) {
  const [one, other] = await Promise.all([
    Visitor.arrive(browser, base, { ...WIDE, ...options }),
    Visitor.arrive(browser, server.base),
  ]);
  const line = await Line.between(one.page);
  await one.page.goto(one.base + (await create(one, "quarto", { opponent: "friend", begins: "you", ...choices })));
  await other.page.goto(other.base + new URL(await link(one)).pathname);
  await other.page.locator("#join").click();
  await untilMyTurn(one.page);
  return { one, other, line };
}

export const leave = (...visitors) => Promise.all(visitors.map((visitor) => visitor.leave()));

export async function pressMove(visitor) {
  const { steps } = anyMove(await legalMoves(visitor.page), await movesPlayed(visitor.page));
  for (const step of steps) await press(visitor, step);
}
