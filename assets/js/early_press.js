// Keeps a press on a page that does not listen yet, which LiveView would drop, until it does. Only
// the last one counts, as people press again if nothing happens.

// What sends an event when it is pressed, by itself or by its hook.
const PRESSED = "[phx-click], button[phx-hook]";

export function followEarlyPresses() {
  let early = null;

  addEventListener(
    "click",
    ({ target }) => {
      const element = target.closest(PRESSED);
      const listens = element?.closest("[data-phx-main]")?.classList.contains("phx-connected");
      // Commands for the browser, which start with a bracket, have been carried out.
      if (!element || listens || element.getAttribute("phx-click")?.startsWith("[")) return;
      early = { element, seq: seq(element) };
    },
    { capture: true },
  );

  addEventListener("phx:page-loading-stop", ({ detail }) => {
    const pressed = early;
    early = null;
    // The page may look different now.
    const same = pressed?.element.isConnected && seq(pressed.element) === pressed.seq;
    if (same && detail?.kind === "initial") pressed.element.click();
  });
}

const seq = (element) => element.getAttribute("phx-value-seq");
