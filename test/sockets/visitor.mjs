// A visitor without a browser: their cookies, and pages over HTTP. `page.mjs` opens the socket.

import { Agent, request } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { PATIENCE_MS, until } from "../waiting.mjs";
import { Page } from "./page.mjs";

const unzip = promisify(gunzip);

// All visitors share the connections, as behind a proxy. Idle ones are closed before the server
// closes them.
const agent = new Agent({ keepAlive: true, timeout: 30_000 });

export class Visitor {
  // The cookies stay valid when the server restarts. A server that trusts this machine as a proxy
  // takes `address` for the visitor's network address. `base` may be a function: as a proxy does, it
  // chooses a node for each request and each socket.
  constructor(base, address) {
    this.base = base;
    this.address = address;
    this.cookies = new Map();
  }

  get target() {
    return typeof this.base === "function" ? this.base() : this.base;
  }

  // Opens a page and joins its LiveView.
  async open(path) {
    const { html } = await this.get(path);
    return new Page(this, path, html).join();
  }

  // Starts a match with the form's fields, and opens its page. Missing fields keep their defaults.
  async startMatch(fields = {}) {
    const path = await this.post("/matches", { game: "quarto", ...fields });
    return this.open(path);
  }

  async get(path) {
    const response = await this.askPatiently("GET", path);
    if (response.status !== 200) throw new Error(`${path} returned status ${response.status}`);
    this.token = response.html.match(/<meta name="csrf-token" content="([^"]*)"/)?.[1];
    return response;
  }

  // Submits a form, and returns the path to which the server redirects.
  async post(path, fields) {
    if (!this.token) await this.get("/");
    const body = new URLSearchParams({ _csrf_token: this.token, ...fields }).toString();
    const { status, location } = await this.askPatiently("POST", path, body);
    if (!location) throw new Error(`${path} returned status ${status} and no redirect`);
    return location;
  }

  // A site on a busy machine may ask for patience.
  async askPatiently(method, path, body) {
    let response;
    const answered = async () => (response = await this.request(method, path, body)).status !== 429;
    await until(answered, `another answer of ${path} than 429`);
    return response;
  }

  request(method, path, body = "") {
    const headers = { ...this.headers(), "accept-encoding": "gzip" };
    if (body) headers["content-type"] = "application/x-www-form-urlencoded";
    return new Promise((resolve, reject) => {
      const fail = (error) => reject(new Error(`${method} ${path}: ${error.message}`));
      const sent = request(this.target + path, { method, headers, agent }, (response) => {
        this.keepCookies(response.headers["set-cookie"] ?? []);
        read(response).then(resolve, fail);
      });
      sent.on("error", (error) => {
        // The server may close an idle connection just when it is used again.
        if (sent.reusedSocket && error.code === "ECONNRESET") resolve(this.request(method, path, body));
        else fail(error);
      });
      sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error("timed out")));
      sent.end(body);
    });
  }

  headers() {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return this.address ? { cookie, "x-forwarded-for": this.address } : { cookie };
  }

  keepCookies(lines) {
    for (const line of lines) {
      const [, name, value] = line.match(/^([^=]+)=([^;]*)/);
      this.cookies.set(name, value);
    }
  }
}

async function read(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const zipped = response.headers["content-encoding"] === "gzip";
  const html = (zipped ? await unzip(bytes) : bytes).toString();
  return { status: response.statusCode, location: response.headers.location, html };
}
