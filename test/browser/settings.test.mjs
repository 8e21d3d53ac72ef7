// The settings: on every page, stored by the browser, and applied before the first paint.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rarely } from "../rarely.mjs";
import { contextOf, PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { tabTo, untilFocused } from "./support/keyboard.mjs";
import { smallTargets } from "./support/layout.mjs";
import { choose } from "./support/settings.mjs";
import { browser, server } from "./support/site.mjs";

async function visit(work, options = WIDE, path = "/") {
  const visitor = await Visitor.arrive(browser, server.base, options, path);
  await work(visitor);
  await visitor.leave();
}

const chosen = (page) => page.evaluate(() => ({ ...document.documentElement.dataset }));

const field = (settings, role, name) => settings.getByRole(role, { name, exact: true });

// One option of each kind.
async function chooseSome(settings) {
  await field(settings, "radio", "Dark").check();
  await field(settings, "switch", "Coordinates on the board").uncheck();
  await field(settings, "switch", "Sounds").check();
}

const SOME = { theme: "dark", coordinates: "off", sound: "on" };

test("a choice applies immediately, on other pages, and after a reload before the first paint", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    assert.deepEqual(await chosen(page), {});
    const other = await visitor.open("/rules/quarto");
    assert.equal((await other.locator(".coordinate:visible").count()) > 0, true);

    await choose(page, chooseSome);
    assert.deepEqual(await chosen(page), SOME);
    await other.waitForFunction(() => document.documentElement.dataset.sound === "on");
    assert.deepEqual(await chosen(other), SOME);
    assert.equal(await other.locator(".coordinate:visible").count(), 0);

    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.body) return;
        window.first = { ...document.documentElement.dataset };
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    for (const path of ["/", "/learn/quarto", "/nothing/here"]) {
      await page.goto(server.base + path);
      assert.deepEqual(await page.evaluate(() => window.first), SOME, path);
    }
    visitor.expectErrors(/404/);

    await choose(page, async (settings) => {
      assert.ok(await field(settings, "radio", "Dark").isChecked());
      assert.ok(await field(settings, "switch", "Sounds").isChecked());
      assert.ok(await field(settings, "switch", "Animation").isChecked());
      await field(settings, "radio", "System").check();
      await field(settings, "switch", "Coordinates on the board").check();
      await field(settings, "switch", "Sounds").uncheck();
    });
    assert.deepEqual(await chosen(page), {});
    const kept = await page.evaluate(() => Object.keys(localStorage));
    assert.deepEqual(
      kept.filter((name) => name.startsWith("playout:option:")),
      [],
    );
  }));

test("a language chosen in one tab is that of the other tabs too, which stay where they are", () =>
  visit(async (visitor) => {
    const { page } = visitor;
    const other = await visitor.open("/rules/quarto");
    await choose(other, (settings) => field(settings, "radio", "Dark").check());
    await page.getByRole("button", { name: "Settings" }).click();
    await page.locator("dialog[open] button[value=ja]").click();
    for (const shown of [page, other]) await shown.locator("html[lang=ja] .phx-connected").waitFor();
    assert.equal(new URL(other.url()).pathname, "/rules/quarto");
  }));

test("a stored choice that no longer exists is ignored", () =>
  visit(async ({ page }) => {
    await page.evaluate(() => {
      localStorage.setItem("playout:option:theme", "sepia");
      localStorage.setItem("playout:option:-not a name", "on");
    });
    await page.reload();
    await choose(page, async (settings) => {
      assert.ok(await field(settings, "radio", "System").isChecked());
    });
  }));

test("the settings by keyboard alone", () =>
  visit(async ({ page }) => {
    await tabTo(page.getByRole("button", { name: "Settings" }));
    await page.keyboard.press("Enter");
    const settings = page.getByRole("dialog", { name: "Settings" });
    await settings.waitFor();
    await tabTo(field(settings, "radio", "System"));
    await page.keyboard.press("ArrowRight");
    await tabTo(field(settings, "switch", "Animation"));
    await page.keyboard.press("Space");
    assert.deepEqual(await chosen(page), { theme: "light", animation: "off" });
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "hidden" });
    await untilFocused(page, "Settings");
  }));

test("a press outside closes the settings, a drag that only ends there does not", () =>
  visit(async ({ page }) => {
    await page.locator("[data-opens=settings]").click();
    const settings = page.getByRole("dialog", { name: "Settings" });
    const title = await settings.locator("#settings-title").boundingBox();
    await page.mouse.move(title.x + 2, title.y + 2);
    await page.mouse.down();
    await page.mouse.move(5, 300);
    await page.mouse.up();
    assert.ok(await settings.isVisible());
    await page.mouse.click(5, 300);
    await settings.waitFor({ state: "hidden" });
  }));

rarely("the settings by touch on a phone", () =>
  visit(
    async ({ page }) => {
      await page.getByRole("button", { name: "Settings" }).tap();
      const settings = page.getByRole("dialog", { name: "Settings" });
      assert.deepEqual(await smallTargets(page), []);
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 640 });
        const box = await settings.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= 640, `${width}`);
      }
      await settings.getByText("Sounds").tap();
      assert.deepEqual(await chosen(page), { sound: "on" });
      await settings.getByRole("button", { name: "Close" }).tap();
      await settings.waitFor({ state: "hidden" });
    },
    PHONE,
    "/learn/quarto",
  ),
);

test("a language chosen in the settings applies to the same page", () =>
  visit(
    async ({ page }) => {
      const lang = () => page.evaluate(() => document.documentElement.lang);
      assert.equal(await lang(), "en");
      await page.locator("[data-opens=settings]").click();
      await page.getByRole("button", { name: "日本語" }).click();
      await page.waitForURL("**/learn/quarto/2");
      await page.locator("html[lang=ja] .phx-connected").waitFor();
      assert.equal(await page.locator("#settings-title").textContent(), "設定");

      // It also works on a page to which LiveView has navigated without a reload.
      await page.getByRole("link", { name: "Playout" }).click();
      await page.locator("main.lobby").waitFor();
      assert.equal(await page.locator("#settings-title").textContent(), "設定");
      await page.locator("[data-opens=settings]").click();
      await page.getByRole("button", { name: "English" }).click();
      await page.locator("html[lang=en] main.lobby").waitFor();
    },
    WIDE,
    "/learn/quarto/2",
  ));

test("a browser that prefers Japanese gets it, and can choose another language without JavaScript", () =>
  visit(
    async ({ page }) => {
      assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
      const [fonts, ...breaks] = await page.evaluate(() => {
        const { fontFamily, lineBreak, wordBreak } = getComputedStyle(document.body);
        return [fontFamily, lineBreak, wordBreak];
      });
      assert.deepEqual(breaks, ["strict", "auto-phrase"]);
      assert.match(fonts, /Hiragino Sans.*Noto Sans CJK JP/);
      const context = await contextOf(browser, { locale: "ja-JP", javaScriptEnabled: false });
      const plain = await context.newPage();
      await plain.goto(`${server.base}/rules/quarto`);
      await plain.locator("footer").getByRole("button", { name: "English" }).click();
      await plain.locator("html[lang=en]").waitFor();
      assert.equal(new URL(plain.url()).pathname, "/rules/quarto");
      await context.close();
    },
    { ...PHONE, locale: "ja-JP" },
  ));
