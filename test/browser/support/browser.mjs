// Debian's Chromium, and visitors: each has a browser context of its own, whose pages must
// not log an error or violate the Content-Security-Policy.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { PATIENCE } from "./eventually.mjs";

export const WIDE = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

export const screenshots = fileURLToPath(new URL("../screenshots", import.meta.url));

export function launch() {
  return chromium.launch({
    executablePath: process.env.PLAYOUT_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      // Chromium's sandbox refuses to work for root.
      ...(process.getuid() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

// Leaving a page before its socket is open aborts the connection. On a busy machine this
// happens on any page, and is no fault of it.
const BROKEN_OFF = /WebSocket is closed before the connection is established/;

export class Visitor {
  static present = new Set();

  // Closes what a failed test has left open.
  static async allLeave() {
    await Promise.all([...Visitor.present].map(({ context }) => context.close()));
    Visitor.present.clear();
  }

  static async arrive(browser, base, options = WIDE) {
    const visitor = new Visitor();
    visitor.base = base;
    visitor.touch = options.hasTouch === true;
    visitor.complaints = [];
    visitor.context = await browser.newContext({ reducedMotion: "reduce", ...options });
    Visitor.present.add(visitor);
    await visitor.context.exposeFunction("complain", (text) => visitor.complaints.push(text));
    await visitor.context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        window.complain(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    visitor.page = await visitor.open("/");
    return visitor;
  }

  async open(path) {
    const page = await this.context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("console", (message) => {
      const complains = ["error", "warning"].includes(message.type());
      if (complains && !BROKEN_OFF.test(message.text())) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(`uncaught: ${error.message}`));
    await page.goto(this.base + path);
    await page.waitForSelector(".phx-connected");
    return page;
  }

  // Removes the complaints that a test caused on purpose, and returns them.
  forgive(pattern) {
    const forgiven = this.complaints.filter((text) => pattern.test(text));
    this.complaints = this.complaints.filter((text) => !pattern.test(text));
    return forgiven;
  }

  // Kept only when asked for: PLAYOUT_SCREENSHOTS=1.
  async picture(name) {
    if (!process.env.PLAYOUT_SCREENSHOTS) return;
    await mkdir(screenshots, { recursive: true });
    await this.page.screenshot({ path: `${screenshots}/${name}.png` });
  }

  async leave() {
    Visitor.present.delete(this);
    await this.context.close();
    assert.deepEqual(this.complaints, []);
  }
}
