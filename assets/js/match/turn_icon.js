// Marks the page's icon while it is one's turn, so that a tab in the background shows it.

const MARKED = "[data-my-turn]";

export function showTurn() {
  const icon = document.querySelector("link[rel='icon']");
  if (!icon) return;
  const { plain, turn } = icon.dataset;
  const wanted = document.querySelector(MARKED) ? turn : plain;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
