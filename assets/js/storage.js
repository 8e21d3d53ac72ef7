// What people choose, stored in this browser as text.

const key = (name) => `playout:${name}`;

// A browser may forbid storage. In that case choices apply only to this page.
function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

// Like the browser's own storage, but it never throws.
export const storage = {
  getItem: (name) => attempt(() => localStorage.getItem(name)),
  setItem: (name, text) => attempt(() => localStorage.setItem(name, text)),
  removeItem: (name) => attempt(() => localStorage.removeItem(name)),
};

export const recall = (name) => storage.getItem(key(name));

// A message for the next page in this tab, read once.
export const handOn = (name, text) => attempt(() => sessionStorage.setItem(key(name), text));

export function takeOver(name) {
  const text = attempt(() => sessionStorage.getItem(key(name)));
  attempt(() => sessionStorage.removeItem(key(name)));
  return text;
}

// People can edit a browser's storage, so anything that is not a list counts as empty.
export function recallList(name) {
  try {
    const list = JSON.parse(recall(name));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

// The stored names that begin with a prefix, without the prefix.
export function kept(prefix) {
  const names = attempt(() => Object.keys(localStorage)) ?? [];
  return names.filter((name) => name.startsWith(key(prefix))).map((name) => name.slice(key(prefix).length));
}

// A null value deletes it.
export function keep(name, text) {
  if (text === null) storage.removeItem(key(name));
  else storage.setItem(key(name), text);
}
