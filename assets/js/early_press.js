// Keeps presses on a page that does not listen yet, which would be lost, until it does: those of the
// steps of a move, in their order, and among the others the last one, as people press again if
// nothing happens. It is in the document's first script, because the page's own arrives later.

// What sends an event when it is pressed, by itself or by its hook.
const PRESSED = "[phx-click], button[phx-hook]";
const STEP = "[phx-hook='StepPicker'] [data-step]";
const MOST_STEPS = 20;

export function followEarlyPresses() {
  let steps = [];
  let button = null;

  addEventListener(
    "click",
    ({ target, detail, clientX, clientY }) => {
      const view = target.closest("[data-phx-main]");
      if (!view || view.classList.contains("phx-connected")) return;
      const step = target.closest(STEP);
      const element = target.closest(PRESSED);
      if (step && steps.length < MOST_STEPS) {
        steps.push({ ...seen(step), how: { detail, clientX, clientY, bubbles: true, cancelable: true } });
      } else if (element && !carriedOut(element, view)) {
        button = seen(element);
      }
    },
    { capture: true },
  );

  addEventListener("phx:page-loading-stop", ({ detail }) => {
    const pressed = { steps, button };
    steps = [];
    button = null;
    if (detail?.kind !== "initial") return;
    for (const { element, how } of pressed.steps.filter(isSame)) {
      element.dispatchEvent(new MouseEvent("click", how));
    }
    if (pressed.button && isSame(pressed.button)) pressed.button.element.click();
  });
}

// Commands for the browser, which start with a bracket, need no connection, only LiveView itself. That
// puts classes on the view once it is there.
function carriedOut(element, view) {
  return element.getAttribute("phx-click")?.startsWith("[") && view.className.includes("phx-");
}

const seen = (element) => ({ element, shown: shown(element) });

// The page may look different when it listens.
const isSame = ({ element, shown: before }) => element.isConnected && shown(element) === before;

function shown(element) {
  const { seq, moves } = element.closest("[phx-hook='StepPicker']")?.dataset ?? {};
  return JSON.stringify([element.getAttribute("phx-value-seq"), element.dataset.step && [seq, moves]]);
}
