// Dragging from one step across others, with a mouse, a pen or a finger. It handles the pointer and
// leaves moves to its owner.
//
// A press that hardly moves remains a press. A drag starts at a step, or at an element with
// data-hand, which shows what the player holds and puts on a step. An element with data-carry
// inside it follows the pointer.

import { lift } from "./carry.js";

const SOURCE = "[data-step], [data-hand]";
// How far a pointer may move during a press, in pixels.
const PRESS = { mouse: 4, pen: 6, touch: 10 };
// A fast pointer skips elements, so the path between two events is sampled at this distance.
const STRIDE = 6;

export class Drag {
  // The owner implements `canDrag(step)` and `canPress(step)`, and is notified by
  // `dragBegins(step)`, `dragOver(step)`, `dragEnds(step)`, `dragFails()`, and `refuse(step)` if a
  // mouse drags something that can be neither dragged nor pressed. (A finger scrolls the page
  // there.) A step is null outside all steps, and for what the player holds.
  constructor(root, owner) {
    this.root = root;
    this.owner = owner;
    this.pressed = null;
    this.refused = null;
    this.carried = null;
    this.active = false;
    this.ended = false;
    this.listening = new AbortController();
    const { signal } = this.listening;
    const listen = (name, work) => root.addEventListener(name, work, { signal });
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.move(event));
    listen("pointerup", (event) => this.up(event));
    listen("pointercancel", (event) => this.isOurs(event) && this.fail());
    // Otherwise the browser would start to scroll. Two fingers can still zoom.
    root.addEventListener("touchmove", (event) => this.preventScroll(event), { passive: false, signal });
    document.addEventListener("pointerdown", () => (this.ended = false), { capture: true, signal });
  }

  destroy() {
    this.listening.abort();
  }

  down(event) {
    // A second finger ends the drag.
    if (!event.isPrimary) return this.fail();
    this.pressed = null;
    this.refused = null;
    const source = event.target.closest(SOURCE);
    if (event.button !== 0 || !source) return;
    const step = source.dataset.step ?? null;
    const { pointerId: id, pointerType, clientX: x, clientY: y } = event;
    const pressed = { source, step, id, x, y, slack: PRESS[pointerType] ?? PRESS.touch };
    if (this.owner.canDrag(step)) this.pressed = pressed;
    else if (pointerType !== "touch" && step !== null && !this.owner.canPress(step)) this.refused = pressed;
  }

  move(event) {
    if (this.refused?.id === event.pointerId) this.refuse(event);
    if (!this.isOurs(event)) return;
    const far = isFar(event, this.pressed);
    // The pointer was released outside the page.
    if (event.buttons === 0) this.fail();
    else if (this.active || (far && this.begin())) this.follow(event);
  }

  refuse(event) {
    const { refused } = this;
    if (event.buttons === 0) this.refused = null;
    else if (isFar(event, refused)) {
      this.refused = null;
      this.ended = true;
      this.owner.refuse(refused.step);
    }
  }

  begin() {
    const { source, step, id, x, y } = this.pressed;
    this.active = this.owner.canDrag(step);
    if (!this.active) {
      this.pressed = null;
      return false;
    }
    this.root.setPointerCapture(id);
    this.root.classList.add("is-dragging");
    this.last = { x, y };
    this.over = step;
    this.owner.dragBegins(step);
    this.carry(source);
    return true;
  }

  follow(event) {
    const events = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of events.length > 0 ? events : [event]) this.sampleTo(clientX, clientY);
    this.carried?.follow(event.clientX - this.pressed.x, event.clientY - this.pressed.y);
  }

  sampleTo(x, y) {
    const { last } = this;
    const strides = Math.max(1, Math.ceil(Math.hypot(x - last.x, y - last.y) / STRIDE));
    for (let stride = 1; stride <= strides; stride += 1) {
      const part = stride / strides;
      this.moveOver(last.x + (x - last.x) * part, last.y + (y - last.y) * part);
    }
    this.last = { x, y };
  }

  moveOver(x, y) {
    const element = document.elementFromPoint(x, y)?.closest("[data-step]");
    const step = element && this.root.contains(element) ? element.dataset.step : null;
    if (step === this.over) return;
    this.over = step;
    this.owner.dragOver(step);
  }

  up(event) {
    if (!this.isOurs(event)) return;
    if (this.active) {
      this.follow(event);
      this.ended = true;
      const { over } = this;
      this.release();
      this.owner.dragEnds(over);
    }
    this.pressed = null;
  }

  preventScroll(event) {
    if (this.pressed && event.touches.length === 1) event.preventDefault();
  }

  // Cancels the current drag; returns whether there was one.
  fail() {
    const { active } = this;
    this.stop();
    if (active) this.owner.dragFails();
    return active;
  }

  // Called when the page has changed during a drag.
  cancel() {
    this.stop();
    this.putBack({ glides: false });
  }

  stop() {
    // Ignores the click that the browser sends at the end of a drag.
    if (this.active) this.ended = true;
    this.release();
    this.pressed = null;
  }

  release() {
    if (!this.active) return;
    this.active = false;
    this.root.classList.remove("is-dragging");
    const { id } = this.pressed;
    if (this.root.hasPointerCapture(id)) this.root.releasePointerCapture(id);
  }

  isOurs(event) {
    return this.pressed !== null && event.pointerId === this.pressed.id;
  }

  // Whether a click is only the end of a drag.
  isEndOfDrag(click) {
    return this.ended && click.detail > 0;
  }

  carry(source) {
    const picture = source.matches("[data-carry]") ? source : source.querySelector("[data-carry]");
    this.carried = picture && lift(picture, this.root);
  }

  // Without a drag: places what a source carries, if anything, on an element.
  place(source, element) {
    if (source === element) return this.putBack({ glides: true });
    if (!this.carried?.carrier.isConnected || !source.contains(this.carried.source)) {
      this.putBack({ glides: true });
      this.carry(source);
    }
    this.settle(element);
  }

  // Leaves what was carried on an element until the page shows it there.
  settle(element) {
    this.carried?.settle(element);
  }

  // Removes what was carried; it glides back to its origin, or disappears immediately.
  putBack({ glides }) {
    this.carried?.putBack({ glides });
    this.carried = null;
  }
}

// Whether a pointer has moved too far for a press.
function isFar({ clientX, clientY }, { x, y, slack }) {
  return Math.hypot(clientX - x, clientY - y) > slack;
}
