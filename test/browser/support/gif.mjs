// Animated GIFs, as a browser reads them.

// The number of frames, and the last one: its size and its pixels (RGBA).
export async function lastFrame(page, bytes) {
  const { data, ...frame } = await page.evaluate(async (text) => {
    const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const frames = decoder.tracks.selectedTrack.frameCount;
    const { image } = await decoder.decode({ frameIndex: frames - 1 });
    const [width, height] = [image.displayWidth, image.displayHeight];
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    image.close();
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

// By how much each frame differs from a picture, which the browser draws: the part of the pixels in
// which a component differs by more than `similar`. `pictures` are addresses, one for each frame.
export function differences(page, bytes, pictures, similar) {
  return page.evaluate(
    async ([text, pictures, similar]) => {
      const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: "image/gif" });
      const pixels = (image, width, height) => {
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.drawImage(image, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
      };
      const differing = [];
      for (const [frameIndex, address] of pictures.entries()) {
        const { image } = await decoder.decode({ frameIndex });
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        const size = [image.displayWidth, image.displayHeight];
        const [one, other] = [pixels(image, ...size), pixels(picture, ...size)];
        image.close();
        let count = 0;
        for (let at = 0; at < one.length; at += 4) {
          if ([0, 1, 2].some((part) => Math.abs(one[at + part] - other[at + part]) > similar)) count += 1;
        }
        differing.push(count / (size[0] * size[1]));
      }
      return differing;
    },
    [bytes.toString("base64"), pictures, similar],
  );
}
