// The level above the ladder, which Quarto always has and Animal Shogi only with its table, and what
// exact values say about a match when it is over.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { rarely, rarelyUnless } from "../rarely.mjs";
import { eventually, PATIENCE_MS } from "../waiting.mjs";
import { BYPASS, noViolations } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { anyMove, begin, beginTogether, connected, legalMoves, play, settled, untilMyTurn } from "./support/match.mjs";
import { startServer } from "./support/server.mjs";
import { browser, server as withoutTable } from "./support/site.mjs";
import { damageTable, writeTable } from "./support/table.mjs";

const SHEET = "/play/animal_shogi";
const REFUSAL = "Dragon can't play this match. Please choose another level.";

// After the second move, Sun could catch the lion, but moves the giraffe.
const MOVES = ["2c2b", "3a3b", "1d1c", "2a2b"];

let tables, site;

before(async () => {
  tables = await mkdtemp(join(tmpdir(), "playout-tables-"));
  await writeTable(tables);
  site = await startServer({ own: true, settings: { TABLES: "use", PLAYOUT_TABLES: tables } });
});

after(async () => {
  await site?.remove();
  await rm(tables, { recursive: true, force: true });
});

async function visit(server, work, options = WIDE, path = null) {
  const visitor = await Visitor.arrive(browser, server.base, { ...options, ...BYPASS }, path);
  await work(visitor, visitor.page);
  await visitor.leave();
}

const level = (page, name) => page.getByRole("radio", { name: new RegExp(`^${name}`) });

async function chooseRules(page, name) {
  await page.getByRole("radio", { name, exact: true }).check();
  await settled(page.locator(".sheet.is-page"));
}

// Nobody can choose the level, and who asks for it all the same is told so.
async function notOffered({ base, page }) {
  await page.goto(`${base}${SHEET}?level=perfect`);
  await connected({ page });
  await level(page, "Hedgehog").and(page.locator(":checked")).waitFor();
  assert.equal(await level(page, "Dragon").count(), 0);
  assert.equal(await page.locator("option[value=perfect]").count(), 0);

  const token = await page.locator('meta[name="csrf-token"]').getAttribute("content");
  const form = { _csrf_token: token, game: "animal_shogi", opponent: "engine", level: "perfect" };
  const answer = await page.context().request.post(`${base}/matches`, { form, maxRedirects: 0, timeout: PATIENCE_MS });
  assert.equal(answer.status(), 422);
  assert.ok((await answer.text()).replaceAll("&#39;", "'").includes(REFUSAL));
}

async function playAll(visitor, moves) {
  for (const move of moves) {
    const found = (await legalMoves(visitor.page)).find((legal) => legal.move === move);
    await play(visitor, () => found);
  }
}

async function resign(page) {
  const button = page.getByRole("button", { name: "Resign" });
  await button.click();
  await button.click();
  await page.locator("#strip-you.is-over").waitFor();
}

// The mark of each move with its tooltip, which screen readers say too.
function marks(page) {
  return page.locator("#move-list li").evaluateAll((items) =>
    items.map((item) => {
      const mark = item.querySelector(".mark");
      const said = item.querySelector(".sr-only").textContent;
      if (mark && !said.includes(mark.title)) return `unsaid: ${mark.title}`;
      return mark ? `${mark.textContent.trim()} ${mark.title}` : "";
    }),
  );
}

test("the Dragon is the last level by the standard rules, and no level of quick try", () =>
  visit(site, async (visitor, page) => {
    await page.goto(site.base + SHEET);
    await connected(visitor);
    // The site checks its table after it has started.
    await level(page, "Dragon").check();
    await settled(page.locator(".sheet.is-page"));
    assert.match(await page.locator(".levels label").last().innerText(), /^Dragon\s+Perfect$/);
    await noViolations(page, "the level above the ladder");
    await visitor.picture("dragon-sheet");

    await chooseRules(page, "Reaching the far side always wins");
    await level(page, "Owl").and(page.locator(":checked")).waitFor();
    assert.equal(await level(page, "Dragon").count(), 0);
    await chooseRules(page, "Standard");
    await level(page, "Dragon").check();
    await settled(page.locator(".sheet.is-page"));

    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForURL(/\/m\//);
    await page.locator("#strip-them").getByRole("heading", { name: "Dragon" }).waitFor();
    await untilMyTurn(page);
    await play(visitor, anyMove);
    assert.ok(await untilMyTurn(page), "the Dragon has moved");
  }));

for (const [size, options] of Object.entries({ wide: WIDE, phone: PHONE })) {
  rarelyUnless(size === "wide")(`after a match, the list marks the moves that gave something away, ${size}`, () =>
    visit(
      site,
      async (visitor, page) => {
        await beginTogether(visitor, "animal_shogi");
        await playAll(visitor, MOVES);
        assert.deepEqual(await marks(page), ["", "", "", ""]);
        await resign(page);

        await eventually(async () =>
          assert.deepEqual(await marks(page), ["", "? This gave away the draw.", "? This gave away the win.", ""]),
        );
        const chances = "Sun was winning until move 3, and could still have drawn at the end.";
        assert.equal(await page.locator("#chances").textContent(), chances);
        if (size === "phone") await page.locator("#moves summary").click();
        await page.locator(".drawer .in-drawer").getByText(chances).waitFor();
        await page.locator("#move-list .mark").last().waitFor();
        await noViolations(page, `marked moves, ${size}`);
        await visitor.picture(`marked-moves-${size}`);

        await page.reload();
        await page.locator("#chances").getByText(chances).waitFor();
      },
      options,
    ),
  );
}

// The solver takes long so early in the game.
rarely("Quarto has the Dragon without a file, and the list marks what was given away", () =>
  visit(withoutTable, async (visitor, page) => {
    await begin(visitor, { game: "quarto", level: "perfect" });
    await play(visitor, anyMove);
    assert.ok(await untilMyTurn(page), "the Dragon has moved");

    const { options, whole } = GAMES.find(({ game }) => game === "quarto");
    await beginTogether(visitor, "quarto", options);
    await playAll(visitor, whole);
    await page.waitForSelector(".strip.is-headline");
    await eventually(async () => assert.equal((await marks(page)).filter((mark) => mark !== "").length, 1));
    await page
      .locator(".drawer .in-drawer")
      .getByText(/^Player [12] /)
      .waitFor();
    await visitor.picture("marked-moves-quarto");
  }),
);

test("without a table nothing is offered or marked, and matches are as ever", () =>
  visit(withoutTable, async (visitor, page) => {
    await notOffered(visitor);
    await beginTogether(visitor, "animal_shogi");
    await playAll(visitor, MOVES);
    await resign(page);
    await connected(visitor);
    assert.deepEqual(await marks(page), ["", "", "", ""]);
    assert.equal(await page.locator("#chances").textContent(), "");
    await begin(visitor, { game: "animal_shogi" });
    await play(visitor, anyMove);
    assert.ok(await untilMyTurn(page));
  }));

// The last test, because it damages the table.
rarely("if the table is damaged, a match against the Dragon says so and goes on with another level", () =>
  visit(site, async (visitor, page) => {
    await begin(visitor, { game: "animal_shogi", level: "perfect" });
    await play(visitor, anyMove);
    await untilMyTurn(page);
    const match = page.url();

    // A running site keeps the table in memory.
    await page.goto("about:blank");
    await site.stop();
    await damageTable(tables);
    await site.start();
    await notOffered(visitor);
    await page.goto(match);
    await untilMyTurn(page);
    await play(visitor, anyMove);
    const notice = page.locator("#notices");
    await notice.getByText("has lost the table of perfect moves. Your match is safe.").waitFor();
    assert.equal(await notice.locator("[phx-value-level=perfect]").count(), 0);
    await noViolations(page, "a lost table");
    await visitor.picture("lost-table");

    await notice.getByRole("button", { name: "Hedgehog" }).click();
    await untilMyTurn(page);
    await page.locator("#strip-them").getByRole("heading", { name: "Hedgehog" }).waitFor();
  }),
);
