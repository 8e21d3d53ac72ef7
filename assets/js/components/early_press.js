// Keeps presses on a page that does not listen yet, which would be lost, until it does: those of the
// steps of a move, in their order, and among the others and the forms that were sent the last one, as
// people press again if nothing happens. It is in the document's first script, because the page's own
// arrives later.

// What sends an event when it is pressed, by itself or by its hook.
const PRESSED = "[phx-click], button[phx-hook]";
const FORM = "[phx-submit], [data-typed-move]";
const STEP = "[phx-hook='StepPicker'] [data-step]";
const MOST_STEPS = 20;

export function followEarlyPresses() {
  let steps = [];
  let last = null;
  let begun = false;

  addEventListener(
    "click",
    ({ target, detail, clientX, clientY }) => {
      const view = deafView(target);
      if (!view) return;
      const step = target.closest(STEP);
      const element = target.closest(PRESSED);
      if (step && steps.length < MOST_STEPS) {
        steps.push({ ...seen(step), how: { detail, clientX, clientY, bubbles: true, cancelable: true } });
      } else if (element && !carriedOut(element, view)) {
        last = { ...seen(element), repeat: () => element.click() };
      }
    },
    { capture: true },
  );

  // Otherwise the browser would load the page anew, or LiveView send nothing. What is sent while the
  // connection is lost is kept by commands.js.
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (begun || !form.matches(FORM) || !deafView(form)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const values = new FormData(form);
      last = { ...seen(form), repeat: () => sendForm(form, values) };
    },
    { capture: true },
  );

  addEventListener("phx:page-loading-stop", ({ detail }) => {
    const pressed = { steps, last };
    steps = [];
    last = null;
    begun = true;
    if (detail?.kind !== "initial") return;
    for (const { element, how } of pressed.steps.filter(isSame)) {
      element.dispatchEvent(new MouseEvent("click", how));
    }
    if (pressed.last && isSame(pressed.last)) pressed.last.repeat();
  });
}

// The page of this element, unless it listens.
const deafView = (element) => element.closest("[data-phx-main]:not(.phx-connected)");

// With the server's page, boxes get the values that it knows.
function sendForm(form, values) {
  for (const [name, value] of values) form.elements[name].value = value;
  form.requestSubmit();
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
