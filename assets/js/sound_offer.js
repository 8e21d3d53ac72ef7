// Offers sounds once: when the first match in this browser has ended, unless the offer was
// shown before or the visitor has already used the setting. The offer lies over the top bar,
// so that nothing moves.

import { isOn } from "./option.js";
import { keep, recall } from "./storage.js";

const OFFERED = "sound-offered";

// Whether it was shown on this page, for browsers that store nothing.
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
    // Its buttons disappear while one of them has the focus.
    document.querySelector("#actions-at-end .is-primary")?.focus();
  });
}

// The same as using the switch in the settings of the page.
function switchOn() {
  const field = document.querySelector('[data-option="sound"]');
  field.checked = true;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
