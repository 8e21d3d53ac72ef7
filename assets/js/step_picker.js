// Picks a move step by step, the same way in every game, by mouse, touch and
// keyboard. Only whole moves are sent.
//
// The element of the hook carries
//   data-seq    the state of the match that the page shows,
//   data-moves  the legal moves as a tree of steps, {"c3": {"A": "c3-A"}},
//               empty while it is not this visitor's turn.
// Whatever stands for a step carries data-step; a sentence that belongs to the
// n-th step of a move carries data-prompt="n". A form with data-typed-move
// sends what was typed in it.
//
// The server draws the page without knowing what is being picked, so every
// update is followed by drawing that again.

import { neighbour } from "./neighbour.js";

export const StepPicker = {
  mounted() {
    this.picked = [];
    this.sent = false;
    this.read();

    this.onClick = (event) => this.click(event);
    this.onKey = (event) => this.key(event);
    this.onSubmit = (event) => this.submit(event);
    document.addEventListener("click", this.onClick);
    document.addEventListener("keydown", this.onKey);
    this.el.addEventListener("submit", this.onSubmit);
    this.draw();
  },

  updated() {
    if (this.el.dataset.seq !== this.seq) this.putBack();
    this.read();
    this.draw();
  },

  reconnected() {
    this.putBack();
    this.draw();
  },

  destroyed() {
    document.removeEventListener("click", this.onClick);
    document.removeEventListener("keydown", this.onKey);
  },

  read() {
    const { seq, moves } = this.el.dataset;
    if (moves !== this.movesText) this.tree = JSON.parse(moves);
    this.movesText = moves;
    this.seq = seq;
  },

  putBack() {
    this.picked = [];
    this.sent = false;
  },

  // What can follow the steps picked so far: a tree, or a whole move's text.
  next() {
    return this.picked.reduce((tree, step) => tree[step], this.tree);
  },

  click(event) {
    const element = event.target.closest("[data-step]");
    if (element && this.el.contains(element)) {
      this.pick(element.dataset.step);
    } else if (this.picked.length > 0 && !this.sent) {
      this.putBack();
      this.draw();
    }
  },

  key(event) {
    if (event.key === "Escape" && this.picked.length > 0 && !this.sent) {
      this.putBack();
      this.draw();
      return;
    }

    const element = event.target.closest("[data-step]");
    if (!element || !this.el.contains(element)) return;

    if (event.key.startsWith("Arrow")) {
      neighbour(element, this.stepElements(), event.key)?.focus();
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && element.localName !== "button") {
      this.pick(element.dataset.step);
      event.preventDefault();
    }
  },

  pick(step) {
    if (this.sent) return;

    if (this.picked.includes(step)) {
      this.picked = this.picked.slice(0, this.picked.indexOf(step));
    } else if (step in this.next()) {
      this.picked.push(step);
    } else if (step in this.tree) {
      this.picked = [step];
    } else {
      this.picked = [];
    }

    const move = this.next();
    if (typeof move === "string") this.send(move);
    this.draw();
  },

  send(move, done) {
    this.sent = true;
    this.pushEvent("move", { seq: Number(this.seq), move })
      .then(({ accepted }) => {
        if (accepted) {
          done?.();
        } else {
          this.putBack();
          this.draw();
        }
      })
      // The connection is gone; the page says so, and the match shows on return
      // whether the move arrived.
      .catch(() => {
        this.putBack();
        this.draw();
      });
  },

  submit(event) {
    const form = event.target;
    if (!("typedMove" in form.dataset)) return;
    event.preventDefault();
    const box = form.elements.namedItem("move");
    const move = box.value.trim();
    if (move !== "" && !this.sent) this.send(move, () => (box.value = ""));
  },

  stepElements() {
    return [...this.el.querySelectorAll("[data-step]")];
  },

  draw() {
    const next = this.next();
    const open = this.sent || typeof next === "string" ? {} : next;

    for (const element of this.stepElements()) {
      const step = element.dataset.step;
      const picked = this.picked.includes(step);
      element.classList.toggle("is-picked", picked);
      element.classList.toggle("is-target", step in open);
      element.setAttribute("aria-disabled", String(!picked && !(step in open)));
      element.setAttribute("aria-pressed", String(picked));
    }

    const depth = this.picked.length;
    for (const prompt of this.el.querySelectorAll("[data-prompt]")) {
      prompt.hidden = Number(prompt.dataset.prompt) !== depth;
    }
    this.el.classList.toggle("is-picking", depth > 0);
  },
};
