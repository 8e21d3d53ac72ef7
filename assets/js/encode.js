// Encodes the messages of a page. The site unpacks a compressed message to 25 times its length at most, so
// that nobody fills its memory with a few bytes, and closes the socket beyond that. Nothing that people write
// should do that, such as a text of the same letter, so a longer message gets some noise with it, which does
// not compress.

import { Serializer } from "phoenix";

// In bytes. What the site unpacks without a look at the length is about twice as long.
const SHORT = 2_000;
// Of a message, how many bytes there are for each that cannot be compressed.
const RATIO = 20;

export function encode(message, send) {
  Serializer.encode(message, (text) => {
    const { length } = new TextEncoder().encode(text);
    if (length <= SHORT) return send(text);
    Serializer.encode({ ...message, payload: { ...message.payload, noise: noise(Math.ceil(length / RATIO)) } }, send);
  });
}

const noise = (bytes) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
