// A side's clock, which counts down by itself. The server says how much is left whenever the match
// changes; it alone decides whose time is up.
//
// A device that sleeps stops the time of its pages. So they ask the server (the event "time") when they
// are in sight again, or notice that the time of day has moved on without them.

const TENTH = 100;
const SECOND = 1000;
// By how much the time of day may move without being asked about.
const SLEPT = 2 * SECOND;

/** @type {Hook} */
export const Clock = {
  mounted() {
    this.said = new Set();
    this.left = 0;
    this.onSight = () => document.hidden || this.ask();
    document.addEventListener("visibilitychange", this.onSight);
    this.updated();
  },

  updated() {
    clearTimeout(this.timer);
    this.beginMove(Number(this.el.dataset.left));
    this.ends = performance.now() + Number(this.el.dataset.left);
    this.asleep = sleptUntilNow();
    this.tick();
  },

  // Without a connection nobody knows; the next one begins with the time.
  ask() {
    if ("running" in this.el.dataset) this.pushEvent("time", {}).catch(() => {});
  },

  // Under a clock that begins again with each move, so do the warnings.
  beginMove(left) {
    if ("perMove" in this.el.dataset && left > this.left && this.said.size > 0) {
      this.said.clear();
      document.getElementById("time-announcement").textContent = "";
    }
    this.left = left;
  },

  destroyed() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.onSight);
  },

  tick() {
    const running = "running" in this.el.dataset;
    const left = running ? Math.max(this.ends - performance.now(), 0) : Number(this.el.dataset.left);
    const text = format(left, this.el.dataset.days);
    if (this.el.textContent !== text) this.el.textContent = text;
    this.el.classList.toggle("is-short", left < 20 * SECOND);
    if (!running) return;

    if (sleptUntilNow() - this.asleep > SLEPT) {
      this.asleep = sleptUntilNow();
      this.ask();
    }
    this.warn(left);
    if (left > 0) this.timer = setTimeout(() => this.tick(), left < 10 * SECOND ? TENTH : left % SECOND || SECOND);
  },

  // A screen reader hears each once, or once per move. Time that comes back, as by an increment,
  // repeats none.
  warn(left) {
    const { warnings } = this.el.dataset;
    if (!warnings) return;
    for (const [seconds, words] of Object.entries(JSON.parse(warnings))) {
      const at = Number(seconds) * SECOND;
      if (left > at || left < at - 2 * SECOND || this.said.has(seconds)) continue;
      this.said.add(seconds);
      document.getElementById("time-announcement").textContent = words;
    }
  },
};

// Grows by the time that the page's own clock has stood still.
const sleptUntilNow = () => Date.now() - performance.now();

export function format(left, days) {
  const seconds = Math.ceil(left / SECOND);
  const two = (number) => String(number).padStart(2, "0");
  const [day, hour] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
  const [minute, second] = [Math.floor((seconds % 3600) / 60), seconds % 60];
  if (day > 0) return `${days.replace("{}", day)} ${hour}:${two(minute)}`;
  if (hour > 0) return `${hour}:${two(minute)}:${two(second)}`;
  if (left < 10 * SECOND && left > 0)
    return `${minute}:${two(Math.floor(left / SECOND))}.${Math.floor((left % SECOND) / TENTH)}`;
  return `${minute}:${two(second)}`;
}
