// What a person has chosen for this browser: `<input type="checkbox"
// data-option="confirm" phx-hook="Option">` inside a phx-update="ignore" keeps
// itself. The server does not know, and would uncheck it with an update.

const key = (name) => `playout:${name}`;

// A browser may forbid to keep anything; then all options are off.
export function isOn(name) {
  try {
    return localStorage.getItem(key(name)) === "on";
  } catch {
    return false;
  }
}

function keep(name, on) {
  try {
    if (on) localStorage.setItem(key(name), "on");
    else localStorage.removeItem(key(name));
  } catch {
    // It holds nowhere, which the box shows with the next page.
  }
}

export const Option = {
  mounted() {
    this.el.checked = isOn(this.el.dataset.option);
    this.el.addEventListener("change", () => keep(this.el.dataset.option, this.el.checked));
  },
};
