// A page's LiveView, joined over a real socket. It speaks LiveView's protocol itself and keeps only
// what a match's page shows (`content.mjs`), so that one process can hold thousands of pages.

import { WebSocket } from "ws";

import { PATIENCE_MS } from "../waiting.mjs";
import { Content } from "./content.mjs";

const HEARTBEAT_MS = 30_000;
// Of Phoenix's serializer: messages are [join ref, ref, topic, event, payload].
const PROTOCOL = "2.0.0";

// `onChange` is called with the page after every change to its content, `onClose` when its socket
// closes; `closed` resolves then.
export class Page {
  constructor(visitor, path, html) {
    const [root] = html.match(/<div[^>]* data-phx-main[^>]*>/) ?? [];
    if (!root) throw new Error(`${path} has no LiveView`);
    const attribute = (name) => root.match(new RegExp(` ${name}="([^"]*)"`))?.[1] ?? null;
    this.topic = `lv:${attribute("id")}`;
    this.session = attribute("data-phx-session");
    this.static = attribute("data-phx-static");
    this.visitor = visitor;
    this.path = path;
    this.mounts = 0;
    this.receivedBytes = 0;
    this.onChange = (_page) => {};
    this.onClose = (_page) => {};
  }

  // Joins, or joins again after the socket has closed, as a browser does without loading the page.
  async join() {
    const { target: base, token } = this.visitor;
    this.refs = 0;
    this.replies = new Map();
    this.checks = new Set();
    this.content = new Content();

    const query = new URLSearchParams({ _csrf_token: token, _mounts: String(this.mounts), vsn: PROTOCOL });
    const socket = new WebSocket(`${base.replace(/^http/, "ws")}/live/websocket?${query}`, {
      origin: base,
      headers: this.visitor.headers(),
      perMessageDeflate: false,
    });
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    let problem = "the connection was lost";
    socket.once("error", (error) => (problem = error.message));
    socket.once("close", () => this.disconnected(problem));
    socket.on("message", (text) => this.receive(text));
    // Of this socket: on a busy site a page may join again before an earlier one has opened.
    socket.once("open", () => {
      const heartbeat = setInterval(() => this.beat(socket), HEARTBEAT_MS).unref();
      socket.once("close", () => clearInterval(heartbeat));
    });

    const params = { _csrf_token: token, _mounts: this.mounts };
    const { session, static: stat } = this;
    const url = base + this.path;
    const joined = this.prepare("phx_join", { url, params, session, static: stat, sticky: false });
    socket.once("open", () => socket.send(joined.message));
    await joined.reply;
    this.mounts += 1;
    return this;
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  // Like `pushEvent` in a hook; returns the server's reply.
  push(event, value) {
    if (!this.isOpen) return Promise.reject(new Error(`${this.path}: the connection was lost`));
    const { message, reply } = this.prepare("event", { type: "hook", event, value });
    this.socket.send(message);
    return reply;
  }

  // Waits until the page meets a condition; returns the condition's result.
  until(condition, what = String(condition)) {
    const found = condition(this);
    if (found) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => check.fail("timed out"), PATIENCE_MS);
      const check = {
        run: () => {
          const found = condition(this);
          if (found) check.end(resolve, found);
        },
        fail: (why) => check.end(reject, new Error(`${this.path}: ${why} while waiting for ${what}`)),
        end: (settle, value) => {
          clearTimeout(timer);
          this.checks.delete(check);
          settle(value);
        },
      };
      this.checks.add(check);
    });
  }

  // Nothing that arrives later counts.
  close() {
    this.onChange = () => {};
    this.socket.close();
  }

  // Numbers a message and waits for its reply; the caller sends it.
  prepare(event, payload) {
    const ref = String(++this.refs);
    const message = JSON.stringify(["1", ref, this.topic, event, payload]);
    const reply = new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.answer(ref, "timed out"), PATIENCE_MS);
      this.replies.set(ref, { resolve, reject, timer, event });
    });
    return { message, reply };
  }

  answer(ref, problem, reply) {
    const waiting = this.replies.get(ref);
    if (!waiting) return;
    this.replies.delete(ref);
    clearTimeout(waiting.timer);
    if (problem) waiting.reject(new Error(`${this.path}: ${problem} after ${waiting.event}`));
    else waiting.resolve(reply);
  }

  beat(socket) {
    socket.send(JSON.stringify([null, String(++this.refs), "phoenix", "heartbeat", {}]));
  }

  receive(text) {
    this.receivedBytes += text.length;
    const [, ref, topic, event, payload] = JSON.parse(text);
    if (topic !== this.topic) return;
    if (event === "diff") {
      this.merge(payload);
    } else if (event === "phx_reply") {
      const { status, response } = payload;
      const { rendered, diff } = response;
      // The page shows the change before anyone hears of the reply.
      if (rendered ?? diff) this.merge(rendered ?? diff);
      const problem = status === "ok" ? null : `refused (${JSON.stringify(response)})`;
      this.answer(ref, problem, diff?.r);
    } else if (event === "phx_error" || event === "phx_close") {
      this.close();
    }
  }

  merge(diff) {
    if (!this.content.merge(diff)) return;
    this.onChange(this);
    for (const check of [...this.checks]) check.run();
  }

  disconnected(problem) {
    for (const ref of [...this.replies.keys()]) this.answer(ref, problem);
    for (const check of [...this.checks]) check.fail(problem);
    this.onClose(this);
  }
}
