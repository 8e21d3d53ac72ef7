// An analysis with its engine, in both languages: on a computer all of it is in sight, on a tablet and beside
// a low board the engine and its first line are, and everything is within reach.

import assert from "node:assert/strict";

import { all, rarelyUnless } from "../rarely.mjs";
import { visit } from "./support/analysis.mjs";
import { faults } from "./support/covered.mjs";
import { GAMES } from "./support/games.mjs";
import { cutChoices } from "./support/layout.mjs";

// Phones are in covered.test.mjs. The first ones are those of the short run.
const SIZES = ["768x1024", "1024x600", "1280x800", "1440x900", "844x390", "1024x768", "1024x1366", "1280x860"].slice(
  0,
  all ? 8 : 4,
);

// Each side holds all that it can.
const LATER = { animal_shogi: "?position=1k1/3/3/1K1+b+RBPrbp", quarto: "?moves=-0" };

// That of the short run.
const LANGUAGE = { animal_shogi: "ja" };

for (const { game } of GAMES) {
  for (const [lang, locale] of [
    ["en", "en-US"],
    ["ja", "ja-JP"],
  ]) {
    rarelyUnless(lang === LANGUAGE[game])(`the analysis of ${game} has room for its engine (${lang})`, async () => {
      const found = [];
      const look = async (visitor, page, state) => {
        await page.locator(".line").first().waitFor();
        for (const size of SIZES) {
          const [width, height] = size.split("x").map(Number);
          await page.setViewportSize({ width, height });
          const scrolls = height < 800 || width < height;
          for (const fault of await faults(page, { scrolls })) found.push(`${state}, ${size}: ${fault}`);
          for (const words of await cutChoices(page)) found.push(`${state}, ${size}: a list cuts "${words}"`);
          await visitor.picture(`engine-${game}-${lang}-${state}-${size}`);
        }
      };
      const path = `/analysis/${game}`;
      await visit((visitor, page) => look(visitor, page, "the start"), { path, engine: true, locale });
      if (LATER[game])
        await visit((visitor, page) => look(visitor, page, "later"), {
          path: path + LATER[game],
          engine: true,
          locale,
        });
      assert.equal(found.length, 0, found.join("\n"));
    });
  }
}
