// Offers to turn on sounds, once: after the first match in this browser, unless the visitor has
// already used the setting. The offer is in the top bar, so that nothing moves.

import { load, save } from "../browser/storage.js";
import { isOn } from "../components/option.js";

const OFFERED = "sound-offered";

// Whether it was shown on this page, in case the browser stores nothing.
let shown = false;

export function offerSound(root) {
  const offer = document.getElementById("sound-offer");
  if (!root.dataset.result || !offer || shown || isOn("sound") || load(OFFERED) !== null) return;
  shown = true;
  save(OFFERED, "yes");
  offer.hidden = false;
}

export function followSoundOffer() {
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.option === "sound") save(OFFERED, "yes");
  });
  document.addEventListener("click", ({ target }) => {
    const offer = target.closest("#sound-offer");
    const answer = target.closest("[data-sound-answer]");
    if (!offer || !answer) return;
    if (answer.dataset.soundAnswer === "yes") switchOn();
    offer.hidden = true;
    // The focused button has just disappeared.
    document.querySelector("#actions-at-end .is-primary")?.focus();
  });
}

// Works like the switch in the settings.
function switchOn() {
  const field = document.querySelector('[data-option="sound"]');
  field.checked = true;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
