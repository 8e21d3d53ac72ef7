// Registers the service worker (../../offline.js), which shows a page of our own where there is no
// connection. Its address names the release and the language, so a change of either replaces it.

// Nothing that a first page needs waits for it.
export function prepareOffline() {
  const { offline } = document.querySelector("[data-offline]").dataset;
  const register = () => navigator.serviceWorker?.register(offline).catch(() => {});
  addEventListener("phx:page-loading-stop", register, { once: true });
}
