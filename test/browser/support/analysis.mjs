// The page of an analysis: opening it, its moves and variations, and what it shows.

import assert from "node:assert/strict";

import { completeMoves, readTree } from "../../../assets/js/boards/playing/move_tree.js";
import { eventually } from "../../waiting.mjs";
import { BYPASS } from "./axe.mjs";
import { Visitor, WIDE } from "./browser.mjs";
import { press } from "./match.mjs";
import { browser, server } from "./site.mjs";

/**
 * Opens an analysis. Where the engine doesn't matter, it is off, as it would be after the last visit.
 * @param {(visitor: any, page: any) => Promise<unknown>} work
 * @param {{ path?: string, engine?: boolean, [option: string]: unknown }} [how]
 */
export async function visit(work, { path = "/analysis/gomoku?moves=h8+h9+j8+j9", engine = false, ...options } = {}) {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, ...options, ...BYPASS });
  const { page } = visitor;
  const game = path.match(/analysis\/(\w+)/)?.[1];
  if (!engine && game) await visitor.turnEngineOff(game);
  await page.goto(server.base + path);
  if (game) await settled(page);
  await work(visitor, page);
  await visitor.leave();
}

// Waits until the page knows what the browser has kept.
export function settled(page) {
  return page.waitForFunction(() => document.querySelector("#kept [name=key]")?.value);
}

// The moves that lead to the position that is shown.
export async function untilAt(page, moves) {
  const shown = moves.join(" ");
  await page.waitForFunction((moves) => document.querySelector("#kept [name=moves]").value === moves, shown);
  await eventually(async () => assert.equal(new URL(page.url()).searchParams.get("moves") ?? "", shown));
}

// The tree: the moves of each run, indented by its depth, and the comments.
function tree(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("#move-list > .run")].map((run) => {
      const depth = Number(run.className.match(/is-depth-(\d)/)?.[1] ?? 0);
      const moves = [...run.querySelectorAll("li")].map((item) => {
        const comment = item.querySelector(".comment")?.textContent.trim();
        const text = item.querySelectorAll("span")[1].textContent.trim();
        return comment ? `${text} {${comment}}` : text;
      });
      return "  ".repeat(depth) + moves.join(" ");
    }),
  );
}

export const untilTree = (page, wanted) => eventually(async () => assert.deepEqual(await tree(page), wanted));

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const move = (page, text) =>
  page.locator("#move-list button").filter({ hasText: new RegExp(`^\\s*\\d+\\s+${text}\\b`) });

// Plays a move on the board, and waits until the page shows it.
export async function pressMove(visitor, wanted) {
  const { page } = visitor;
  const before = Number(await page.locator("#analysis").getAttribute("data-played"));
  const legal = await analysisMoves(page);
  const { steps } = legal.find(({ move }) => move === wanted);
  for (const step of steps) await press(visitor, step);
  await page.locator(`#analysis[data-played="${before + 1}"]`).waitFor();
}

export async function analysisMoves(page) {
  return completeMoves(readTree(await page.locator("#analysis").getAttribute("data-moves")));
}

export async function comment(page, text) {
  const box = page.locator("#comment-form textarea");
  await page.locator("#commenting").click();
  await box.fill(text);
  await page.locator("#move-list .comment").filter({ hasText: text }).waitFor();
  await page.locator("#commenting").click();
  await box.waitFor({ state: "detached" });
}

// Loads the page again, and returns a function that breaks its connection and waits for the next one.
export async function breakable(visitor) {
  const { page } = visitor;
  let drop;
  await page.routeWebSocket(/\/live\/websocket/, (socket) => {
    const server = socket.connectToServer();
    drop = async () => {
      await server.close();
      await socket.close();
    };
  });
  await page.reload();
  await settled(page);
  return async () => {
    // A new process begins to count anew.
    const seq = () => page.locator("#analysis").getAttribute("data-seq").then(Number);
    const before = await seq();
    await drop();
    await eventually(async () => assert.ok((await seq()) < before));
    await settled(page);
    visitor.expectErrors(/WebSocket/);
  };
}

// h8 h9 j8 j9, a variation with a comment, and one of that.
export async function branch(visitor) {
  const { page } = visitor;
  await move(page, "h8").click();
  await untilAt(page, ["h8"]);
  await pressMove(visitor, "g7");
  await pressMove(visitor, "g8");
  await comment(page, 'sharp {really} (a) "b" 鋭い');
  await move(page, "g7").click();
  await untilAt(page, ["h8", "g7"]);
  await pressMove(visitor, "f6");
}

export const BRANCHED = ["h8 h9", '  g7 g8 {sharp {really} (a) "b" 鋭い}', "    f6", "j8 j9"];
