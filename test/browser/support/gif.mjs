// Animated GIFs, as a browser reads them.

// The number of frames, and the last one: its size and its pixels (RGBA).
export async function lastFrame(page, bytes) {
  const { data, ...frame } = await page.evaluate(async (text) => {
    const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await decoder.completed;
    const frames = decoder.tracks.selectedTrack.frameCount;
    const { image } = await decoder.decode({ frameIndex: frames - 1 });
    const [width, height] = [image.displayWidth, image.displayHeight];
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, width, height).data;
    // Not more arguments at a time than a call may have.
    let characters = "";
    for (let at = 0; at < pixels.length; at += 4_096) {
      characters += String.fromCharCode(...pixels.subarray(at, at + 4_096));
    }
    return { frames, width, height, data: btoa(characters) };
  }, bytes.toString("base64"));
  return { ...frame, data: new Uint8Array(Buffer.from(data, "base64")) };
}
