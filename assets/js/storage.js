// What a person has chosen, kept in this browser as text.

const key = (name) => `playout:${name}`;

// A browser may forbid to keep anything; then nothing is remembered.
export function recall(name) {
  try {
    return localStorage.getItem(key(name));
  } catch {
    return null;
  }
}

// With null it is forgotten.
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(key(name));
    else localStorage.setItem(key(name), text);
  } catch {
    // It holds for this page alone.
  }
}
