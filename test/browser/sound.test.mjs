// There is no sound until someone turns it on, and then moves are heard.

import assert from "node:assert/strict";

import { soundOf } from "../../assets/js/sound_of.js";
import { Visitor } from "./support/browser.mjs";
import { anyMove, begin, play, untilMyTurn } from "./support/match.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

test("each kind of move has its own sound", () => {
  const put = { onBoard: true, fromBoard: false };
  const moved = { onBoard: true, fromBoard: true };
  const taken = { onBoard: false, fromBoard: true };
  const handed = { onBoard: false, fromBoard: false };
  for (const [arrivals, grows, sound] of [
    [[put], false, "set"],
    [[handed, put], false, "set"],
    [[moved], false, "slide"],
    [[handed], false, "slide"],
    [[moved, taken], false, "capture"],
    [[put], true, "grow"],
    [[], false, null],
  ]) {
    assert.equal(soundOf({ arrivals, grows }), sound);
  }
});

test("off at first; turned on, moves are heard, but none on page load", async () => {
  const visitor = await Visitor.arrive(browser, server.base);
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
  const NOTHING = { contexts: 0, tones: 0 };

  await page.reload();
  await page.waitForSelector(".phx-connected");
  await begin(visitor);
  await play(visitor, anyMove);
  await untilMyTurn(page);
  assert.deepEqual(await heard(), NOTHING);

  await choose(page, (settings) => settings.getByRole("switch", { name: "Sounds" }).check());
  const sample = await heard();
  assert.equal(sample.contexts, 1);
  assert.ok(sample.tones > 0, "one hears what it will be like");

  await page.reload();
  await untilMyTurn(page);
  assert.deepEqual(await heard(), NOTHING);
  await play(visitor, anyMove);
  await untilMyTurn(page);
  assert.deepEqual(await heard(), { contexts: 1, tones: 2 }, "a knock for each move");

  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#resign").click();
  await page.waitForSelector("#strip-you.is-lost");
  assert.equal((await heard()).tones, 2 + 3, "an end without a move is heard too");
  await visitor.leave();
});
