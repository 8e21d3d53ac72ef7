// Opens and closes <dialog>s. An element with data-opens="ID" opens one; an element with
// data-closes inside it closes it, and so does a click outside. The browser handles Escape,
// keeps the focus inside and restores it afterwards. A link with data-opens shows a dialog
// instead of the page with the same content, unless the visitor opens it in a new tab. A dialog that
// has opened gets the event "playout:open".

import { fillIn } from "./option.js";

export function followDialogs() {
  // Where the last press began: a selection of text that ends outside also clicks on the dialog.
  let pressed;
  document.addEventListener("pointerdown", (event) => (pressed = event.target));
  document.addEventListener("click", (event) => {
    const { target } = event;
    const opener = target.closest("[data-opens]");
    if (opener) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(document.getElementById(opener.dataset.opens));
    } else if (target.closest("[data-closes]")) target.closest("dialog").close();
    else if (target.localName === "dialog" && target === pressed) target.close();
  });
}

function open(dialog) {
  fillIn(dialog);
  dialog.showModal();
  dialog.dispatchEvent(new Event("playout:open"));
  dialog.querySelector(":checked")?.focus();
}
