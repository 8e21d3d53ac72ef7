// Moves are animated, and every piece ends up where it belongs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { isNear, isNext, PROBE, scaleFrom, translation } from "../../assets/js/boards/arrival.js";
import { all } from "../rarely.mjs";
import { Visitor, WIDE } from "./support/browser.mjs";
import { anyMove, begin, beginTogether, play, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

test("only the next move is animated: not an undo, a jump or another page", () => {
  assert.ok(isNext("3", "4"));
  for (const now of ["2", "3", "5", undefined]) assert.equal(isNext("3", now), false, now);
});

test("scales are limited", () => {
  assert.equal(scaleFrom({ width: 30 }, { width: 40 }), 0.75);
  assert.equal(scaleFrom({ width: 1 }, { width: 40 }), 0.4);
  assert.equal(scaleFrom({ width: 400 }, { width: 40 }), 2.5);
  assert.ok(isNear({ x: 1, y: 1 }, { x: 2, y: 2 }));
  assert.equal(isNear({ x: 1, y: 1 }, { x: 1, y: 4 }), false);
});

// Each row is the matrix of an element around the animated one.
test("an animation starts at the right point inside scaled and rotated elements", () => {
  for (const [a, b, c, d] of [
    [1, 0, 0, 1],
    [2.5, 0, 0, 2.5],
    [-0.5, 0, 0, -0.5],
    [0, 3, -3, 0],
    [1, 1, 0, 2],
  ]) {
    const shown = (x, y) => ({ x: 70 + a * x + c * y, y: -20 + b * x + d * y });
    const wanted = { x: 300, y: 41 };
    const probes = { zero: shown(0, 0), along: shown(PROBE, 0), down: shown(0, PROBE) };
    const { x, y } = shown(...translation(wanted, probes));
    assert.ok(isNear({ x, y }, wanted, 0.001), `${[a, b, c, d]}: ${x}, ${y}`);
  }
  const point = { x: 1, y: 1 };
  assert.equal(translation(point, { zero: point, along: point, down: point }), null);
});

// Records each animation: the element's class, and where on the screen it starts.
function record(page) {
  return page.addInitScript(() => {
    window.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, /** @type {any} */ timing) {
      const animation = animate.call(this, keyframes, timing);
      if (timing.duration > 1 && Array.isArray(keyframes)) {
        const middle = () => {
          const { left, top, width, height } = this.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        };
        const name = this.getAttribute("class");
        animation.pause();
        const [x, y] = middle();
        animation.play();
        window.moved.push({ name, duration: timing.duration, x, y });
      }
      return animation;
    };
  });
}

const moved = (page) => page.evaluate(() => window.moved.splice(0));

const animationsDone = (page) => page.waitForFunction(() => document.getAnimations().length === 0);

// How many of these animations start within an element.
function within(page, selector, starts) {
  return page.locator(selector).evaluate((element, starts) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return starts.filter(({ x, y }) => x > left && x < right && y > top && y < bottom).length;
  }, starts);
}

// The centres of these elements.
function places(page, selector) {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2].map(Math.round).join();
    }),
  );
}

// Elements are where they would be after a reload.
async function staysAfterReload(page, selector) {
  const here = await places(page, selector);
  assert.ok(here.length > 0, selector);
  await page.reload();
  await untilMyTurn(page);
  assert.deepEqual(await places(page, selector), here);
}

async function visit(work) {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, reducedMotion: "no-preference" });
  await record(visitor.page);
  await work(visitor);
  await visitor.leave();
}

test("a piece glides from its player to its cell, and the next one from the tray", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await begin(visitor, { begins: "Your opponent" });
    // Earlier moves are not animated on load.
    await page.reload();
    await untilMyTurn(page);
    assert.deepEqual(await moved(page), []);

    // On a busy machine the second move may come during the animation of the first, or both at
    // once: then the test looks at the next pair of moves.
    let starts;
    for (let tries = 0; tries < 4; tries++) {
      await play(visitor, anyMove);
      await untilMyTurn(page);
      await animationsDone(page);
      // The piece that was placed by hand was already on its cell.
      const pieces = (await moved(page)).filter(({ name }) => /^piece/.test(name));
      assert.ok(pieces.every(({ duration }) => duration >= 120 && duration <= 200));
      starts = { them: await within(page, ".is-them", pieces), tray: await within(page, ".quarto-tray", pieces) };
      if (isDeepStrictEqual(starts, { them: 1, tray: 2 })) break;
    }
    assert.deepEqual(starts, { them: 1, tray: 2 }, "one placed by the opponent, one given by each");

    await staysAfterReload(page, ".piece, .holding svg");

    await choose(page, (settings) => settings.getByRole("switch", { name: "Animation" }).uncheck());
    await play(visitor, anyMove);
    await untilMyTurn(page);
    assert.deepEqual(await moved(page), [], "turned off");
  }));

test("a move during the animation of another leaves nothing in the wrong place", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await begin(visitor, { begins: "Your opponent" });
    await play(visitor, anyMove);
    await page.evaluate(() => {
      // So slow that the next move comes during it.
      const { animate } = Element.prototype;
      Element.prototype.animate = function (keyframes, /** @type {any} */ timing) {
        return animate.call(this, keyframes, { ...timing, duration: timing.duration * 100 });
      };
    });
    await untilMyTurn(page);
    await play(visitor, anyMove);
    await untilMyTurn(page);
    const count = await page.evaluate(() => {
      const running = document.getAnimations();
      for (const animation of running) animation.finish();
      return running.length;
    });
    assert.ok(count > 0);
    await staysAfterReload(page, ".piece, .holding svg");
  }));

test("pieces end up where they belong; nothing moves under reduced motion", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    for (const game of all ? ["animal_shogi", "gomoku", "separo"] : ["separo"]) {
      await begin(visitor, { game, begins: "Your opponent" });
      await play(visitor, anyMove);
      await untilMyTurn(page);
      await animationsDone(page);
      assert.ok((await moved(page)).length > 0);
      await staysAfterReload(page, ".board :is([data-arrive], [data-grow])");
    }
    await page.emulateMedia({ reducedMotion: "reduce" });
    await play(visitor, anyMove);
    await untilMyTurn(page);
    assert.deepEqual(await moved(page), []);
  }));

test("a piece on its way keeps no press from a button below", async () => {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, reducedMotion: "no-preference" });
  const { page } = visitor;
  // On its way for as long as the test wants.
  await page.addInitScript(() => {
    window.gliding = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, /** @type {any} */ timing) {
      const animation = animate.call(this, keyframes, timing);
      if (timing.duration === 200 && Array.isArray(keyframes)) {
        animation.pause();
        window.gliding.push([this, animation]);
      }
      return animation;
    };
  });
  await beginTogether(visitor);
  await play(visitor, (legal) => legal.find(({ move }) => move === "-8"));
  await page.waitForFunction(() => window.gliding.length > 0);
  const [passed, pressed] = await page.locator("#walk-forward").evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    const found = { passed: 0, pressed: new Set() };
    for (const [element, animation] of window.gliding) {
      for (let at = 0; at < 200; at += 2) {
        animation.currentTime = at;
        const box = element.getBoundingClientRect();
        const over = middle[0] > box.left && middle[0] < box.right && middle[1] > box.top && middle[1] < box.bottom;
        if (!over) continue;
        found.passed += 1;
        found.pressed.add(document.elementFromPoint(middle[0], middle[1])?.closest("[id]")?.id);
      }
      animation.finish();
    }
    return [found.passed, [...found.pressed]];
  });
  assert.ok(passed > 0, "a piece passes over the button");
  assert.deepEqual(pressed, ["walk-forward"]);
  await visitor.leave();
});
