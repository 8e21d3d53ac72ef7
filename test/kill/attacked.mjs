// A small site that is attacked, and how attackers speak to it: in ways that no browser has.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { freePort } from "../sockets/free_port.mjs";
import { legalMoves, play } from "../sockets/match.mjs";
import { Site } from "../sockets/site.mjs";
import { Visitor } from "../sockets/visitor.mjs";

// A line of the log that says what has failed, and where in the code.
const CRASH = / terminating|\\n +\([a-z_]+ [\d.]+\) |level=(critical|alert|emergency)/;

// Trusts this machine as a proxy, so that whoever comes has the network address that they say.
export class AttackedSite extends Site {
  adminPort;
  limits;
  addresses = 0;
  log = "";

  static async make() {
    return Object.assign(await super.make(), { adminPort: await freePort() });
  }

  settings() {
    return {
      ...super.settings(),
      TRUSTED_PROXIES: "127.0.0.1",
      ADMIN_PORT: String(this.adminPort),
      ...this.limits,
    };
  }

  launch(wrapper) {
    const started = super.launch(wrapper);
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (text) => (this.log += text));
    return started;
  }

  newAddress() {
    this.addresses += 1;
    return `198.18.0.${this.addresses}`;
  }

  visitor(address = this.newAddress()) {
    return new Visitor(this.base, address);
  }

  // A match on one screen.
  async player(game = "gomoku", address) {
    return this.visitor(address).startMatch({ game, opponent: "here" });
  }

  async metric(name) {
    const text = await (await fetch(`http://127.0.0.1:${this.adminPort}/metrics`)).text();
    const rows = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))];
    return rows.reduce((sum, [, value]) => sum + Number(value), 0);
  }

  // The most memory that its process has had, in bytes.
  async mostMemory() {
    const [, kB] = (await readFile(`/proc/${this.process.pid}/status`, "utf8")).match(/VmHWM:\s+(\d+) kB/);
    return Number(kB) * 1024;
  }

  // Nothing has crashed, neither the site nor anything in it.
  assertUnharmed() {
    assert.equal(this.process.exitCode, null);
    const crashes = this.log.split("\n").filter((line) => CRASH.test(line));
    assert.deepEqual(
      crashes.map((line) => line.slice(0, 1_000)),
      [],
    );
  }
}

// Whoever plays on, whatever others do.
export async function playsOn(page, moves = 1) {
  for (let n = 0; n < moves; n++) assert.ok(await play(page, legalMoves(page)[0]), "a move was refused");
}

// Collects what a page hears from now on in `heard`.
export function listen(page) {
  page.heard = "";
  page.socket.on("message", (text) => (page.heard += text));
  return page;
}

// Sends a message of a page, in which "#" stands for a number that JavaScript cannot write. Returns the
// code with which the site closes the socket, or what it answers.
export async function answer(page, event, payload, number = "0") {
  const { closed } = page;
  const { message, reply } = page.prepare(event, payload);
  page.socket.send(message.replace('"#"', number));
  return Promise.race([closed, reply.catch((error) => (page.isOpen ? error.message : closed))]);
}

// Returns the status of a request that may be as wrong as it likes; none if the site closes the connection
// before it has read all of it.
export function ask(site, { method = "GET", path = "/", headers = {}, body = "", address = "198.18.255.1" }) {
  return new Promise((resolve, reject) => {
    const sent = request(site.base, {
      method,
      path,
      headers: { "x-forwarded-for": address, ...headers },
      agent: false,
    });
    sent.on("error", ({ code, message }) =>
      ["ECONNRESET", "EPIPE"].includes(code) ? resolve(undefined) : reject(new Error(message)),
    );
    sent.on("response", (response) => response.resume().on("close", () => resolve(response.statusCode)));
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    sent.end(body);
  });
}

// Returns the status of a request for a WebSocket.
export function askForSocket(site, query, origin = site.base) {
  const headers = { connection: "Upgrade", upgrade: "websocket", origin };
  const handshake = { "sec-websocket-version": "13", "sec-websocket-key": randomBytes(16).toString("base64") };
  return ask(site, { path: `/live/websocket?${query}`, headers: { ...headers, ...handshake } });
}
