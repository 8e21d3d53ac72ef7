// When a language is chosen in one tab, the others load their pages again in that language.

export function followLanguage() {
  if (!("BroadcastChannel" in globalThis)) return;
  const { lang } = document.documentElement;
  const tabs = new BroadcastChannel("playout:language");
  tabs.postMessage(lang);
  tabs.addEventListener("message", ({ data }) => {
    if (data !== lang) location.reload();
  });
}
