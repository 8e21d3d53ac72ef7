// Picks a move step by step, in the same way for every game, by mouse, touch and keyboard. Only
// complete moves are sent.
//
// The hook's element has
//   data-seq           the state of the match that the page shows,
//   data-board-seq     the last state in which the board or the players changed, if there are
//                      others: an offer does not put back what is picked,
//   data-moves         the legal moves as a tree of steps (move_tree.js), empty if it is not
//                      the visitor's turn.
// Inside it,
//   data-step          is the element of a step, and data-steps a group of them that is a
//                      single tab stop,
//   data-path="a b"    is a drawing along these steps,
//   data-held          is a piece in a hand that the player can't use now,
//   data-hand          shows what a player holds and puts on a step,
//   data-aim           is a board on which a finger has to aim (crosshair.js),
//   data-carry         is the part of one of these that follows the pointer in a drag; while a
//                      move waits to be confirmed, it is shown on the last step,
//   data-prompt="n"    is a sentence for the n-th step of a move, from 0; "complete" is for a
//                      move that waits to be confirmed, and "sent" for one on its way or without a
//                      connection, in the words of commands.js,
//   data-confirm-move  is the button that confirms the move; its value is the button's text, in
//                      which {move} is replaced with the move,
//   data-typed-move    is a form for typing a move,
//   data-heat          is how often a search has visited the moves (heat.js),
//   data-reason        is where the reason appears if a press does nothing, and
//                      data-reason-live a live region with the same text.
//
// The server doesn't know what is picked, so that is drawn again after every update.

import { isOn } from "../../components/option.js";
import { isWaitingForAnswer, sendCommand, wordsWithoutConnection } from "../../connection/commands.js";
import { hasConnection } from "../../connection/connection.js";
import { glideBack } from "../glide.js";
import { Crosshair } from "./crosshair.js";
import { Drag } from "./drag.js";
import { Heat } from "./heat.js";
import { readTree } from "./move_tree.js";
import { Picking } from "./picking.js";
import { Presses } from "./presses.js";
import { Reason } from "./reason.js";
import { StepMarks } from "./step_marks.js";
import { TabStops } from "./tab_stops.js";

/** @type {Hook} */
export const StepPicker = {
  mounted() {
    this.picking = new Picking();
    this.marks = new StepMarks(this.el);
    this.stops = new TabStops(this.el);
    this.drag = new Drag(this.el, this);
    this.crosshair = new Crosshair(this.el, this);
    this.heat = new Heat(this.el);
    this.presses = new Presses();
    this.reason = new Reason(this.el);
    this.sent = false;
    this.read();

    this.onClick = (event) => this.click(event);
    this.onKey = (event) => this.key(event);
    document.addEventListener("click", this.onClick);
    document.addEventListener("keydown", this.onKey);
    this.onConnection = () => this.drawPrompts();
    addEventListener("playout:connection", this.onConnection);
    this.el.addEventListener("submit", (event) => this.submit(event));
    this.draw();
    this.stops.focusOnLoad();
  },

  beforeUpdate() {
    this.stops.remember();
  },

  updated() {
    const { seq, boardSeq = seq, moves } = this.el.dataset;
    // When one's seat goes to another device, only the moves change.
    const isNewState = boardSeq !== this.boardSeq || moves !== this.movesText;
    if (isNewState) {
      this.reset();
      this.reason.hide();
    }
    this.read();
    this.marks.find();
    this.stops.find();
    if (this.awaitsConfirmation() && !this.drag.active) this.placePiece();
    this.draw();
    this.stops.restore();
    if (isNewState) this.stops.follow();
  },

  // A move on its way is sent again in a match, but not elsewhere.
  reconnected() {
    if (!this.sent || !isWaitingForAnswer()) this.reset();
    this.draw();
  },

  destroyed() {
    this.drag.destroy();
    this.heat.destroy();
    this.reason.destroy();
    document.removeEventListener("click", this.onClick);
    document.removeEventListener("keydown", this.onKey);
    removeEventListener("playout:connection", this.onConnection);
  },

  read() {
    const { seq, boardSeq = seq, moves } = this.el.dataset;
    if (moves !== this.movesText) this.picking.tree = readTree(moves);
    this.movesText = moves;
    this.seq = seq;
    this.boardSeq = boardSeq;
  },

  reset() {
    this.drag.cancel();
    this.picking.clear();
    this.sent = false;
  },

  // Whether a complete move has been picked but not sent.
  awaitsConfirmation() {
    return this.picking.move !== null && !this.sent;
  },

  stepOf(target) {
    const element = target.closest("[data-step]");
    return element && this.el.contains(element) ? element.dataset.step : null;
  },

  isPressable(target) {
    return this.stepOf(target) !== null || target.closest("[data-confirm-move]") !== null;
  },

  click(event) {
    const step = this.stepOf(event.target);
    const confirms = event.target.closest("[data-confirm-move]") !== null;
    // After a press elsewhere, such as on Undo, the next one can't be half of a double press.
    if (step === null && !confirms) this.presses.forget();
    if (this.sent || this.drag.isEndOfDrag(event)) return;

    if (this.awaitsConfirmation() && confirms) {
      if (!this.presses.repeats(step, event)) this.confirm();
    } else if (step !== null) {
      this.press(step, event);
    } else {
      const held = event.target.closest("[data-held]");
      if (this.picking.steps.length > 0) this.dismiss();
      if (held && this.el.contains(held)) this.askAbout({ held: true }, held);
    }
  },

  key(event) {
    if (event.defaultPrevented) return;
    const step = this.stepOf(event.target);
    const presses = ["Enter", " "].includes(event.key);
    if (!presses) this.presses.forget();
    const confirms = this.awaitsConfirmation() && (event.target === document.body || this.picking.steps.includes(step));

    // A key that is held down must not confirm what its first press has picked.
    if (event.key === "Enter" && event.repeat && (confirms || this.isPressable(event.target))) {
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (this.drag.fail() || this.takeBack(event.target)) event.preventDefault();
    } else if (event.key === "Enter" && confirms) {
      this.confirm();
      event.preventDefault();
    } else if (step === null) {
      return;
    } else if (this.stops.key(event)) {
      event.preventDefault();
    } else if (presses && event.target.localName !== "button") {
      if (!event.repeat) this.press(step, event);
      event.preventDefault();
    }
  },

  // While a move is on its way, presses are ignored; most of them just repeat the last one.
  press(step, event) {
    if (this.sent || this.presses.repeats(step, event)) return;
    this.reason.hide();
    const { steps } = this.picking;
    if (!this.picking.canPress(step)) this.ask([...steps, step]);
    else if (this.awaitsConfirmation() && step === steps.at(-1) && this.crosshair.has(step)) this.confirm();
    // A click without a pointer comes from a key or a screen reader.
    else this.pick(step, event.detail === 0);
  },

  // Asks why the last of these steps can't be picked, and shows the reason beside it. If nothing can
  // be picked, it asks only once per state and position shown.
  ask(steps) {
    return this.askAbout({ steps }, this.stops.element(steps.at(-1)));
  },

  async askAbout(pressed, element) {
    const { seq, boardSeq, movesText } = this;
    const shown = `${boardSeq} ${this.el.dataset.played}`;
    if (movesText === "" && this.askedAt === shown) return;
    this.askedAt = shown;
    const { text } = await this.pushEvent("check", { seq: Number(seq), ...pressed }).catch(() => ({}));
    if (text && this.boardSeq === boardSeq) this.reason.show(element, text);
  },

  pick(step, byKey) {
    const before = this.picking.steps;
    this.picking.pick(step);
    const now = this.picking.steps;
    if (now.length < before.length) this.glide(before.slice(now.length));
    this.playIfComplete();
    if (this.awaitsConfirmation()) this.placePiece();
    else this.returnPiece();
    this.draw();
    if (byKey && now.includes(step)) this.focusNext();
  },

  // Picks a step instead of everything picked so far. If that completes a move, it waits to be
  // confirmed, even if the visitor has not turned confirmation on.
  propose(step) {
    if (this.sent || !this.picking.canPick(step)) return;
    this.picking.clear();
    this.picking.pick(step);
    this.returnPiece();
    this.draw();
  },

  playIfComplete() {
    if (this.picking.move !== null && !isOn("confirm")) this.send(this.picking.move);
  },

  canDrag(step) {
    return !this.sent && this.picking.canDragFrom(step);
  },

  canPress(step) {
    return this.sent || this.picking.canPress(step);
  },

  // Shows why no move begins with a step.
  refuse(step) {
    this.reason.hide();
    this.ask([step]);
  },

  dragBegins(step) {
    this.reason.hide();
    this.fixed = this.picking.grab(step);
    this.returnPiece();
    this.draw();
  },

  dragOver(step) {
    const before = this.picking.steps;
    this.picking.drag(step, this.fixed);
    if (this.picking.steps !== before) this.draw();
  },

  // If the drag ends on the last picked step, everything stays picked; otherwise everything is
  // put back.
  dragEnds(step) {
    const { steps } = this.picking;
    if (step === null || step !== steps.at(-1)) {
      this.dismiss();
      if (step !== null && !steps.includes(step)) this.ask([...steps, step]);
    } else if (this.picking.move === null) {
      this.returnPiece({ glides: this.picking.steps.length === this.fixed });
    } else {
      this.drag.settle(this.stops.element(step));
      this.playIfComplete();
      this.draw();
    }
  },

  dragFails() {
    this.dismiss();
  },

  // While a complete move waits to be confirmed, its piece is shown on the target, as if it had
  // been dragged there.
  placePiece() {
    const { steps } = this.picking;
    this.drag.place(this.stops.element(steps[0]), this.stops.element(steps.at(-1)));
  },

  // Returns the piece that was dragged, or that waits on its target for confirmation.
  returnPiece(how = { glides: true }) {
    this.drag.putBack(how);
  },

  confirm() {
    // The button is about to disappear.
    if (document.activeElement.closest("[data-confirm-move]")) {
      this.stops.focusStep(this.picking.steps.at(-1));
    }
    this.send(this.picking.move);
    this.draw();
  },

  // Moves the focus to the next step, or to the button that confirms the move.
  focusNext() {
    const before = document.activeElement;
    if (this.awaitsConfirmation()) this.el.querySelector("[data-confirm-move]")?.focus();
    else if (!this.sent) this.stops.follow();
    if (document.activeElement !== before) this.presses.focusMoved();
  },

  // Puts the last step back; returns whether there was one.
  takeBack(target) {
    if (this.sent || this.picking.steps.length === 0) return false;
    const step = this.picking.back();
    this.glide([step]);
    this.returnPiece();
    if (this.stepOf(target) || target.closest("[data-confirm-move]")) this.stops.focusStep(step);
    this.draw();
    return true;
  },

  send(move) {
    this.push("move", move);
  },

  // Sends a move and returns whether it was accepted. If it was not, everything picked is put
  // back.
  async push(event, move) {
    // True, but no other move's.
    const sent = (this.sent = {});
    const { accepted } = await sendCommand(this, event, { seq: Number(this.seq), move });
    if (!accepted && this.sent === sent) this.dismiss();
    return accepted === true;
  },

  // Puts everything back, with animations.
  dismiss() {
    this.glide(this.picking.steps);
    this.returnPiece();
    this.reset();
    this.draw();
  },

  // Lets the pieces that these steps have placed glide back.
  glide(steps) {
    const hand = this.el.querySelector("[data-hand]");
    for (const step of steps) {
      glideBack(this.stops.element(step)?.querySelector("[data-ghost]"), hand);
    }
  },

  submit(event) {
    const form = event.target;
    if (!("typedMove" in form.dataset)) return;
    event.preventDefault();
    const box = form.elements.namedItem("move");
    const move = box.value.trim();
    if (move === "" || this.sent) return;
    this.push("type", move).then((accepted) => {
      if (accepted) box.value = "";
    });
    this.draw();
  },

  draw() {
    this.marks.draw(this.picking, this.sent);
    this.drawPrompts();
    this.stops.draw();
    this.crosshair.draw();
    this.heat.draw(this.picking.steps);
  },

  drawPrompts() {
    const { steps, move } = this.picking;
    // A dragged move is played on release, without waiting.
    const waits = this.awaitsConfirmation() && !this.drag.active;
    const next = String(move === null ? steps.length : steps.length - 1);
    this.el.classList.toggle("is-sending", this.sent !== false);
    // While steps are picked, what to do next matters more.
    const words = hasConnection() || (steps.length > 0 && !this.sent) ? null : wordsWithoutConnection(this.sent);
    const shown = this.sent || words ? "sent" : waits ? "complete" : next;
    for (const prompt of this.el.querySelectorAll("[data-prompt]")) {
      prompt.hidden = prompt.dataset.prompt !== shown;
      if (prompt.dataset.prompt !== "sent") continue;
      prompt.dataset.words ??= prompt.textContent;
      prompt.textContent = words ?? prompt.dataset.words;
    }
    const confirm = this.el.querySelector("[data-confirm-move]");
    if (!confirm) return;
    confirm.hidden = !waits;
    confirm.textContent = confirm.dataset.confirmMove.replace("{move}", move ?? "");
  },
};
