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

// A person can write into a browser's memory too: whatever is no list is empty.
export function recallList(name) {
  try {
    const list = JSON.parse(recall(name));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

// The names of what is kept that begin with a prefix, without it.
export function kept(prefix) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(key(prefix)));
    return names.map((name) => name.slice(key(prefix).length));
  } catch {
    return [];
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
