// The review of a finished match: the engine judges every position, and graph, table and words lead to
// them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import { BYPASS, noViolationsInAnyTheme } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { tabTo } from "./support/keyboard.mjs";
import { smallTargets } from "./support/layout.mjs";
import { beginTogether, play, untilMyTurn } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

// White doesn't stop Black's three in time, and Black wins.
const MOVES = "e5 e6 f5 f6 g5 g6 h5 h6 d5".split(" ");
const TURN = 6;

async function visit(work, options = WIDE) {
  const visitor = await Visitor.arrive(browser, server.base, { ...options, ...BYPASS });
  await work(visitor, visitor.page);
  await visitor.leave();
}

async function lose(visitor) {
  visitor.touch = false;
  await beginTogether(visitor, "gomoku", { size: 9 });
  for (const wanted of MOVES) {
    await untilMyTurn(visitor.page);
    await play(visitor, (legal) => legal.find(({ move }) => move === wanted));
  }
  await visitor.page.waitForSelector(".strip.is-headline");
}

const status = (page, words) => page.locator("#review [role=status]").getByText(words).waitFor();
const shows = (page, ply) => page.locator(`#match.is-past[data-played="${ply}"]`).waitFor();

// The middle of a position's place in the graph.
async function pressGraph(page, ply) {
  const graph = page.locator(".review-graph");
  await graph.scrollIntoViewIfNeeded();
  const { width, height } = await graph.boundingBox();
  await graph.click({ position: { x: (ply / MOVES.length) * width, y: height / 2 } });
}

test("a lost match is judged, and its graph and table lead to the turning point", () =>
  visit(async (visitor, page) => {
    await lose(visitor);
    assert.ok(await page.locator("#review").isHidden());
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await status(page, "The review is finished.");
    const words = await page.locator("#review-words").innerText();
    assert.match(words, new RegExp(`The match turned with move ${TURN} by White, g6`));
    assert.match(words, /first choice in \d of 5 moves/);
    await visitor.picture("review-wide");

    await pressGraph(page, TURN);
    await shows(page, TURN);
    assert.equal(new URL(page.url()).search, `?ply=${TURN}`);
    await page.locator(".walk-where").getByText(`Move ${TURN} of ${MOVES.length}`).waitFor();
    await pressGraph(page, 0);
    await shows(page, 0);

    await page.locator(`.review-turn[data-ply="${TURN}"]`).click();
    await shows(page, TURN);
    assert.ok(await page.locator(".match-board").evaluate((board) => board.getBoundingClientRect().top < innerHeight));

    // By keyboard.
    await tabTo(page.locator("#review-table summary"));
    await page.keyboard.press("Enter");
    await tabTo(page.locator('#review-table [data-ply="2"]'));
    await page.keyboard.press("Enter");
    await shows(page, 2);
    assert.equal(await page.locator("#review-table [aria-current]").innerText(), "2");
    assert.equal(await page.locator("#review-table tbody tr").count(), MOVES.length + 1);
    await noViolationsInAnyTheme(page, "the review");

    // It is made once, and stored with the match.
    const address = page.url();
    await visit(async (_watcher, other) => {
      await other.goto(address);
      await other.locator(".review-mark.is-worst").waitFor({ state: "attached" });
      assert.equal(await other.locator("#review-words").innerText(), words);
      await other.locator("#ask-review").waitFor();
    });
  }));

for (const locale of ["en", "ja"]) {
  rarelyUnless(locale === "ja")(
    `${locale}: on a phone the review fits, has large controls, and axe finds nothing`,
    () =>
      visit(
        async (visitor, page) => {
          await lose(visitor);
          await page.locator("#moves summary").tap();
          await visitor.picture(`review-drawer-${locale}`);
          await page.locator("#ask-review").tap();
          assert.equal(await page.locator("#moves").getAttribute("open"), null);
          await page.locator(".review-progress[data-done]").waitFor();
          // Where the press led.
          await eventually(async () => {
            const top = await page.locator("#review").evaluate((review) => review.getBoundingClientRect().top);
            assert.ok(top < PHONE.viewport.height, `${top}`);
          });
          await visitor.picture(`review-${locale}-360`);
          await page.locator("#review-table summary").tap();
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport.width);
          const small = (await smallTargets(page)).filter((target) => !target.includes('class="point"'));
          assert.deepEqual(small, []);
          await noViolationsInAnyTheme(page, `the review in ${locale}`);
          await page.locator(".review-turn").first().tap();
          await page.locator("#match.is-past").waitFor();
          await eventually(async () =>
            assert.ok(await page.locator(".match-board").evaluate((board) => board.getBoundingClientRect().top >= -1)),
          );
        },
        { ...PHONE, locale },
      ),
  );
}
