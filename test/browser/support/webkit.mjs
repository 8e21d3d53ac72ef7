// WebKitGTK on a virtual screen (Xvfb), driven through WebDriver. full_games.mjs describes the
// interface.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../sockets/free_port.mjs";
import { eventually } from "../../waiting.mjs";
import { executable } from "./executable.mjs";

const PROGRAMS = ["WebKitWebDriver", "Xvfb"];

export const webkit = {
  name: "WebKit",
  often: "gomoku in a window of a phone's size",

  missing() {
    const missing = PROGRAMS.filter((program) => !executable(program));
    return missing.length > 0 ? `not installed: ${missing.join(", ")}` : null;
  },

  async launch() {
    const started = [];
    const start = (program, args, options) => {
      const process = spawn(program, args, options);
      started.push(process);
      return process;
    };
    const close = () => started.forEach((process) => process.kill());
    // In case the tests end early.
    process.once("exit", close);

    const screen = start("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const ends = once(screen, "exit").then(() => Promise.reject(new Error("Xvfb did not start")));
    const [display] = await Promise.race([once(screen.stdio[3], "data"), ends]);
    ends.catch(() => {});
    const port = await freePort();
    const { WAYLAND_DISPLAY, ...environment } = process.env;
    start("WebKitWebDriver", [`--port=${port}`], {
      stdio: "ignore",
      env: { ...environment, DISPLAY: `:${String(display).trim()}`, NO_AT_BRIDGE: "1" },
    });
    const driver = new Driver(`http://127.0.0.1:${port}`);
    await driver.answers();
    const session = await driver.session();
    return {
      open: (options) => Window.open(session, options.viewport),
      close: async () => {
        await session.send("DELETE", "");
        close();
      },
    };
  },
};

class Driver {
  first;

  constructor(base) {
    this.base = base;
  }

  async send(method, path, body) {
    const response = await fetch(this.base + path, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  answers() {
    return eventually(async () => {
      const ready = await this.send("GET", "/status").catch(() => null);
      assert.ok(ready, "WebKitWebDriver does not answer");
    });
  }

  async session() {
    const options = { args: ["--automation", "--javascript-can-open-windows-automatically=true"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    const { sessionId } = await this.send("POST", "/session", { capabilities });
    const session = new Driver(`${this.base}/session/${sessionId}`);
    session.first = await session.send("GET", "/window");
    return session;
  }
}

class Window {
  // A popup has no toolbar, which would make it wider than a phone.
  static async open(session, { width, height }) {
    const popup = (features) => void window.open("about:blank", "_blank", features);
    await session.send("POST", "/window", { handle: session.first });
    const opened = new Window(session);
    await opened.evaluate(popup, `width=${width},height=${height},toolbar=no,menubar=no,location=no`);
    const handles = await session.send("GET", "/window/handles");
    await session.send("POST", "/window", { handle: handles.find((handle) => handle !== session.first) });
    return opened;
  }

  constructor(session) {
    this.session = session;
  }

  async goto(url) {
    await this.session.send("POST", "/url", { url });
    // The driver does not report the page's errors.
    await this.evaluate(() => {
      window.found = [];
      const record = (event) => window.found.push(String(event.message ?? event.reason ?? event.violatedDirective));
      for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"]) addEventListener(kind, record);
    });
  }

  evaluate(work, ...args) {
    return this.session.send("POST", "/execute/sync", { script: `return (${work}).apply(null, arguments)`, args });
  }

  async press(x, y) {
    const actions = [
      { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y), origin: "viewport" },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
    await this.session.send("POST", "/actions", { actions: [mouse] });
  }

  errors() {
    return this.evaluate(() => window.found ?? []);
  }

  async close() {
    await this.session.send("DELETE", "/window");
  }
}
