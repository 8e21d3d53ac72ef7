// Chromium, and visitors, each with a browser context that nobody else uses during the
// visit. Their pages must not log errors or violate the Content-Security-Policy.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { PATIENCE_MS } from "../../waiting.mjs";
import { executable } from "./executable.mjs";

export const WIDE = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

export const screenshots = fileURLToPath(new URL("../screenshots", import.meta.url));

// The first one that is installed. bin/test reads the same file.
const BROWSERS = readFileSync(new URL("../../../bin/lib/browsers", import.meta.url), "utf8")
  .trim()
  .split("\n");

const OPTIONS = {
  timeout: PATIENCE_MS,
  executablePath: process.env.PLAYOUT_CHROMIUM || BROWSERS.map(executable).find(Boolean),
  args: [
    // Chromium's sandbox refuses to work for root.
    ...(process.getuid() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // One process per context. Starting one takes longer than loading a page.
    "--renderer-process-limit=1",
  ],
};

// Each process has its own, because commands to a shared one would go through another process.
export const launch = () => chromium.launch(OPTIONS);

export async function contextOf(browser, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

// Chromium reports this when a page is left before its socket is open, which happens on a busy
// machine.
const LEFT_EARLY = /WebSocket is closed before the connection is established/;

// A test sees all requests of its pages, none of which a service worker answers, unless it asks for
// one (`serviceWorkers: "allow"`). Playwright tells the page.
const NO_WORKER = /Service Worker registration blocked by Playwright/;

// A browser context, which visitors with the same options use one after another. An empty page
// keeps its process running in between.
class Room {
  static free = [];

  key;
  context;
  page;
  visitor;

  static async enter(browser, base, options) {
    const key = JSON.stringify([base, options]);
    const index = Room.free.findIndex((room) => room.key === key && room.context.browser() === browser);
    return index < 0 ? Room.build(browser, base, options, key) : Room.free.splice(index, 1)[0];
  }

  static async build(browser, base, { clock, ...options }, key) {
    const room = new Room();
    room.key = key;
    room.context = await contextOf(browser, { reducedMotion: "reduce", serviceWorkers: "block", ...options });
    if (clock) await room.context.clock.install();
    room.page = await room.context.newPage();
    await room.page.route("**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await room.page.goto(base);
    await room.context.exposeFunction("recordError", (text) => room.visitor?.errors.push(text));
    await room.context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        window.recordError(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
      // The last presses, for `state`.
      window.presses = [];
      for (const type of ["pointerdown", "click"]) {
        addEventListener(
          type,
          ({ target, timeStamp }) => {
            const { id, localName } = /** @type {any} */ (target).closest?.("[id]") ?? target;
            window.presses = [...window.presses.slice(-5), `${type} ${id || localName} ${Math.round(timeStamp)}`];
          },
          { capture: true },
        );
      }
    });
    return room;
  }

  // Removes all traces of the visit.
  async leave() {
    const pages = this.context.pages().filter((page) => page !== this.page);
    await Promise.all(pages.map((page) => page.close()));
    await this.context.clearCookies();
    await this.page.evaluate(() => localStorage.clear());
    this.visitor = null;
    Room.free.push(this);
  }
}

export class Visitor {
  static present = new Set();

  base;
  touch;
  errors = [];
  room;
  context;
  page;

  // Closes everything that a failed test has left open.
  static async allLeave() {
    await Promise.all([...Visitor.present].map(({ context }) => context.close()));
    Visitor.present.clear();
  }

  // Opens a page of the site, or an empty one. With the option `clock`, tests can move the clock of the
  // pages forward.
  static async arrive(browser, base, options = WIDE, path = null) {
    const visitor = new Visitor();
    visitor.base = base;
    visitor.touch = options.hasTouch === true;
    visitor.room = await Room.enter(browser, base, options);
    visitor.room.visitor = visitor;
    visitor.context = visitor.room.context;
    Visitor.present.add(visitor);
    visitor.page = await visitor.open(path);
    return visitor;
  }

  async open(path = null) {
    const page = await this.context.newPage();
    page.on("console", (message) => {
      const isError = ["error", "warning"].includes(message.type());
      if (isError && ![LEFT_EARLY, NO_WORKER].some((known) => known.test(message.text())))
        this.errors.push(message.text());
    });
    page.on("pageerror", (error) => this.errors.push(`uncaught: ${error.message}`));
    if (path === null) return page;
    await page.goto(this.base + path);
    await page.waitForSelector(".phx-connected");
    return page;
  }

  // As if a page of the site had stored it on an earlier visit.
  async store(name, value) {
    await this.room.page.evaluate(([name, value]) => localStorage.setItem(name, value), [name, value]);
  }

  // In the analyses of this game, whose lines would change all the time.
  turnEngineOff(game) {
    return this.store(`playout:analysis-engine:${game}`, JSON.stringify({ "on?": false }));
  }

  // Removes the errors that a test has caused on purpose, and returns them.
  expectErrors(pattern) {
    const expected = this.errors.filter((text) => pattern.test(text));
    this.errors = this.errors.filter((text) => !pattern.test(text));
    return expected;
  }

  // What the page is and has said, in a few lines, for a test that has failed. bin/test shows them.
  async state() {
    const told = await this.page
      .evaluate(() => {
        const named = (element) => (element.id ? `#${element.id}` : element.localName);
        const all = (selector) => [...document.querySelectorAll(selector)];
        return [
          `  root ${JSON.stringify({ ...document.documentElement.dataset })}, presses ${window.presses}`,
          `  view ${all("[data-phx-main]").map(({ className }) => className)}, unanswered: ${all("[data-phx-ref-src]").map(named)}`,
          ...all("[role=alert], [role=status], #match")
            .filter((element) => element.checkVisibility())
            .map((element) => {
              const data = Object.entries(element.dataset).map(([name, value]) => `${name}=${value.slice(0, 12)}`);
              return `  ${named(element)} ${element.className}: ${element.id === "match" ? data : element.innerText.trim()}`;
            }),
        ];
      })
      .catch(({ message }) => [`  ${message}`]);
    return [`At the end ${this.page.url()}`, `  errors ${JSON.stringify(this.errors)}`, ...told]
      .slice(0, 11)
      .join("\n");
  }

  // Only with PLAYOUT_SCREENSHOTS=1.
  async picture(name) {
    if (!process.env.PLAYOUT_SCREENSHOTS) return;
    await mkdir(screenshots, { recursive: true });
    await this.page.screenshot({ path: `${screenshots}/${name}.png` });
  }

  async leave() {
    Visitor.present.delete(this);
    await this.room.leave();
    assert.deepEqual(this.errors, []);
  }
}
