// Stores visitors' choices in this browser, as text.

const key = (name) => `playout:${name}`;

// Browsers may block storage. Choices then apply only to the current page.
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}

// Like localStorage, but it never throws.
export const storage = {
  getItem: (name) => attempt(() => localStorage.getItem(name)),
  setItem: (name, text) => attempt(() => localStorage.setItem(name, text)),
  removeItem: (name) => attempt(() => localStorage.removeItem(name)),
};

export const load = (name) => storage.getItem(key(name));

// A value for the next page in this tab, which reads it once; null deletes it. Returns whether it is
// stored.
export function setForNextPage(name, text) {
  attempt(() => (text === null ? sessionStorage.removeItem(key(name)) : sessionStorage.setItem(key(name), text)));
  return attempt(() => sessionStorage.getItem(key(name))) === text;
}

export function takeFromLastPage(name) {
  const text = attempt(() => sessionStorage.getItem(key(name)));
  attempt(() => sessionStorage.removeItem(key(name)));
  return text;
}

export const loadList = (name) => listOf(load(name));

// Visitors can edit the storage, so anything that is not a list counts as empty.
export function listOf(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

// The stored names that begin with a prefix, without the prefix.
export function storedNames(prefix) {
  const names = attempt(() => Object.keys(localStorage)) ?? [];
  return names.filter((name) => name.startsWith(key(prefix))).map((name) => name.slice(key(prefix).length));
}

// Deletes everything that this site has stored here.
export function forgetAll() {
  for (const name of storedNames("")) save(name, null);
}

// Null deletes the entry.
export function save(name, text) {
  if (text === null) storage.removeItem(key(name));
  else storage.setItem(key(name), text);
}
