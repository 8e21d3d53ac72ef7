// Reloads a page of an earlier release (lib/playout_web/browser/outdated.ex) when nobody would notice: not
// while steps are picked or a move is on its way, and not while a dialog, a question, a filled-in
// form or the answer in a lesson is on the page, because all of these would be lost.

import { setForNextPage, takeFromLastPage } from "./storage.js";

const BUSY = [
  "dialog[open]",
  ".is-picking",
  ".is-sending",
  ".is-question:not([hidden])",
  ".match-card .question",
  ".lesson[data-played='1']",
  ".phx-click-loading",
  ".phx-submit-loading",
  ".is-sent",
].join(", ");

// Milliseconds. All pages find out at the same time, but should not all load at the same time.
const SPREAD = 5_000;
const TRY_AGAIN = 500;

const RELOADED = "reloaded";

// The addresses of script and styles, which contain their digests.
function release() {
  return Array.from(document.querySelectorAll("[phx-track-static]"), ({ src, href }) => src ?? href).join(" ");
}

export function followReleases() {
  const before = takeFromLastPage(RELOADED);
  let form = null;
  let waits = false;

  addEventListener("input", ({ target }) => (form = target.form ?? target));
  addEventListener("submit", () => (form = null));

  const isBusy = () => document.querySelector(BUSY) !== null || (form !== null && form.getClientRects().length > 0);

  const reload = () => {
    if (isBusy()) setTimeout(reload, TRY_AGAIN);
    // Without storage, a page that remains outdated would reload for ever.
    else if (setForNextPage(RELOADED, release())) location.reload();
  };

  addEventListener("phx:outdated", () => {
    // The last reload brought the same release, for example from another server that still runs it.
    if (waits || release() === before) return;
    waits = true;
    setTimeout(reload, Math.random() * SPREAD);
  });
}
