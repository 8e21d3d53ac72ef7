// The site can be added to a home screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visitor, WIDE } from "./support/browser.mjs";
import { browser, server } from "./support/site.mjs";

test("the browser accepts the web manifest and its icons", async () => {
  const visitor = await Visitor.arrive(browser, server.base, WIDE, "/");
  const { page } = visitor;
  const session = await visitor.context.newCDPSession(page);
  const { url, errors, data } = await session.send("Page.getAppManifest");
  assert.equal(url, `${server.base}/site.webmanifest`);
  assert.deepEqual(errors, []);

  const { icons } = JSON.parse(data);
  const touch = await page.locator("link[rel='apple-touch-icon']").getAttribute("href");
  for (const src of [touch, ...icons.map(({ src }) => src)]) {
    const icon = await page.request.get(new URL(src, url).href);
    assert.equal(icon.status(), 200, src);
    assert.equal(icon.headers()["content-type"], "image/png");
  }
  await visitor.leave();
});
