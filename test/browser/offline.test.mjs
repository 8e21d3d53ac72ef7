// A page that can't be reached is a page of the site, not the browser's error page, and nothing else
// comes from the service worker.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visitor, WIDE } from "./support/browser.mjs";
import { begin } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

const WITH_WORKER = { ...WIDE, serviceWorkers: "allow" };

test("a link opened offline leads to a page of our own, and on when there is a connection", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WITH_WORKER, "/");
  const { page, context } = visitor;
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  const rules = `${server.base}/rules/quarto`;
  await page.goto(rules);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  assert.equal(page.url(), rules);
  // Its own style applies.
  assert.equal(await page.locator("body").evaluate((body) => getComputedStyle(body).display), "grid");

  await context.setOffline(false);
  await page.waitForSelector(".phx-connected");
  assert.equal(page.url(), rules);
  visitor.expectErrors(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource/);
  await visitor.leave();
});

test("a form sent offline leads to that page too, and from there back to the form", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WITH_WORKER, "/");
  const { page, context } = visitor;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await begin(visitor, { level: "Sparrow" });
  const match = page.url();
  await page.locator("#ask-resign").click();
  await page.locator("#resign").click();
  await page.waitForSelector("#strip-you.is-over");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.getByRole("heading", { name: "No connection" }).waitFor();

  await context.setOffline(false);
  await page.waitForSelector("#strip-you.is-over");
  assert.equal(page.url(), match);
  visitor.expectErrors(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource/);
  await visitor.leave();
});

test("the service worker stores nothing but that page", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WITH_WORKER, "/");
  const { page } = visitor;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${server.base}/rules/quarto`);
  await page.waitForSelector(".phx-connected");
  const stored = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  assert.deepEqual(stored, ["/offline"]);
  await visitor.leave();
});

test("browsers that ask for /favicon.ico get one", async () => {
  const response = await fetch(`${server.base}/favicon.ico`);
  assert.equal(response.status, 200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 6)], [0, 0, 1, 0, 1, 0], "an icon file with one picture");
});
