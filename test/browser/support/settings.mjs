// Opens the settings of a page, and closes them after `work` has chosen something.

export async function choose(page, work) {
  await page.getByRole("button", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  await work(settings);
  await page.keyboard.press("Escape");
  await settings.waitFor({ state: "hidden" });
}
