// A service worker with one task: if a page can't be reached, the browser shows a page of our own
// instead of its error page. It stores that page (lib/playout_web/browser/offline.ex) and nothing else, and
// handles nothing but the opening of pages. js/browser/offline.js registers it.

const CACHE = "offline-1";
const PAGE = "/offline";

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(store());
});

addEventListener("activate", (event) => event.waitUntil(tidy()));

addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(answer(event));
});

async function store() {
  const cache = await caches.open(CACHE);
  await cache.add(new Request(PAGE, { cache: "reload" }));
}

// Pages need not wait for this worker to start: the browser asks for them meanwhile.
async function tidy() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await registration.navigationPreload?.enable();
}

// A form that cannot be sent leads back to its page, which can be reached again sooner or later.
async function answer(event) {
  const { method, referrer } = event.request;
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    if (method !== "GET") return Response.redirect(referrer || "/", 303);
    return (await caches.match(PAGE)) ?? Response.error();
  }
}
