// The dialog with a picture of the board.

import { buffer } from "node:stream/consumers";

// Opens it, in English, and waits for the picture.
export async function openPicture(page) {
  const button = page.getByRole("button", { name: "Picture" });
  if (!(await button.isVisible())) await page.locator("#moves summary").click();
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.locator("img[src]").evaluate((image) => image.decode());
  return dialog;
}

// What a press saves: the name of the file, and its contents.
export async function download(page, press) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}
