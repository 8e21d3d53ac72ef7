// Encodes the messages of a page. The site unpacks a compressed message to 25 times its length at most, so
// that nobody fills its memory with a few bytes, and closes the socket beyond that. Nothing that people write
// should do that, such as a text of the same letter, so a longer message gets some noise with it, which does
// not compress.

import { Serializer } from "phoenix";

// In bytes. What the site unpacks without a look at the length is about twice as long.
const SHORT = 2_000;
// Of a message, how many bytes there are for each that cannot be compressed. With the noise, which gets a third
// longer as text, that stays below 25.
const RATIO = 23;
// The site takes no longer message, so there is less noise in one that would be. Only one of nearly the same
// letters throughout would need more.
const LONGEST = 100_000;
// What encloses the noise.
const AROUND = 20;

export function encode(message, send) {
  Serializer.encode(message, (text) => {
    const { length } = new TextEncoder().encode(text);
    // Three bytes of noise are four of text.
    const room = Math.floor((LONGEST - AROUND - length) / 4) * 3;
    const bytes = Math.min(Math.ceil(length / RATIO), room);
    if (length <= SHORT || bytes <= 0) return send(text);
    Serializer.encode({ ...message, payload: { ...message.payload, noise: noise(bytes) } }, send);
  });
}

const noise = (bytes) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
