// The lobby: what can be chosen, what is remembered, and a visitor's matches.

import assert from "node:assert/strict";

import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { tabTo, untilFocus, untilFocused } from "./support/keyboard.mjs";
import { smallTargets } from "./support/layout.mjs";
import { begin, settled, untilMyTurn } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";
import { test } from "./support/trial.mjs";

async function visit(work, options) {
  const visitor = await Visitor.arrive(browser, server.base, options);
  await work(visitor);
  await visitor.leave();
}

const card = (page) => page.getByRole("article", { name: "Quarto" });
const opener = (page) => card(page).getByRole("link", { name: "Choose opponent…" });
const sheet = (page) => page.getByRole("dialog", { name: "New match: Quarto" });
const opponent = (page, name) => sheet(page).getByRole("radio", { name });

async function lobby(page) {
  await page.goto(server.base);
  await page.waitForSelector(".phx-connected");
}

test("one press on Play is a match in which you begin", () =>
  visit(async ({ page }) => {
    await card(page).getByRole("button", { name: "Play" }).click();
    assert.ok(await untilMyTurn(page));
    await page.getByText("Hedgehog").first().waitFor();
  }));

test("an opponent is chosen by keyboard, and remembered", () =>
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

test("a custom player: mistakes are told, nothing typed is lost, it plays", () =>
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

    // Sent as it is, it comes back as a page, with everything as it was.
    const begins = (form, name) => form.getByRole("group", { name: "Who begins" }).getByRole("radio", { name });
    await begins(sheet(page), "Random").check();
    await sheet(page).getByRole("button", { name: "Play" }).click();
    const form = page.getByRole("region", { name: "New match: Quarto" });
    await form.getByText("Please fix the setting marked above").waitFor();
    await page.waitForSelector(".phx-connected");
    const again = form.getByLabel("playouts");
    assert.equal(await again.inputValue(), "a few");
    assert.ok(await begins(form, "Random").isChecked());
    visitor.forgive(/422/);
    await again.fill("50");
    await form.getByText("mcts:playouts=50").waitFor();
    await begins(form, /^You$/).check();
    await settled(form);
    await form.getByRole("button", { name: "Play" }).click();
    assert.ok(await untilMyTurn(page));

    // It is there again, as it was.
    await lobby(page);
    await opener(page).click();
    await playouts.waitFor();
    assert.equal(await playouts.inputValue(), "50");
  }));

test("levels beaten and lessons done in this browser are marked", () =>
  visit(async ({ page }) => {
    const beaten = card(page).getByRole("list", { name: "Levels that you have beaten" });
    const done = card(page).getByRole("link", { name: "First lesson" }).getByRole("img", { name: "done" });
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
    assert.deepEqual(await beaten.getByRole("listitem").allInnerTexts(), ["1\nSparrow", "2\nHedgehog"]);
    assert.equal(await done.count(), 0);
    const others = page.getByRole("list", { name: "Levels that you have beaten" });
    assert.equal(await others.count(), 1, "of this game alone");

    await remember({ "beaten:quarto": "rubbish", "lesson:quarto": JSON.stringify(solved) });
    await lobby(page);
    await done.waitFor();
    assert.equal(await beaten.count(), 0);
  }));

test("matches are deleted after a question, and the focus stays in the list", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    for (const level of ["Sparrow", "Heron", "Owl"]) {
      await lobby(page);
      await begin(visitor, { level });
    }
    await lobby(page);
    const remove = (name) => page.getByRole("button", { name: `Delete: ${name}` });

    await remove("Heron").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Delete it for good?").waitFor();
    await untilFocused(page, "Keep");
    await page.keyboard.press("Escape");
    await page.getByText("Delete it for good?").waitFor({ state: "detached" });
    await untilFocus(remove("Heron"));

    await page.keyboard.press("Enter");
    await page.getByText("Delete it for good?").waitFor();
    await untilFocused(page, "Keep");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await remove("Heron").waitFor({ state: "detached" });
    // The newest come first: Sparrow has taken its place.
    await untilFocused(page, "Sparrow");

    const other = await visitor.open("/");
    await other.getByRole("button", { name: "Delete: Sparrow" }).click();
    await other.getByText("Delete it for good?").waitFor();
    await other.getByRole("button", { name: "Delete", exact: true }).click();
    await remove("Sparrow").waitFor({ state: "detached" });
    await untilFocused(page, "Owl");
  }));

test("the focus is not pulled back from who is quicker than the next frame", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    await begin(visitor);
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
  }));

test("the theme holds from the first paint on, in every window", () =>
  visit(
    async (visitor) => {
      const { page } = visitor;
      const ground = (where) => where.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await ground(page);
      const other = await visitor.open("/");

      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("radio", { name: "Dark" }).check();
      const dark = await ground(page);
      assert.notEqual(dark, light);
      await other.waitForFunction(() => document.documentElement.dataset.theme === "dark");
      assert.equal(await ground(other), dark);

      // The markup alone, before the site's own script has come.
      await page.route("**/app*.js*", (route) => route.abort());
      await page.goto(server.base);
      assert.equal(await ground(page), dark);
      visitor.forgive(/ERR_FAILED/);
    },
    { ...WIDE, colorScheme: "light" },
  ));

for (const [size, options] of [
  ["360x640", PHONE],
  ["768x1024", { viewport: { width: 768, height: 1024 } }],
  ["1440x900", WIDE],
  ["1440x900 at 200 %", { viewport: { width: 720, height: 450 } }],
]) {
  test(`nothing is cut off or too small to press (${size})`, () =>
    visit(async (visitor) => {
      const { page } = visitor;
      const fits = async (where) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= options.viewport.width, `${where}: ${wide} px wide`);
        // Of a match the whole card is pressed.
        const small = (await smallTargets(page)).filter((html) => !html.includes('href="/m/'));
        assert.deepEqual(small, [], where);
        await visitor.picture(`lobby-${where.replaceAll(" ", "-")}-${size.replaceAll(" ", "-")}`);
      };
      await fits("the lobby");
      await opener(page).click();
      await fits("the sheet");
      await opponent(page, /^Custom/).check();
      await sheet(page).getByLabel("playouts").waitFor();
      await fits("a custom player");
      const { width, clientWidth } = await sheet(page).evaluate((dialog) => ({
        width: dialog.scrollWidth,
        clientWidth: dialog.clientWidth,
      }));
      assert.ok(width <= clientWidth, "nothing in the sheet is cut off");
      await page.keyboard.press("Escape");
      await begin(visitor);
      await lobby(page);
      await page.getByRole("button", { name: /^Delete/ }).click();
      await page.getByText("Delete it for good?").waitFor();
      await fits("a match");
    }, options));
}
