// What is wrong with the layout of a match's page: controls and texts that something covers, that are
// cut off, empty or out of reach, a page that has to be scrolled, and lists without rows.

import assert from "node:assert/strict";

import { all } from "../../rarely.mjs";

// Those of the short run.
const OFTEN = ["320x568", "390x844", "1024x600", "1280x800"];

export const SIZES = [
  "320x568",
  "360x640",
  "375x667",
  "390x664",
  "390x844",
  "412x732",
  "768x1024",
  "1024x600",
  "1024x1366",
  "1280x800",
  "1280x860",
  "1440x900",
]
  .filter((size) => all || OFTEN.includes(size))
  .map((size) => {
    const [width, height] = size.split("x").map(Number);
    return { width, height };
  });

export const START = { viewport: { width: 1440, height: 900 } };
export const ENGLISH = { ...START, locale: "en-US" };
export const JAPANESE = { ...START, locale: "ja-JP", hasTouch: true };

// In Animal Shogi, each side holds all that it can.
export const HANDS = "1k1/3/3/1K1 b RBPrbp";

// Looks at pages at all sizes, which is quicker than to look at all pages of one size.
export class Look {
  found = [];
  states = 0;

  // `options` are those of `faults`.
  constructor(options) {
    this.options = options;
  }

  // In the short run, two share the sizes, and change them with each state.
  async at(state, ...visitors) {
    this.states += 1;
    const share = all ? 1 : visitors.length;
    const sizesOf = (number) => SIZES.filter((_size, index) => (index + number + this.states) % share === 0);
    await Promise.all(visitors.map((visitor, number) => this.visit(state, visitor, sizesOf(number))));
  }

  async visit(state, visitor, sizes) {
    const { page } = visitor;
    const lang = await page.evaluate(() => document.documentElement.lang);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const where = `${state} (${lang}, ${size.width}x${size.height})`;
      for (const fault of await faults(page, this.options)) this.found.push(`${where}: ${fault}`);
      await visitor.picture(`covered-${where.replaceAll(/[^\w.-]+/g, "-")}`);
    }
    await page.setViewportSize(START.viewport);
  }

  async large(state, visitor) {
    const { page } = visitor;
    const session = await page.context().newCDPSession(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    for (const fault of await faults(page, { scrolls: true })) this.found.push(`${state} (text at 200%): ${fault}`);
    await visitor.picture(`covered-${state}-large`);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
    await page.setViewportSize(START.viewport);
  }

  done() {
    assert.equal(this.found.length, 0, `${this.found.length} faults:\n${this.found.join("\n")}`);
  }
}

// A page may be out of room with large text, and then it scrolls. `within` is a selector of the parts whose
// controls and texts are looked at.
export function faults(page, { scrolls = false, within = "*" } = {}) {
  return page.evaluate(
    async ([scrolls, within]) => {
      const frame = () => new Promise(requestAnimationFrame);
      // Media queries are told in the next frame, and observers of sizes after it.
      await frame();
      await frame();

      const found = [];
      const named = (element) => {
        const { localName, id, className } = element;
        const classes = String(className.baseVal ?? className)
          .split(" ")
          .filter(Boolean);
        const near = id ? "" : element.closest("[id]")?.id;
        const step = element.dataset?.step ? `[${element.dataset.step}]` : "";
        return `${near ? `#${near} ` : ""}${localName}${id ? `#${id}` : ""}${classes.map((name) => `.${name}`).join("")}${step}`;
      };
      const note = (element, what) => found.push(`${named(element)} ${what}`);

      const root = document.documentElement;
      // What has to be in sight before anything is scrolled, unless text is large.
      const sight = () => {
        const roomy = matchMedia("(min-width: 900px) and (min-height: 640px) and (orientation: landscape)").matches;
        const tablet = matchMedia("(min-width: 640px) and (min-height: 900px) and (orientation: portrait)").matches;
        const promised = [".chat-form > *, .chat-switches > *, .chat-lines p:nth-last-child(-n + 3)"];
        if (roomy)
          promised.push(
            ".match:has(.chat-body:not([hidden])) :is(.typed-move, .drawer-buttons) > *, .move-list > li:last-child > .move",
          );
        if (roomy)
          promised.push(".analysis :is(.move-tools, .typed-move, .engine-head) :is(button, input, select), .line");
        if (tablet) promised.push(".clock, .hand-piece, .holding, .tray-slot, .match-board [data-step]");
        if (innerWidth > innerHeight) promised.push(".analysis .tray-slot");
        if (innerWidth >= 360)
          promised.push(
            ".engine:has([aria-checked=true]) :is(.engine-switch, #engine-player, #engine-lines), .line:first-child",
          );
        for (const box of document.querySelectorAll(".chat-body, .drawer")) box.scrollTop = 0;
        scrollTo(0, 0);
        for (const element of document.querySelectorAll(promised.join())) {
          const { left, top, right, bottom, width } = element.getBoundingClientRect();
          if (width === 0 || getComputedStyle(element).pointerEvents === "none") continue;
          // Pieces stand out of their cells, hands and slots.
          const drawn = element.closest("svg, .holding, .hand-piece");
          const points = drawn ? [(top + bottom) / 2] : [top + 3, bottom - 3];
          const seen = points.every((y) => {
            const hit = document.elementFromPoint(
              drawn || element.matches(".tray-slot") ? (left + right) / 2 : left + 8,
              y,
            );
            return (
              element.contains(hit) ||
              hit?.closest("label")?.contains(element) ||
              hit?.closest(drawn ? "svg, .strip" : ".tray-slot")
            );
          });
          if (!seen) note(element, `is not in sight, from ${Math.round(top)} to ${Math.round(bottom)}`);
        }
      };
      if (parseFloat(getComputedStyle(root).fontSize) < 20) sight();

      if (root.scrollWidth > innerWidth) found.push(`page of ${root.scrollWidth} px in width`);
      if (!scrolls && root.scrollHeight > innerHeight) found.push(`page of ${root.scrollHeight} px in height`);

      const CONTROLS = "a, button, summary, input, select, [data-step]";
      const TEXTS =
        ".strip h2, .strip .status, .clock, .score, .holding .piece-icon, .hand-piece, .offer p, .presence span, .question, .opening-text";
      const only = (element) => element.closest(".sr-only, [aria-hidden=true]");
      const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !only(element);
      const inSight = (element) => {
        // Board and tray are not scrolled, and a list of moves has no end.
        if (element.closest(".board, .move-list")) return;
        // On a page that scrolls, the bar at the bottom is over what is below the edge.
        element.scrollIntoView({ block: scrolls ? "center" : "nearest", inline: "nearest" });
      };
      // What a visitor has opened on purpose lies on the page, and above it an offer to answer.
      const sheets = [...document.querySelectorAll(".chat-body, .moves[open] .drawer, .people")].filter(
        (sheet) => shown(sheet) && getComputedStyle(sheet).position === "absolute",
      );

      for (const element of document.querySelectorAll(`:is(${within}) :is(${CONTROLS}, ${TEXTS})`)) {
        if (!shown(element) || element.closest(".move-list")) continue;
        inSight(element);
        const { left, top, width, height } = element.getBoundingClientRect();
        if (width < 1 || height < 1) {
          note(element, `is empty: ${width} x ${height}`);
          continue;
        }
        const control = element.matches(CONTROLS);
        const name =
          element.getAttribute("aria-label") || element.title || element.textContent.trim() || element.labels?.length;
        if (control && !name && !element.querySelector("title")) note(element, "has no name");

        // Points and cells may be round, and pieces stand out of them.
        const parts = element.closest("svg.board") || element.matches(".tray-slot") ? [0.5] : [0.25, 0.5, 0.75];
        const points = parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height]));
        for (const [x, y] of points) {
          if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) {
            note(element, `is out of sight at ${Math.round(x)}, ${Math.round(y)}`);
            break;
          }
          const hit = document.elementFromPoint(x, y);
          if (!hit || element.contains(hit)) continue;
          if (!element.closest(".offer") && sheets.some((sheet) => sheet.contains(hit))) continue;
          // Text lets presses through, and a label presses its field.
          if (hit.contains(element) && getComputedStyle(element).pointerEvents === "none") continue;
          if (hit.closest("label")?.contains(element)) continue;
          // A cell of a board that is only looked at receives no presses.
          if (element.closest("svg.board") && hit.closest("svg.board")) continue;
          // Its own corner, which is round.
          if (hit.contains(element) && parts.length === 1) continue;
          note(element, `is covered at ${Math.round(x)}, ${Math.round(y)} by ${named(hit)}`);
          break;
        }

        const { clientWidth, scrollWidth, clientHeight, scrollHeight } = element;
        // The name of the site gives way, and glyphs may rise above their line.
        const cut = clientWidth > 0 && !element.matches("input, select, .brand, .board *");
        if (cut && scrollWidth > clientWidth + 1) note(element, `is cut off: ${scrollWidth} in ${clientWidth} px`);
        if (cut && scrollHeight > clientHeight + 6)
          note(element, `is cut off: ${scrollHeight} in ${clientHeight} px of height`);
      }

      const board = document.querySelector(".match-board");
      if (Math.min(board.clientWidth, board.clientHeight) < 136)
        note(board, `is only ${board.clientWidth} x ${board.clientHeight}`);

      // A result, or what to do, takes two lines at most, and an offer three.
      for (const text of document.querySelectorAll(".strip .status > span, .offer:not(#claims) p")) {
        if (!shown(text) || scrolls) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)));
        if (lines.size > (text.closest(".offer") ? 3 : 2)) note(text, `has ${lines.size} lines`);
      }

      const list = document.querySelector(".move-list");
      if (shown(list) && list.clientHeight < 56) note(list, `is only ${list.clientHeight} px high`);

      for (const line of document.querySelectorAll(".chat-lines p")) {
        if (shown(line) && (line.clientHeight < 16 || line.scrollHeight > line.clientHeight + 6))
          note(line, `of chat is cut off: ${line.clientHeight} px`);
      }
      const lines = document.querySelector(".chat-lines");
      if (lines && shown(lines) && lines.clientHeight < 40) note(lines, `is only ${lines.clientHeight} px high`);
      if (lines && shown(lines) && lines.scrollTop + lines.clientHeight < lines.scrollHeight - 4)
        note(lines, "hides its newest line");

      // A single button in a row of its own.
      for (const actions of document.querySelectorAll(".actions:not([hidden])")) {
        const buttons = [...actions.querySelectorAll(".button")]
          .filter(shown)
          .map((button) => button.getBoundingClientRect());
        const last = buttons.filter(({ top }) => top > Math.min(...buttons.map((button) => button.bottom)) - 4);
        // An analysis has more of them than fit in a row.
        const lone = last.length === 1 && buttons.length > 1 && (last[0].width < 60 || !actions.closest(".analysis"));
        if (lone && !scrolls) note(actions, "has a last row of one button");
        if (buttons.some(({ height }) => height < 43.5)) note(actions, "has a button that is too low");
      }
      scrollTo(0, 0);
      return found;
    },
    [scrolls, within],
  );
}
