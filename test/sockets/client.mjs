// A LiveView client without a browser: it fetches a page over HTTP, joins it over a real socket,
// pushes events, and keeps the page's content up to date.

import { parse } from "node-html-parser";
import { WebSocket } from "ws";

import { Rendered, Socket } from "./phoenix.mjs";

const TIMEOUT_MS = 20_000;

// Stands for a person's browser, with cookies that stay valid when the server restarts.
export class Visitor {
  constructor(base) {
    this.base = base;
    this.cookies = new Map();
  }

  async open(path) {
    const response = await this.request(path);
    const html = await response.text();
    if (!response.ok) throw new Error(`${path} returned status ${response.status}`);
    return new Page(this, path, html).join();
  }

  // Submits a form, and opens the page to which it redirects.
  async send(path, fields) {
    const response = await this.request(path, { method: "POST", body: new URLSearchParams(fields) });
    const location = response.headers.get("location");
    if (!location) throw new Error(`${path} returned status ${response.status} and no redirect`);
    return this.open(location);
  }

  async request(path, options = {}) {
    const response = await fetch(this.base + path, {
      ...options,
      headers: { cookie: this.cookie() },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = line.match(/^([^=]+)=([^;]*)/);
      this.cookies.set(name, value);
    }
    return response;
  }

  cookie() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

// A visitor's page. `onChange` is called with the page after every change to its content;
// `closed` resolves when its socket closes.
export class Page {
  constructor(visitor, path, html) {
    this.visitor = visitor;
    this.path = path;
    this.waiting = new Set();
    this.document = parse(html);
    this.onChange = () => {};
  }

  async join() {
    const main = this.document.querySelector("[data-phx-main]");
    const token = this.document.querySelector("meta[name=csrf-token]").getAttribute("content");
    const { base } = this.visitor;
    const cookie = this.visitor.cookie();

    class Transport extends WebSocket {
      constructor(address, protocols) {
        super(address, protocols, { origin: base, headers: { cookie } });
      }
    }

    const params = { _csrf_token: token, _mounts: 0 };
    this.socket = new Socket(`${base.replace(/^http/, "ws")}/live`, {
      params: { _csrf_token: token },
      transport: Transport,
    });
    this.closed = new Promise((resolve) => this.socket.onClose(resolve));
    this.closed.then(() => this.close());
    this.socket.connect();

    const id = main.getAttribute("id");
    this.channel = this.socket.channel(`lv:${id}`, () => ({
      url: base + this.path,
      params,
      session: main.getAttribute("data-phx-session"),
      static: main.getAttribute("data-phx-static") || null,
      sticky: false,
    }));
    this.channel.on("diff", (diff) => this.merge(diff));

    await this.reply(this.channel.join(), ({ rendered }) => {
      this.tree = new Rendered(id, rendered);
      this.show();
    });
    return this;
  }

  // Finds elements in the current content of the page.
  find(selector) {
    return this.document.querySelector(selector);
  }

  findAll(selector) {
    return this.document.querySelectorAll(selector);
  }

  // Like clicking an element with phx-click.
  click(selector) {
    const element = this.findRequired(selector);
    const value = { value: element.getAttribute("value") ?? "" };
    for (const [name, text] of Object.entries(element.attributes)) {
      if (name.startsWith("phx-value-")) value[name.slice("phx-value-".length)] = text;
    }
    return this.event("click", element, element.getAttribute("phx-click"), value);
  }

  // Submits an ordinary form with some values changed; returns the page to which it redirects.
  submit(selector, changes = {}) {
    const form = this.findRequired(selector);
    this.close();
    return this.visitor.send(form.getAttribute("action"), { ...fields(form), ...changes });
  }

  // Like `pushEvent` in a hook; returns the server's reply.
  push(event, value) {
    return this.event("hook", null, event, value);
  }

  async event(type, element, event, value) {
    const target = Number(element?.getAttribute("phx-target") ?? NaN);
    const cid = Number.isNaN(target) ? {} : { cid: target };
    const push = this.channel.push("event", { type, event, value, ...cid });
    return this.reply(push, ({ diff }) => (diff ? this.merge(diff) : null));
  }

  // Waits until the page meets a condition; returns the condition's result.
  async until(condition, what = String(condition), timeout = TIMEOUT_MS) {
    const found = condition(this);
    if (found) return found;
    return this.withTimeout(timeout, what, (resolve) => {
      const check = () => {
        const found = condition(this);
        if (found) resolve(found);
      };
      this.waiting.add(check);
      return () => this.waiting.delete(check);
    });
  }

  close() {
    this.socket.disconnect();
  }

  merge(raw) {
    const { diff, reply } = Rendered.extract(raw);
    this.tree.mergeDiff(diff);
    this.show();
    return reply;
  }

  show() {
    const { rendered } = this.tree;
    // The complete content, without markers for unchanged parts.
    const { buffer } = this.tree.recursiveToString(rendered, rendered.c, null, false, {}, null);
    const before = this.document;
    this.document = parse(buffer);
    // LiveView renders a placeholder for an element that has not changed.
    for (const placeholder of this.document.querySelectorAll("[data-phx-skip]")) {
      const id = placeholder.getAttribute("data-phx-id");
      const unchanged = before.querySelector(`[data-phx-id="${id}"]`);
      if (unchanged) placeholder.replaceWith(unchanged);
    }
    this.onChange(this);
    for (const check of [...this.waiting]) check();
  }

  findRequired(selector) {
    const element = this.find(selector);
    if (!element) throw new Error(`${this.path} has no ${selector}`);
    return element;
  }

  // Returns the result of `handle` for the reply. It runs immediately, because the next message
  // may depend on it.
  reply(push, handle) {
    return this.withTimeout(TIMEOUT_MS, "a reply", (resolve, reject) => {
      push.receive("ok", (reply) => resolve(handle(reply)));
      push.receive("error", (error) => reject(new Error(`refused: ${JSON.stringify(error)}`)));
    });
  }

  // A promise that is rejected after the timeout, or when the socket closes.
  withTimeout(timeout, what, work) {
    return new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${this.path}: ${why} while waiting for ${what}`));
      const timer = setTimeout(fail, timeout, "timed out");
      const stop = work(settled(resolve), settled(reject));
      this.closed.then(() => settled(fail)("the connection was lost"));

      function settled(settle) {
        return (value) => {
          clearTimeout(timer);
          stop?.();
          settle(value);
        };
      }
    });
  }
}

function fields(form) {
  const values = {};
  for (const input of form.querySelectorAll("input")) {
    const name = input.getAttribute("name");
    const choice = ["radio", "checkbox"].includes(input.getAttribute("type"));
    if (name && (!choice || input.hasAttribute("checked"))) values[name] = input.getAttribute("value");
  }
  return values;
}
