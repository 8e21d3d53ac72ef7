// <dialog>s: whatever has data-opens="ID" opens one; what has data-closes inside
// closes it, and so does a press beside it. The browser does the rest: Escape,
// keeping the focus in, giving it back. A link opens a dialog instead of the page
// that has the same to offer, unless it is asked for in a window of its own.

import { fillIn } from "./option.js";

export function followDialogs() {
  document.addEventListener("click", (event) => {
    const { target } = event;
    const opener = target.closest("[data-opens]");
    if (opener) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(document.getElementById(opener.dataset.opens));
    } else if (target.closest("[data-closes]")) target.closest("dialog").close();
    else if (target.localName === "dialog") target.close();
  });
}

function open(dialog) {
  fillIn(dialog);
  dialog.showModal();
  dialog.querySelector(":checked")?.focus();
}
