// Offers sounds once: when the first match in this browser has ended, and never again once it
// was shown or somebody has switched sounds by hand. The offer lies over the top bar, so that
// nothing moves.

import { isOn } from "./option.js";
import { keep, recall } from "./storage.js";

const OFFERED = "sound-offered";

// Whether it was shown on this page, where the browser keeps nothing.
let shown = false;

export function offerSound(root) {
  const offer = document.getElementById("sound-offer");
  if (!root.dataset.result || !offer || shown || isOn("sound") || recall(OFFERED) !== null) return;
  shown = true;
  keep(OFFERED, "yes");
  offer.hidden = false;
}

export function followSoundOffer() {
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.option === "sound") keep(OFFERED, "yes");
  });
  document.addEventListener("click", ({ target }) => {
    const offer = target.closest("#sound-offer");
    const answer = target.closest("[data-sound-answer]");
    if (!offer || !answer) return;
    if (answer.dataset.soundAnswer === "yes") switchOn();
    offer.hidden = true;
    // Its buttons are gone, and with them the focus.
    document.querySelector("#actions-at-end .is-primary")?.focus();
  });
}

// As if by hand, in the settings of the page.
function switchOn() {
  const field = document.querySelector('[data-option="sound"]');
  field.checked = true;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
