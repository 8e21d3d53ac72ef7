// What a person has chosen, kept in this browser as text.

const key = (name) => `playout:${name}`;

// A browser may forbid to keep anything; then nothing is remembered, and what is
// chosen holds for this page alone.
function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

// Like the browser's own, but it never refuses.
export const storage = {
  getItem: (name) => attempt(() => localStorage.getItem(name)),
  setItem: (name, text) => attempt(() => localStorage.setItem(name, text)),
  removeItem: (name) => attempt(() => localStorage.removeItem(name)),
};

export const recall = (name) => storage.getItem(key(name));

// What the next page in this tab is told, once.
export const handOn = (name, text) => attempt(() => sessionStorage.setItem(key(name), text));

export function takeOver(name) {
  const text = attempt(() => sessionStorage.getItem(key(name)));
  attempt(() => sessionStorage.removeItem(key(name)));
  return text;
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
  const names = attempt(() => Object.keys(localStorage)) ?? [];
  return names.filter((name) => name.startsWith(key(prefix))).map((name) => name.slice(key(prefix).length));
}

// With null it is forgotten.
export function keep(name, text) {
  if (text === null) storage.removeItem(key(name));
  else storage.setItem(key(name), text);
}
