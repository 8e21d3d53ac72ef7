// Every page on a phone, in both languages: nothing scrolls sideways, with text at 130% and 200%
// every control can still be reached, and axe finds no violations (in Japanese, because
// access.test.mjs covers English).

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarelyUnless } from "../rarely.mjs";
import { BYPASS, EXCEPT_CONTRAST, violations } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { cutChoices, rows } from "./support/layout.mjs";
import { anyMove, create, legalMoves, play, press, untilMyTurn } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

// A phone, but without zooming out from pages that are too wide.
const NARROW = { ...PHONE, isMobile: false };
const { width } = PHONE.viewport;
const UPRIGHT = PHONE.viewport;
const LANDSCAPE = { width: UPRIGHT.height, height: UPRIGHT.width };

// Those of the short run.
const OFTEN = { en: /match of quarto/, ja: /animal_shogi|lobby/ };

// In pixels, at 100%.
const TEXT = 16;

for (const [lang, locale, faults] of /** @type {const} */ ([
  ["en", "en-US", async () => []],
  ["ja", "ja-JP", (page) => violations(page, EXCEPT_CONTRAST)],
])) {
  const sweep = (name, work) =>
    rarelyUnless(OFTEN[lang].test(name))(`${name} (${lang})`, async () => {
      const visitor = await Visitor.arrive(browser, server.base, { ...NARROW, ...BYPASS, locale });
      const { page } = visitor;
      // With a mouse, a press on a small point plays at once.
      visitor.touch = false;
      const session = await page.context().newCDPSession(page);
      // Like the setting of a browser, which media queries respect.
      const scaleText = (percent) =>
        session.send("Page.setFontSizes", { fontSizes: { standard: Math.round((TEXT * percent) / 100) } });
      const found = [];
      const check = async (where) => {
        const note = (what) => found.push(`${where}: ${what}`);
        assert.equal(await page.evaluate(() => document.documentElement.lang), lang, where);
        (await page.evaluate(beyond, width)).forEach(note);
        (await faults(page)).forEach(note);
        const covered = await page.evaluate(unreachable, width);
        for (const percent of [130, 200]) {
          await scaleText(percent);
          const lost = (await page.evaluate(unreachable, width)).filter((control) => !covered.includes(control));
          for (const control of lost) note(`out of reach at ${percent}%: ${control}`);
        }
        await visitor.picture(`sizes-${lang}-${name}-${where}`.replaceAll(" ", "-"));
        await scaleText(100);
      };
      try {
        await work(visitor, check);
      } finally {
        assert.deepEqual(found, []);
      }
      await visitor.leave();
    });

  for (const { game, options } of GAMES) {
    sweep(`a match of ${game} from its sheet to its end`, async (visitor, check) => {
      const { page } = visitor;
      await page.goto(`${server.base}/play/${game}`);
      await page.waitForSelector(".phx-connected");
      await check("the sheet");
      await option(page, "opponent", "here");
      if (options) await option(page, "options[size]", options.size);
      await page.locator(".sheet-foot .is-primary").tap();
      await untilMyTurn(page);
      for (let ply = 0; ply < 3; ply += 1) await play(visitor, anyMove);
      const [{ steps }] = await legalMoves(page);
      if (steps.length > 1) await press(visitor, steps[0]);
      await check("a match");
      await page.setViewportSize(LANDSCAPE);
      assert.deepEqual(await page.evaluate(beyond, LANDSCAPE.width), [], "a match in landscape");
      await page.setViewportSize(UPRIGHT);
      await page.keyboard.press("Escape");
      await page.locator("#moves summary").tap();
      await check("its moves");
      await page.keyboard.press("Escape");
      await page.locator("#walk-back").tap();
      await page.locator("#to-now").waitFor();
      await check("its past");
      await page.setViewportSize(LANDSCAPE);
      assert.deepEqual(await page.evaluate(beyond, LANDSCAPE.width), [], "its past in landscape");
      await page.setViewportSize(UPRIGHT);
      await page.locator("#to-now").tap();
      await page.locator("#hint").tap();
      await page.locator(".is-marked, .point-mark").first().waitFor({ state: "attached" });
      await check("a hint");
      await page.locator("#ask-resign").tap();
      await check("the question");
      await page.locator("#resign").tap();
      await page.waitForSelector("#strip-you.is-over");
      await check("the end");
    });

    sweep(`rules and lesson of ${game}`, async ({ page }, check) => {
      await page.goto(`${server.base}/rules/${game}`);
      await check("the rules");
      await page.goto(`${server.base}/learn/${game}`);
      await check("the lesson");
      await page.goto(`${server.base}/learn/${game}/end`);
      await check("the end of the lesson");
    });
  }

  for (const { game } of GAMES) {
    sweep(`the editor and the analysis of ${game}`, async (visitor, check) => {
      const { page } = visitor;
      await visitor.turnEngineOff(game);
      for (const place of ["edit", "analysis"]) {
        await page.goto(`${server.base}/${place}/${game}`);
        await page.waitForSelector(".phx-connected");
        await check(place);
        await page.setViewportSize(LANDSCAPE);
        assert.deepEqual(await page.evaluate(beyond, LANDSCAPE.width), [], `${place} in landscape`);
        await page.setViewportSize(UPRIGHT);
      }
    });
  }

  sweep("the lobby and its dialogs", async (visitor, check) => {
    const { page } = visitor;
    await page.goto(server.base);
    await page.waitForSelector(".phx-connected");
    await check("the lobby of a newcomer");
    for (const { game } of GAMES) {
      await create(visitor, game, { opponent: "here" });
      await visitor.store(`playout:beaten:${game}`, "[1, 2, 3, 4, 5, 6, 7, 8]");
    }
    await page.reload();
    await page.waitForSelector(".phx-connected");
    await check("the lobby with matches and beaten levels");
    await page.locator("[phx-click='ask_delete']").first().tap();
    await page.waitForSelector("[phx-click='delete_match']");
    await check("the question");

    for (const [game, name, value] of [
      ["gomoku", "options[opening]", "swap2"],
      ["quarto", "opponent", "custom"],
    ]) {
      await page.locator(`[data-opens="sheet-${game}"]`).tap();
      await option(page.locator(`#sheet-${game}`), name, value);
      await check(`the sheet with ${value}`);
      await page.keyboard.press("Escape");
    }
    await page.locator("[data-opens='settings']").tap();
    await check("the settings");

    await page.goto(`${server.base}/nothing/here`);
    await check("page not found");
    visitor.expectErrors(/404/);
  });
}

async function option(sheet, name, value) {
  await sheet.locator(`label:has([name="${name}"][value="${value}"])`).tap();
  await sheet.locator("form.choices:not(.phx-change-loading)").waitFor();
}

// In the page: what is wider than a screen of this width.
function beyond(width) {
  const scrolls = [document.documentElement, ...document.querySelectorAll("dialog[open], dialog[open] *")];
  const wide = scrolls.filter((element) => element.scrollWidth > Math.max(element.clientWidth, 1));
  const page = document.documentElement.scrollWidth;
  return page > width || wide.length > 0
    ? [`${page} px`, ...wide.map((element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 100))]
    : [];
}

// In the page: the controls that cannot be pressed even after scrolling up or down to them.
function unreachable(width) {
  const top = document.querySelector("dialog[open]") ?? document;
  const reachable = (element) => {
    element.scrollIntoView({ block: "center", inline: "nearest" });
    for (let around = element; around; around = around.parentElement) around.scrollLeft = 0;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (left < -1 || right > width + 1) return false;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return element.contains(hit);
  };
  const controls = [...top.querySelectorAll("a, button, summary, select, label:has(input), input:not(label *)")];
  const missed = controls.filter((element) => element.checkVisibility() && !reachable(element));
  scrollTo(0, 0);
  return missed.map((element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 120));
}

for (const locale of ["en-US", "ja-JP"]) {
  rarelyUnless(locale === "ja-JP")(
    `the choices of lists can be read, and no button is alone in a row (${locale})`,
    async () => {
      const visitor = await Visitor.arrive(browser, server.base, { locale, ...WIDE });
      const { page } = visitor;
      const LOW = { width: 640, height: 360 };
      for (const [path, viewport, buttons, expected] of /** @type {[string, object, string, number[]][]} */ ([
        ["/edit/gomoku", WIDE.viewport, "#editor-options > *", [1, 2]],
        ["/edit/gomoku", UPRIGHT, ".editor-commands .button", [3, 2]],
        ["/analysis/gomoku", { width: 1280, height: 800 }, "#analysis-actions .button", [3]],
        ["/analysis/animal_shogi", { width: 1280, height: 800 }, "#analysis-actions .button", [2, 2]],
        ["/analysis/gomoku", LOW, ".engine-head > .button", [1]],
        ["/play/gomoku", WIDE.viewport, ".opponents label", [5]],
      ])) {
        await page.setViewportSize(viewport);
        await page.goto(server.base + path);
        assert.deepEqual([path, viewport, await rows(page.locator(buttons))], [path, viewport, expected]);
        // What a player of one's own is called may be longer than any list.
        assert.deepEqual(
          (await cutChoices(page)).filter((words) => !words.includes("…")),
          [],
          path,
        );
      }
      await visitor.leave();
    },
  );
}

for (const game of ["quarto", "animal_shogi", "separo"]) {
  test(`all choices of a new match are in sight where there is room (${game})`, async () => {
    const visitor = await Visitor.arrive(browser, server.base, WIDE, "/");
    const { page } = visitor;
    await page.locator(`[data-opens="sheet-${game}"]`).click();
    const body = page.locator(`#sheet-${game} .choices .sheet-body`);
    await body.waitFor();
    const [inside, height] = await body.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
    assert.ok(inside <= height, `${inside} px in ${height}`);
    await visitor.leave();
  });
}

test("a diagram without another beside it is in the middle", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE, "/rules/animal_shogi");
  const aside = await visitor.page
    .locator(".diagrams:has(> :nth-child(3):last-child, > :nth-child(5):last-child)")
    .evaluateAll((groups) => {
      const middle = (element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left + right) / 2;
      };
      return groups.map((group) => Math.round(middle(group.lastElementChild) - middle(group)));
    });
  assert.ok(aside.length > 0 && aside.every((distance) => distance === 0), `${aside}`);
  await visitor.leave();
});
