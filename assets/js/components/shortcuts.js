// Keys that press a button: one with data-key="h" is pressed by H, unless the visitor types in a field,
// has opened a dialog, or has switched these keys off.

const TYPED = "input, textarea, select, [contenteditable]";

export function followShortcuts() {
  document.addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || repeat || target.closest(TYPED)) return;
    if (document.documentElement.dataset.shortcuts === "off" || document.querySelector("dialog[open]")) return;
    const button = document.querySelector(`[data-key="${CSS.escape(key.toLowerCase())}"]`);
    if (!button || button.closest("[hidden]")) return;
    event.preventDefault();
    button.click();
  });
}
