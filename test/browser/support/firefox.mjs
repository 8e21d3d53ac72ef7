// Debian's Firefox, driven through WebDriver BiDi. full_games.mjs describes the interface.

import puppeteer from "puppeteer-core";

import { PATIENCE_MS } from "../../waiting.mjs";
import { executable } from "./executable.mjs";

const PROGRAM = process.env.PLAYOUT_FIREFOX ?? "firefox-esr";

export const firefox = {
  name: "Firefox",
  often: "quarto by mouse",
  missing: () => (executable(PROGRAM) ? null : `not installed: ${PROGRAM}`),

  async launch() {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: executable(PROGRAM),
      timeout: PATIENCE_MS,
      protocolTimeout: PATIENCE_MS,
      // A busy machine may lift the finger late, which would no longer be a tap.
      extraPrefsFirefox: { "dom.w3c_touch_events.enabled": 1, "apz.max_tap_time": 60_000 },
    });
    return {
      open: async (options) => {
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE_MS);
        await page.setViewport(options.viewport);
        return new Window(context, page, options.hasTouch);
      },
      close: () => browser.close(),
    };
  },
};

class Window {
  constructor(context, page, touch) {
    this.context = context;
    this.page = page;
    this.touch = touch;
    this.found = [];
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) this.found.push(message.text());
    });
    page.on("pageerror", (error) => this.found.push(`uncaught: ${error.message}`));
  }

  async goto(address) {
    await this.page.goto(address);
  }

  evaluate(work, ...values) {
    return this.page.evaluate(work, ...values);
  }

  async press(x, y) {
    if (this.touch) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  async errors() {
    return this.found;
  }

  async close() {
    await this.context.close();
  }
}
