// <dialog>s: an element with data-opens="ID" opens one; an element with data-closes inside it
// closes it, and so does a press outside. The browser does the rest: it handles Escape, keeps
// the focus inside, and gives it back afterwards. A link opens a dialog instead of the page
// with the same contents, unless the visitor opens it in a new window.

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
