// The operator's dashboard: its pages obey their own Content-Security-Policy and log no errors.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freePort } from "../sockets/free_port.mjs";
import { eventually } from "../waiting.mjs";
import { launch, Visitor, WIDE } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";

let admin, browser, server;

before(async () => {
  browser = await launch();
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  server = await startServer({ own: true, settings: { ADMIN_PORT: String(port) } });
});

after(async () => {
  await browser?.close();
  await server?.remove();
});

const card = (page, title) =>
  page.locator(".banner-card", { has: page.locator(".banner-card-title", { hasText: title }) });

test("the dashboard shows what the site does, and its other pages work", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE, "/");
  await visitor.page.locator(".phx-connected").waitFor();

  const page = await visitor.open();
  await page.goto(admin);
  await page.locator(".phx-connected").waitFor();
  assert.match(page.url(), /\/dashboard\/playout$/);
  await page.locator("#refresh-interval-select").selectOption("1s");
  await card(page, "Connected pages").filter({ hasText: "1" }).waitFor();
  await page.locator("tr", { hasText: "200" }).first().waitFor();

  const menu = page.locator("#menu-bar .menu-item:visible");
  const names = await menu.allInnerTexts();
  for (const name of ["Home", "Metrics", "Processes", "ETS", "Playout"]) {
    assert.ok(names.includes(name), names.join());
    await menu.getByText(name, { exact: true }).click();
    await page.locator("#menu-bar .menu-item.active", { hasText: name }).waitFor();
  }
  assert.ok(!names.includes("Sockets"));

  await menu.getByText("Metrics", { exact: true }).click();
  await page.getByText("VM", { exact: true }).click();
  await page.locator("canvas").first().waitFor();
  await visitor.leave();
});

test("the metrics are there for this machine, and only on the operator's port", async () => {
  await eventually(async () => {
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    assert.match(metrics, /^playout_vm_lag_seconds_count [1-9]/m);
  });
  assert.equal((await fetch(`${server.base}/metrics`)).status, 404);
});
