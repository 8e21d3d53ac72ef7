// Sounds are off by default. Once they are on, moves are heard.

import assert from "node:assert/strict";
import { test } from "node:test";

import { soundOf } from "../../assets/js/boards/sound_of.js";
import { Visitor, WIDE } from "./support/browser.mjs";
import { anyMove, begin, play, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

test("each kind of move has its own sound", () => {
  const put = { onBoard: true, fromBoard: false };
  const moved = { onBoard: true, fromBoard: true };
  const taken = { onBoard: false, fromBoard: true };
  const given = { onBoard: false, fromBoard: false };
  for (const [arrivals, grows, sound] of [
    [[put], false, "set"],
    [[given, put], false, "set"],
    [[moved], false, "slide"],
    [[given], false, "slide"],
    [[moved, taken], false, "capture"],
    [[put], true, "grow"],
    [[], false, null],
  ]) {
    assert.equal(soundOf({ arrivals, grows }), sound);
  }
});

test("off by default; once turned on, moves are heard, but nothing on page load", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE);
  const { page } = visitor;
  await page.addInitScript(() => {
    window.heard = { contexts: 0, tones: 0 };
    const { AudioContext } = window;
    window.AudioContext = class extends AudioContext {
      constructor(...parts) {
        super(...parts);
        window.heard.contexts += 1;
      }
    };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...parts) {
      window.heard.tones += 1;
      return start.apply(this, parts);
    };
  });
  const heard = () => page.evaluate(() => window.heard);
  const SILENCE = { contexts: 0, tones: 0 };

  await begin(visitor);
  await play(visitor, anyMove);
  await untilMyTurn(page);
  assert.deepEqual(await heard(), SILENCE);

  await choose(page, (settings) => settings.getByRole("switch", { name: "Sounds" }).check());
  const sample = await heard();
  assert.equal(sample.contexts, 1);
  assert.ok(sample.tones > 0, "turning sounds on plays a sample");

  await page.reload();
  await untilMyTurn(page);
  assert.deepEqual(await heard(), SILENCE);
  await play(visitor, anyMove);
  await untilMyTurn(page);
  assert.deepEqual(await heard(), { contexts: 1, tones: 2 }, "one tone per move");

  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#resign").click();
  await page.waitForSelector("#strip-you.is-lost");
  assert.equal((await heard()).tones, 2 + 3, "the end is heard, even without a move");

  // Those who have used the setting are not offered sounds.
  await choose(page, (settings) => settings.getByRole("switch", { name: "Sounds" }).uncheck());
  const address = page.url();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.href !== address);
  await untilMyTurn(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#resign").click();
  await page.waitForSelector("#strip-you.is-lost");
  assert.equal(await page.locator("#sound-offer:visible").count(), 0);
  await visitor.leave();
});
