// Setting up a position: by presses and by keyboard, refusals that name their place, and where to go
// from there.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, rarelyUnless } from "../rarely.mjs";
import { eventually } from "../waiting.mjs";
import { BYPASS, noViolations, noViolationsInAnyTheme } from "./support/axe.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { GAMES } from "./support/games.mjs";
import { tabTo, untilFocus } from "./support/keyboard.mjs";
import { smallTargets } from "./support/layout.mjs";
import { anyMove, connected, play, press, settled, untilMyTurn, untilPlayed } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

const visit = async (path, work, options) => {
  const visitor = await Visitor.arrive(browser, server.base, { ...WIDE, ...BYPASS, ...options }, path);
  await work(visitor, visitor.page);
  await visitor.leave();
};

const button = (page, name) => page.getByRole("button", { name, exact: true });
const verdict = (page) => page.locator("#verdict[role=status]");
const text = (page) => page.getByLabel("Position as text");

// The cells and points that are marked. On a board without cells, the mark lies on a point.
const marked = (page) =>
  page.locator(".board :is(.is-marked, .point-mark)").evaluateAll((all) =>
    all.map((mark) => {
      const { x, y, width, height } = mark.getBoundingClientRect();
      const [cx, cy] = [x + width / 2, y + height / 2];
      const here = [...document.querySelectorAll(".board [data-step]")].find((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        return left <= cx && cx <= right && top <= cy && cy <= bottom;
      });
      return here.dataset.step;
    }),
  );

const untilVerdict = (page, words) => verdict(page).getByText(words, { exact: true }).waitFor();

// The field and the address agree.
async function untilText(page, wanted) {
  await eventually(async () => {
    assert.equal(await text(page).inputValue(), wanted);
    assert.equal(new URL(page.url()).searchParams.get("position"), wanted);
  });
}

const toggle = (visitor, element) => (visitor.touch ? element.tap() : element.click());

// Presses what a list names: a cell or a point, or else a button.
async function pressAll(visitor, names) {
  const { page } = visitor;
  for (const name of names) {
    const cell = page.locator(`.board [data-step="${name}"]`);
    if ((await cell.count()) === 1) await press(visitor, name);
    else
      await toggle(
        visitor,
        typeof name === "string" ? button(page, name) : page.locator(name.in).getByRole("button", { name: name.press }),
      );
  }
}

const path = (game, position) => `/edit/${game}?${new URLSearchParams({ position })}`;

for (const { game, edit } of GAMES) {
  const { at, wrong, refusal, marks, right, possible, position } = edit;

  rarelyUnless(["animal_shogi", "separo"].includes(game))(
    `a position of ${game} is set up by presses, analysed and played`,
    () =>
      visit(path(game, at), async (visitor, page) => {
        await pressAll(visitor, wrong);
        await untilVerdict(page, refusal);
        await untilText(page, edit.refused);
        await eventually(async () => assert.deepEqual(await marked(page), marks));
        assert.equal(await button(page, "Play from here").getAttribute("aria-disabled"), "true");
        await pressAll(visitor, right);
        await untilVerdict(page, possible);
        await untilText(page, position);

        await page.getByRole("link", { name: "Analyse" }).click();
        await page.locator("#analysis").waitFor();
        assert.equal(new URL(page.url()).searchParams.get("position"), position);
        await page.getByRole("link", { name: "Set up a position" }).click();
        await untilVerdict(page, possible);
        await untilText(page, position);

        await page.getByRole("link", { name: "Play from here" }).click();
        await page.getByText("The match starts from this position.").waitFor();
        await connected(visitor);
        await page.locator("label:has([name=opponent][value=here])").click();
        await settled(page.locator(".play-page"));
        await button(page, "Play").click();
        await untilMyTurn(page);
        await page.locator(".top-title").filter({ hasText: "from a position" }).waitFor();
        await play(visitor, anyMove);
      }),
  );
}

test("a level plays on from a position", () =>
  visit(`/play/animal_shogi?${new URLSearchParams({ position: "1kb/3/1PR/BKR w p" })}`, async (visitor, page) => {
    await connected(visitor);
    await page.locator("label:has([name=begins][value=opponent])").click();
    await settled(page.locator(".play-page"));
    await button(page, "Play").click();
    // Moon moves first, and is the level.
    await untilPlayed(page, 1);
    await untilMyTurn(page);
    await page.getByText("This match started from a position that was set up.").waitFor();
    await play(visitor, anyMove);
    await untilPlayed(page, 3);
  }));

test("changes are undone, and a reload finds what was set up", () =>
  visit("/edit/gomoku", async (visitor, page) => {
    await page.getByLabel("Board", { exact: true }).selectOption("5");
    await untilText(page, "5/5/5/5/5 x freestyle");
    await pressAll(visitor, ["a1", "White stone", "b1"]);
    await untilText(page, "5/5/5/5/xo3 x freestyle");
    await page.getByLabel("Rules", { exact: true }).selectOption("standard");
    await untilText(page, "5/5/5/5/xo3 x standard");
    await page.reload();
    await connected(visitor);
    await untilText(page, "5/5/5/5/xo3 x standard");
    await button(page, "Clear").click();
    await untilText(page, "5/5/5/5/5 x standard");
    await button(page, "Undo").click();
    await untilText(page, "5/5/5/5/xo3 x standard");
    assert.equal(await button(page, "Undo").getAttribute("aria-disabled"), "true");

    await text(page).fill("5/5/5/5/xo3 z standard");
    await button(page, "Set up").click();
    await untilVerdict(page, "This text is not a position of Gomoku (see character 13).");
    await text(page).fill("5/5/5/5/xo3 x freestyle");
    await button(page, "Set up").click();
    await untilVerdict(page, "Possible. To move: Black");
    await untilText(page, "5/5/5/5/xo3 x freestyle");
  }));

test("a reconnection finds what was set up", async () => {
  let drop = async () => {};
  let reachable = true;
  await visit("/edit/quarto", async (visitor, page) => {
    await page.routeWebSocket(/\/live\/websocket/, (socket) => {
      if (!reachable) return socket.close();
      const server = socket.connectToServer();
      drop = async () => {
        await server.close();
        await socket.close();
      };
    });
    await page.reload();
    await connected(visitor);
    await pressAll(visitor, ["a1"]);
    await untilText(page, "..../..../..../0... -");
    const undo = button(page, "Undo");
    assert.equal(await undo.getAttribute("aria-disabled"), "false");
    reachable = false;
    await drop();
    await page.waitForSelector(".phx-client-error");
    // The page says that it isn't connected; nothing else comes of it.
    await pressAll(visitor, ["b1"]);
    reachable = true;
    // A new process knows nothing to undo.
    await eventually(async () => assert.equal(await undo.getAttribute("aria-disabled"), "true"));
    await untilText(page, "..../..../..../0... -");
    await pressAll(visitor, ["a1"]);
    await untilText(page, "..../..../..../.... -");
    visitor.expectErrors(/WebSocket/);
  });
});

test("the keyboard does all of it, and a screen reader hears it", () =>
  visit("/rules/animal_shogi", async (visitor, page) => {
    const key = (name) => page.keyboard.press(name);
    await tabTo(page.getByRole("link", { name: "Set up a position" }));
    await key("Enter");
    await verdict(page).waitFor();
    await connected(visitor);

    // The palette and the board are a single tab stop each.
    await tabTo(button(page, "Sun's giraffe"));
    await key("Control+End");
    await untilFocus(button(page, "Eraser"));
    await key("Enter");
    await page.locator("#tool-eraser[aria-pressed=true]").waitFor();
    await key("Control+Home");
    await key("ArrowRight");
    await untilFocus(button(page, "Sun's elephant"));
    await key("Shift+Tab");
    await untilFocus(page.locator(".board [tabindex='0']"));
    await key("Control+Home");
    await untilFocus(page.locator(".board [data-step='3a']"));
    await key("Enter");
    await page.locator("#announcement").getByText("3a, empty", { exact: true }).waitFor();
    await untilVerdict(page, "There must be two giraffes, on the board or in the hands.");
    // The focus stays.
    await untilFocus(page.locator(".board [data-step='3a']"));

    // Each group's stop is where the focus was last.
    await tabTo(button(page, "Sun's elephant"));
    await key("Control+Home");
    await key("Enter");
    await page.locator("#tool-1[aria-pressed=true]").waitFor();
    await tabTo(page.locator("#hold-second"));
    await key("Space");
    await untilVerdict(page, "Possible. To move: Sun");
    await tabTo(page.locator("#hand-second").getByRole("button", { name: /giraffe/ }));
    await key("Enter");
    await untilVerdict(page, "There must be two giraffes, on the board or in the hands.");
    await tabTo(button(page, "Undo"));
    await key("Enter");
    await untilVerdict(page, "Possible. To move: Sun");
    await tabTo(page.getByRole("radio", { name: "Sun" }));
    await key("ArrowRight");
    await untilVerdict(page, "Possible. To move: Moon");
    await tabTo(page.getByRole("link", { name: "Play from here" }));
    await key("Enter");
    await page.getByText("The match starts from this position.").waitFor();
  }));

test("on a phone, small points are aimed at first, and everything is large enough", async () => {
  for (const locale of all ? ["en-US", "ja-JP"] : ["ja-JP"]) {
    await visit(
      "/edit/gomoku",
      async (visitor, page) => {
        const stones = () => page.locator(".gomoku-board .stones > *").count();
        await press(visitor, "h8");
        await page.locator("#crosshair *").first().waitFor();
        assert.equal(await stones(), 0);
        // Later than a double press.
        await page.clock.fastForward(1_000);
        await press(visitor, "h8");
        await eventually(async () => assert.equal(await stones(), 1));
        await visitor.picture(`editor-gomoku-${locale}-narrow`);
        assert.deepEqual(
          (await smallTargets(page)).filter((target) => !target.includes('class="point"')),
          [],
        );
      },
      { ...PHONE, locale, clock: true },
    );
    for (const { game, edit } of GAMES) {
      await visit(
        path(game, edit.position),
        async (_visitor, page) => {
          assert.deepEqual(
            (await smallTargets(page)).filter((target) => !target.includes('class="point"')),
            [],
          );
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport.width);
        },
        { ...PHONE, locale },
      );
    }
  }
});

for (const { game, edit } of GAMES) {
  rarelyUnless(game === "separo")(`axe finds no violations in the editor of ${game}, wide and narrow`, async () => {
    for (const locale of all ? ["en-US", "ja-JP"] : ["en-US"]) {
      await visit(
        path(game, edit.position),
        async (visitor, page) => {
          await noViolations(page, `${game}, ${locale}`);
          await page.goto(server.base + path(game, edit.refused));
          await page.locator("#verdict.is-refused").waitFor();
          if (locale === "en-US") await noViolationsInAnyTheme(page, `${game}, refused`);
          else await noViolations(page, `${game}, refused, ${locale}`);
          await visitor.picture(`editor-${game}-${locale}`);
          await page.setViewportSize(PHONE.viewport);
          await noViolations(page, `${game}, ${locale}, narrow`);
          await visitor.picture(`editor-${game}-${locale}-narrow`);
        },
        { locale },
      );
    }
  });
}
