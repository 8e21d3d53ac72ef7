// The lobby: setting up matches, what the browser remembers, and the visitor's matches.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, rarelyUnless } from "../rarely.mjs";
import { contextOf, PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { tabTo, untilFocus, untilFocused } from "./support/keyboard.mjs";
import { smallTargets } from "./support/layout.mjs";
import { create, settled, start, untilMyTurn } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

async function visit(work, options = WIDE, path = "/") {
  const visitor = await Visitor.arrive(browser, server.base, options, path);
  await work(visitor);
  await visitor.leave();
}

// One's own matches; the lobby also lists those of other tests.
const OWN = ".match-card[id^='match-']";

const card = (page) => page.getByRole("article", { name: "Quarto" });
const opener = (page) => card(page).getByRole("link", { name: "Opponent…" });
const sheet = (page) => page.getByRole("dialog", { name: "New match: Quarto" });
const opponent = (page, name) => sheet(page).getByRole("radio", { name });

async function lobby(page) {
  await page.goto(server.base);
  await page.waitForSelector(".phx-connected");
}

test("a press anywhere on a card, even a double press, starts one match in which you go first", () =>
  visit(async ({ page }) => {
    assert.ok((await page.locator(".game-card .miniature").count()) > 0);
    assert.equal(await page.locator(".miniature:not([aria-hidden='true'])").count(), 0, "decorative");
    const { x, y } = await card(page).locator(".about").boundingBox();
    await page.mouse.dblclick(x, y);
    assert.ok(await untilMyTurn(page));
    await page.getByText("Hedgehog").first().waitFor();
    await lobby(page);
    assert.equal(await page.locator(OWN).count(), 1);
    await card(page).getByRole("link", { name: "Rules" }).click();
    await page.waitForURL(/rules\/quarto/);
  }));

test("no press before the socket connects is lost", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    let open;
    const opened = new Promise((resolve) => (open = resolve));
    await page.routeWebSocket(/\/live\/websocket/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage(async (message) => {
        await opened;
        server.send(message);
      });
    });
    await page.goto(server.base);
    await opener(page).click();
    await opponent(page, /^Watch/).check();
    await sheet(page).getByLabel("Goes second").selectOption("owl");
    open();
    await page.waitForSelector(".phx-connected");
    await settled(sheet(page));
    await page.waitForFunction(() => document.querySelector("dialog[open] [value='watch']").defaultChecked);
    assert.ok(await opponent(page, /^Watch/).isChecked());

    // Even if the socket never connects, the form is sent.
    await page.routeWebSocket(/\/live\/websocket/, () => {});
    await page.goto(server.base);
    await opener(page).click();
    await opponent(page, /^Engine/).check();
    await opponent(page, /^Cat/).check();
    await sheet(page).getByRole("button", { name: "Play" }).click();
    await page.waitForURL(/\/m\//);
    await page.getByText("Cat").first().waitFor();
    for (const path of ["/", "/rules/quarto"]) {
      await page.goto(server.base + path);
      await page.getByRole("button", { name: /^Play/ }).first().click();
      await page.waitForURL(/\/m\//);
      assert.equal(await page.locator(".phx-connected").count(), 0);
    }
    // LiveView reports that it cannot send a change yet.
    visitor.expectErrors(/no component found/);
  }));

test("without JavaScript, matches are set up on a page, and the other pages can be read", async () => {
  const context = await contextOf(browser, { ...PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  const needsScript = page.locator(".requires-js", { hasText: "need JavaScript" });
  await page.goto(`${server.base}/rules/quarto`);
  await needsScript.waitFor();
  await page.goto(`${server.base}/learn/quarto`);
  await needsScript.waitFor();
  await page.getByRole("heading", { name: "First lesson" }).waitFor();

  await page.goto(server.base);
  await needsScript.waitFor();
  assert.equal(await page.getByRole("button", { name: "Settings" }).count(), 0);
  await opener(page).click();
  await page.waitForURL(/\/play\/quarto/);
  const begins = page.getByRole("group", { name: "Who goes first" });
  await page.getByRole("radio", { name: /^Two players/ }).check();
  await begins.waitFor({ state: "hidden" });
  await page.getByRole("radio", { name: /^Custom/ }).check();
  await begins.getByRole("radio", { name: "Random" }).check();
  await page.getByRole("radio", { name: "Minimax" }).check();
  await page.getByRole("button", { name: "Show this player's settings" }).click();
  await page.getByLabel("depth").fill("deep");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText("Please fix the setting marked above").waitFor();
  assert.equal(await page.getByLabel("depth").inputValue(), "deep");
  assert.ok(await begins.getByRole("radio", { name: "Random" }).isChecked());
  await page.getByLabel("depth").fill("1");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/m\//);
  await needsScript.waitFor();
  await context.close();
});

// In the page: scrolls a choice away from the head and the foot, which cover the ends of the
// sheet, and presses it. Returns where it is on the screen, or null if it is not shown.
function pressChoice(sheet, choice) {
  const label = sheet.querySelector(choice);
  if (!label.checkVisibility()) return null;
  label.scrollIntoView({ block: "center" });
  const { top } = label.getBoundingClientRect();
  label.click();
  return top;
}

// In the page: how far a choice is from the top of the screen, and where Play is.
function positions(sheet, choice) {
  const { top } = sheet.querySelector(choice).getBoundingClientRect();
  const { x, y, width, height } = sheet.querySelector(".sheet-foot .is-primary").getBoundingClientRect();
  return { top, play: { x, y, width, height } };
}

// Play and each choice stay where they are on the screen, wherever the sheet is scrolled to.
async function holdsStill(gomoku, viewport) {
  const before = await gomoku.locator(".sheet-foot .is-primary").boundingBox();
  assert.ok(before.y + before.height <= viewport.height, "Play is on the screen");
  const radios = gomoku.locator("label:has([type=radio]) input");
  for (const [name, value] of await radios.evaluateAll((all) => all.map(({ name, value }) => [name, value]))) {
    const choice = `label:has([name="${name}"][value="${value}"])`;
    const top = await gomoku.evaluate(pressChoice, choice);
    if (top === null) continue;
    await settled(gomoku);
    const after = await gomoku.evaluate(positions, choice);
    assert.ok(Math.abs(after.top - top) < 1, `${name} ${value} moved from ${top} to ${after.top}`);
    for (const side of ["x", "y", "width", "height"]) {
      // Pages scroll by whole pixels, so the end of one can be up to half a pixel off.
      const moved = Math.abs(after.play[side] - before[side]);
      assert.ok(moved <= 0.5, `Play, when ${name} is ${value}: its ${side} changed by ${moved}`);
    }
    if (name === "opponent") await gomoku.locator('label:has([value="engine"])').click();
  }
}

for (const [size, options] of /** @type {const} */ ([
  ["360x640", PHONE],
  ["1440x900", WIDE],
])) {
  rarelyUnless(options === PHONE)(`nothing in the sheet moves when something is chosen (${size})`, () =>
    visit(async ({ page }) => {
      await page.locator('[data-opens="sheet-gomoku"]').click();
      await holdsStill(page.getByRole("dialog", { name: "New match: Gomoku" }), options.viewport);
      if (!all) return;
      await page.goto(`${server.base}/play/gomoku`);
      await page.waitForSelector(".phx-connected");
      await holdsStill(page.getByRole("region", { name: "New match: Gomoku" }), options.viewport);
    }, options),
  );
}

test("an opponent chosen by keyboard is remembered", () =>
  visit(async ({ page }) => {
    await tabTo(opener(page));
    await page.keyboard.press("Enter");
    await untilFocus(opponent(page, /^Engine/));
    await page.keyboard.press("Tab");
    await untilFocus(opponent(page, /^Hedgehog/));
    await page.keyboard.press("ArrowRight");
    assert.ok(await opponent(page, /^Cat/).isChecked());

    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "hidden" });
    await untilFocus(opener(page));
    await page.keyboard.press("Enter");
    await untilFocus(opponent(page, /^Engine/));
    assert.ok(await opponent(page, /^Cat/).isChecked());

    await tabTo(sheet(page).getByRole("button", { name: "Play" }));
    await page.keyboard.press("Enter");
    assert.ok(await untilMyTurn(page));
    await page.getByText("Cat").first().waitFor();

    await lobby(page);
    await opener(page).click();
    await sheet(page).locator(":checked").first().waitFor();
    await page.waitForFunction(() => document.querySelector("dialog [name='level'][value='cat']").checked);
  }));

test("a custom player: errors are shown, typed text is kept, and the player plays", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await opener(page).click();
    await opponent(page, /^Custom/).check();
    const playouts = sheet(page).getByLabel("playouts");
    await playouts.fill("a few");
    await sheet(page).getByText("Enter a whole number").waitFor();
    await opponent(page, /^Engine/).check();
    await playouts.waitFor({ state: "detached" });
    await opponent(page, /^Custom/).check();
    await playouts.waitFor();
    assert.equal(await playouts.inputValue(), "a few");

    // The form comes back as a page with the same choices.
    const begins = (form, name) => form.getByRole("group", { name: "Who goes first" }).getByRole("radio", { name });
    await begins(sheet(page), "Random").check();
    await sheet(page).getByRole("button", { name: "Play" }).click();
    const form = page.getByRole("region", { name: "New match: Quarto" });
    await form.getByText("Please fix the setting marked above").waitFor();
    await page.waitForSelector(".phx-connected");
    const again = form.getByLabel("playouts");
    assert.equal(await again.inputValue(), "a few");
    assert.ok(await begins(form, "Random").isChecked());
    visitor.expectErrors(/422/);
    await again.fill("50");
    await form.getByText("mcts:playouts=50").waitFor();
    await begins(form, /^You$/).check();
    await settled(form);
    await form.getByRole("button", { name: "Play" }).click();
    assert.ok(await untilMyTurn(page));

    // The text is remembered.
    await lobby(page);
    await opener(page).click();
    await playouts.waitFor();
    assert.equal(await playouts.inputValue(), "50");
  }));

test("the lobby shows levels beaten and lessons done in this browser", () =>
  visit(async ({ page }) => {
    const beaten = card(page).getByText("Levels beaten");
    const done = card(page).getByRole("link", { name: "Lesson" }).getByRole("img", { name: "done" });
    assert.equal(await beaten.count(), 0);
    assert.equal(await done.count(), 0);
    const remember = (memory) =>
      page.evaluate((memory) => {
        for (const [key, value] of Object.entries(memory)) localStorage.setItem(`playout:${key}`, value);
      }, memory);

    const solved = JSON.parse(await card(page).getAttribute("data-lesson"));
    await remember({ "beaten:quarto": "[2,1]", "lesson:quarto": JSON.stringify(solved.slice(1)) });
    await lobby(page);
    await beaten.waitFor();
    assert.match(await beaten.textContent(), /^Levels beaten: 2 of \d+$/);
    assert.equal(await card(page).locator(".beaten use").getAttribute("href"), "#portrait-sparrow", "the last one");
    assert.equal(await done.count(), 0);
    assert.equal(await page.locator(".beaten:visible").count(), 1, "only in this game");

    // Numbers stand for levels of earlier ladders, in which the fox was the fourth.
    await remember({ "beaten:quarto": '[1,4,"cat"]' });
    await lobby(page);
    const levels = JSON.parse(await card(page).getAttribute("data-levels"));
    const kept = ["sparrow", "fox", "cat"].filter((name) => levels.includes(name)).length;
    assert.match(await beaten.textContent(), new RegExp(`^Levels beaten: ${kept} of ${levels.length}$`));

    await remember({ "beaten:quarto": "rubbish", "lesson:quarto": JSON.stringify(solved) });
    await lobby(page);
    await done.waitFor();
    assert.equal(await beaten.count(), 0);
  }));

test("matches are deleted after a question, and the focus stays in the list", () =>
  visit(
    async (visitor) => {
      const { page } = visitor;
      for (const level of ["sparrow", "heron", "owl"])
        await create(visitor, "quarto", { opponent: "engine", level, begins: "you" });
      await lobby(page);
      const remove = (name) => page.getByRole("button", { name: `Delete: ${name}` });

      await remove("Heron").focus();
      await page.keyboard.press("Enter");
      await page.getByText("Delete permanently?").waitFor();
      await untilFocused(page, "Keep");
      await page.keyboard.press("Escape");
      await page.getByText("Delete permanently?").waitFor({ state: "detached" });
      await untilFocus(remove("Heron"));

      await page.keyboard.press("Enter");
      await page.getByText("Delete permanently?").waitFor();
      await untilFocused(page, "Keep");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await remove("Heron").waitFor({ state: "detached" });
      // The newest are first, so Sparrow moves up.
      await untilFocused(page, "Sparrow");

      const other = await visitor.open("/");
      await other.getByRole("button", { name: "Delete: Sparrow" }).click();
      await other.getByText("Delete permanently?").waitFor();
      await other.getByRole("button", { name: "Delete", exact: true }).click();
      await remove("Sparrow").waitFor({ state: "detached" });
      await untilFocused(page, "Owl");
    },
    WIDE,
    null,
  ));

test("someone who moves the focus before the next frame keeps it", () =>
  visit(
    async (visitor) => {
      const { page } = visitor;
      await create(visitor);
      await lobby(page);
      await page.evaluate(() => {
        const observer = new MutationObserver(() => {
          const warm = document.querySelector(".question .is-warm");
          if (warm) observer.disconnect();
          warm?.focus();
        });
        observer.observe(document.body, { childList: true, subtree: true });
      });
      const remove = page.getByRole("button", { name: /^Delete:/ });
      await remove.click();
      await untilFocused(page, "Delete");
      const frame = () => page.evaluate(() => new Promise((seen) => requestAnimationFrame(seen)));
      for (let frames = 0; frames < 3; frames += 1) await frame();
      await untilFocused(page, "Delete");
      await page.keyboard.press("Enter");
      await remove.waitFor({ state: "detached" });
    },
    WIDE,
    null,
  ));

test("the theme applies from the first paint, in every window", () =>
  visit(
    async (visitor) => {
      const { page } = visitor;
      const background = (where) => where.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await background(page);
      const other = await visitor.open("/");

      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("radio", { name: "Dark" }).check();
      const dark = await background(page);
      assert.notEqual(dark, light);
      await other.waitForFunction(() => document.documentElement.dataset.theme === "dark");
      assert.equal(await background(other), dark);

      // Without the site's script, which arrives after the first paint.
      await page.route("**/app*.js*", (route) => route.abort());
      await page.goto(server.base);
      assert.equal(await background(page), dark);
      visitor.expectErrors(/ERR_FAILED/);
    },
    { ...WIDE, colorScheme: "light" },
  ));

// In the page: the headings of lists, with how far each is below what is above it.
function gaps() {
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const parts = [...document.querySelectorAll(".lobby :is(.matches, .games)")].filter(shown);
  const bottom = (part) =>
    Math.max(...[...part.querySelectorAll("li, .game-card")].map((card) => card.getBoundingClientRect().bottom));
  return parts.slice(1).flatMap((part, index) => {
    const heading = part.querySelector("h2");
    return heading ? [[heading.textContent.trim(), heading.getBoundingClientRect().top - bottom(parts[index])]] : [];
  });
}

test("the headings of lists keep a distance from the cards above", async () => {
  const other = await Visitor.arrive(browser, server.base);
  await start(other, "quarto", { opponent: "friend", open: "anyone" });
  await other.page.locator("#share-link").waitFor();
  await visit(
    async (visitor) => {
      const { page } = visitor;
      await start(visitor, "quarto", { opponent: "engine", level: "sparrow", begins: "you" });
      await untilMyTurn(page);
      await page.locator("#ask-resign").click();
      await page.locator("#resign").click();
      await page.locator("#strip-you.is-over").waitFor();
      await lobby(page);
      for (const { viewport } of [PHONE, WIDE]) {
        await page.setViewportSize(viewport);
        const found = await page.evaluate(gaps);
        assert.ok(found.length >= 2, `${found}`);
        for (const [heading, gap] of found) assert.ok(gap >= 12, `${heading}: ${gap} px at ${viewport.width}`);
        await visitor.picture(`lobby-lists-${viewport.width}`);
      }
    },
    WIDE,
    null,
  );
  await other.leave();
});

const LANDSCAPE = { width: 640, height: 360 };
// Up to this width, phones are held upright.
const LARGE_PHONE = { width: 412, height: 915 };
// From about this width, cards have two columns.
const TABLET = { width: 1024, height: 768 };

// The height of the lobby on the smallest phone, in screens, before one has played.
const MAX_SCREENS = 2;

// Without the matches of other tests that anyone may join or watch.
function heightOfOwnLobby() {
  const lists = [...document.querySelectorAll(".is-public")];
  for (const list of lists) list.hidden = true;
  const height = document.documentElement.scrollHeight;
  for (const list of lists) list.hidden = false;
  return height;
}

for (const [
  device,
  options,
  viewports,
  text,
] of /** @type {[string, typeof WIDE, { width: number, height: number }[], string?][]} */ ([
  ["phones", PHONE, [PHONE.viewport, LARGE_PHONE, LANDSCAPE]],
  ["wide windows", WIDE, [{ width: 768, height: 1024 }, TABLET, WIDE.viewport]],
  ["a phone with text at 200%", PHONE, [PHONE.viewport], "200%"],
  ["a phone in Japanese", { ...PHONE, locale: "ja-JP" }, [PHONE.viewport]],
])) {
  rarelyUnless(device !== "a phone in Japanese")(`nothing is cut off or too small to press (${device})`, () =>
    visit(async (visitor) => {
      const { page } = visitor;
      const visitLobby = async () => {
        await lobby(page);
        await page.evaluate((text) => (document.documentElement.style.fontSize = text), text ?? "");
      };
      const check = async (where, more = async (_viewport, _size) => {}) => {
        for (const viewport of viewports) {
          await page.setViewportSize(viewport);
          const size = `${where}, ${viewport.width}x${viewport.height}`;
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= viewport.width, `${size}: ${wide} px wide`);
          // The whole card of a match can be pressed.
          const small = (await smallTargets(page)).filter((html) => !html.includes('href="/m/'));
          assert.deepEqual(small, [], size);
          await more(viewport, size);
          await visitor.picture(`lobby-${size}-${device}`.replaceAll(/\W+/g, "-"));
        }
      };
      await page.evaluate(() => localStorage.setItem("playout:beaten:gomoku", '["sparrow", "hedgehog"]'));
      await visitLobby();
      await page.locator("#game-gomoku .beaten").waitFor();
      await check("the lobby", async ({ width, height }, size) => {
        assert.deepEqual(await page.locator(".game-card").evaluateAll(crowded), [], size);
        if (text) return;
        const lines = await page
          .locator("h1")
          .evaluate((h1) => h1.offsetHeight / parseFloat(getComputedStyle(h1).lineHeight));
        assert.equal(Math.round(lines), 1, `${size}: the headline is one line`);
        const tall = await page.evaluate(heightOfOwnLobby);
        if (width === PHONE.viewport.width) assert.ok(tall <= MAX_SCREENS * height, `${tall} px tall`);
      });
      const sheet = page.locator("#sheet-quarto");
      await page.locator("#choose-quarto").click();
      await check("the sheet");
      await sheet.locator('[name="opponent"][value="custom"]').check();
      await sheet.locator("#quarto-playouts").waitFor();
      await check("a custom player", async ({ height }, size) => {
        const [width, visible] = await sheet
          .locator(".sheet-body")
          .evaluate((body) => [body.scrollWidth, body.clientWidth]);
        assert.ok(width <= visible, `${size}: nothing in the sheet is cut off`);
        const play = await sheet.locator(".sheet-foot .is-primary").boundingBox();
        assert.ok(play.y + play.height <= height, `${size}: Play is on the screen`);
      });
      await page.keyboard.press("Escape");
      // It has the most levels.
      await page.locator("#choose-gomoku").click();
      await check("many levels", async ({ width }, size) => {
        const levels = page.locator("#sheet-gomoku .levels label");
        assert.deepEqual(await levels.evaluateAll(cramped), [], size);
        const rows = new Set(await levels.evaluateAll((labels) => labels.map((label) => label.offsetTop)));
        if (width >= 640) assert.ok(rows.size <= 3, `${size}: ${rows.size} rows of levels`);
      });
      await page.keyboard.press("Escape");
      await page.locator("#play-quarto").click();
      await untilMyTurn(page);
      await visitLobby();
      await page.locator(`${OWN} .icon-button`).click();
      await page.locator(`${OWN} .question`).waitFor();
      await check("a match");
    }, options),
  );
}

// In the page: levels beyond the sides of their row, or with their strength on two lines.
function cramped(labels) {
  return labels.flatMap((label) => {
    const [{ right }, row] = [label, label.parentElement].map((element) => element.getBoundingClientRect());
    const strength = document.createRange();
    strength.selectNodeContents(label.querySelector("small"));
    const fits = right <= row.right + 1 && strength.getClientRects().length === 1;
    return fits ? [] : [label.textContent.trim()];
  });
}

// In the page: cards with more than one strong button, or with something beyond their sides.
function crowded(cards) {
  return cards.flatMap((card) => {
    const { left, right } = card.getBoundingClientRect();
    const beyond = [...card.querySelectorAll(".beaten, .beaten *, a, button")].filter((element) => {
      const box = element.getBoundingClientRect();
      return element.checkVisibility() && box.width > 0 && (box.left < left - 1 || box.right > right + 1);
    });
    const strong = [...card.querySelectorAll(".is-primary")].slice(1);
    return [...beyond, ...strong].map((element) => `${card.id}: ${element.outerHTML.slice(0, 100)}`);
  });
}
