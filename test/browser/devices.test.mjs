// Links that are copied or shared, and what a browser hands to another one or forgets.

import assert from "node:assert/strict";
import { test } from "node:test";

import { eventually } from "../waiting.mjs";
import { PHONE, Visitor, WIDE } from "./support/browser.mjs";
import { beginBySheet, connected } from "./support/match.mjs";
import { browser, server } from "./support/site.mjs";

const arrive = (window, path) => Visitor.arrive(browser, server.base, window, path);

// What this site has stored in the browser.
const stored = ({ page }) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith("playout:"))));

const store = ({ page }, values) =>
  page.evaluate(
    (values) => Object.entries(values).forEach(([name, value]) => localStorage.setItem(name, value)),
    values,
  );

test("a link is selected if the browser refuses to copy it, and shared where the device can", async () => {
  const visitor = await arrive(PHONE);
  const { page } = visitor;
  await page.addInitScript(() => {
    window.shared = [];
    navigator.share = async (what) => void window.shared.push(what.url);
    const refuse = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText: refuse } });
  });
  await page.goto(server.base);
  await beginBySheet(visitor, "quarto", "A friend", async () => {});
  // A press before that is lost.
  await connected(visitor);
  const link = await page.locator("#share-link").inputValue();

  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Press Ctrl+C, or hold the link, to copy it.").waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString()), link);

  await page.locator("#share [data-share]").click();
  assert.deepEqual(await page.evaluate(() => window.shared), [link]);
  await visitor.leave();
});

// The server hears of the first press by phx-click, of the second one by a hook, of the third by a form.
for (const [name, shows] of [
  ["Make a code", "#code"],
  ["Make a link", ".share input"],
  ["Save", "#remove-name"],
]) {
  test(`a press on a page that does not listen yet has its effect once it does (${name})`, async () => {
    const visitor = await arrive(WIDE);
    const { page } = visitor;
    let listen;
    const listens = new Promise((resolve) => (listen = resolve));
    await page.routeWebSocket(/\/live\//, async (socket) => {
      await listens;
      socket.connectToServer();
    });
    await page.goto(`${server.base}/you`);
    await page.locator("#name").fill("Aunt May");
    const make = page.getByRole("button", { name });
    await make.click();
    // Only the last press counts.
    await make.click();
    assert.equal(await page.locator(shows).count(), 0);
    listen();
    await page.locator(shows).waitFor();
    if (name === "Save") assert.equal(await page.locator("#name").inputValue(), "Aunt May");
    await visitor.leave();
  });
}

test("another device gets the settings that it lacks, and progress of both counts", async () => {
  const [old, other] = await Promise.all([arrive(WIDE, "/you"), arrive(PHONE, "/")]);
  await connected(old);
  await store(old, {
    "playout:option:theme": "dark",
    "playout:option:sound": "on",
    "playout:beaten:quarto": JSON.stringify(["sparrow", "cat"]),
  });
  await store(other, {
    "playout:option:theme": "light",
    "playout:beaten:quarto": JSON.stringify(["cat", "owl"]),
  });
  await old.page.getByRole("button", { name: "Make a link" }).click();
  const device = await old.page.getByLabel("Link for your other device").inputValue();
  await other.page.goto(server.base + new URL(device).pathname);
  await other.page.getByRole("button", { name: "Continue here" }).click();
  await eventually(async () => {
    const now = await stored(other);
    assert.equal(now["playout:option:theme"], "light");
    assert.equal(now["playout:option:sound"], "on");
    assert.deepEqual(JSON.parse(now["playout:beaten:quarto"]).sort(), ["cat", "owl", "sparrow"]);
  });

  // Whoever is forgotten leaves nothing in the browser either.
  await other.page.goto(`${server.base}/you`);
  await connected(other);
  await other.page.getByRole("button", { name: "Forget me" }).click();
  await other.page.locator("form").getByRole("button", { name: "Forget me" }).click();
  await other.page.getByRole("heading", { name: "Your data is deleted" }).waitFor();
  await eventually(async () => assert.deepEqual(await stored(other), {}));
  await Promise.all([old, other].map((visitor) => visitor.leave()));
});
