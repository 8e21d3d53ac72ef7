// Sends commands, and keeps each until it is answered. After a lost connection it is sent again under
// the same name, by which the server knows whether it has carried it out (Playout.Matches.act/5), and so it
// is if the server could not store it or does not know whether it has ("again"). Whoever has sent too much
// hears that before the server looks whether it has carried out the command ("limited"), so that is no answer
// to one that it may have. What is kept outlasts the page (unsent.js).
//
// Commands are buttons with phx-click and phx-value-seq, the one for a hint, everything with phx-click or
// phx-submit inside an element with data-commands and an id, and what is given to `sendCommand`: if the
// page has an element with this hook and
//   data-match               whose commands these are,
//   data-kept, data-choose   what to say without a connection if a move is kept, and if none is.
// A button's data-then is what its page does once there is an answer, as a command of Phoenix.LiveView.JS.
// While a command is on its way, its button or form has the class is-sent.

import { forget, isKept, isOld, keep, keptOf } from "./unsent.js";

const BUTTON = "[phx-click][phx-value-seq], [phx-click=hint], [data-commands] [phx-click]";
const FORM = "[data-commands] form[phx-submit]";
const VALUE = "phx-value-";

// People press again what does not answer. More than that is no person.
const MOST = 20;
// How often a command is sent without an answer, or with one that there was too much.
const TRIES = 10;
// Milliseconds. The words of the server stay until it has answered again.
const NOTICE = 6_000;
const AGAIN = 4_000;

const root = document.documentElement;

let page = null;

/** @type {Hook} */
export const Commands = {
  mounted() {
    this.match = this.el.dataset.match;
    this.kept = keptOf(this.match).slice(0, MOST).map(awaitingAnswer);
    page = this;
    this.sendAll();
  },

  reconnected() {
    this.sendAll();
  },

  destroyed() {
    if (page === this) page = null;
    if (this.kept.some(({ stored }) => !stored)) tellNotSent();
  },

  // Returns the answer as a promise.
  add(command) {
    const same = this.kept.find((kept) => describe(kept) === describe(command));
    if (same) return same.answered;
    if (this.kept.length === MOST) {
      tellNotSent();
      return Promise.resolve({ accepted: false });
    }
    Object.assign(command, { name: newName(), tries: 0, at: Date.now() });
    this.kept.push(awaitingAnswer(command));
    this.send(command);
    return command.answered;
  },

  sendAll() {
    for (const command of [...this.kept]) this.send(command);
  },

  async send(command) {
    clearTimeout(command.later);
    if (isOld(command)) return this.giveUp(command);
    // Another page has the answer, or its visitor did not want it sent.
    if (command.stored && !isKept(this.match, command)) return this.end(command, { accepted: false });
    command.tries = (command.tries ?? 0) + 1;
    command.stored = keep(this.match, command);
    markCommands();
    const { event, values, target, name } = command;
    const sent = { ...values, name };
    const reply = target ? this.sendTo(target, event, sent) : this.pushEvent(event, sent);
    const answer = await reply.then((answer) => answer ?? {}).catch(() => null);
    if (answer?.again) Object.assign(command, { tries: 0, doubted: true });
    if (isDefinite(answer, command)) this.end(command, answer);
    else if (command.tries >= TRIES || answer?.nowhere) this.giveUp(command);
    else if (answer) this.sendLater(command);
  },

  sendLater(command) {
    clearTimeout(command.later);
    command.later = setTimeout(() => page === this && this.kept.includes(command) && this.send(command), AGAIN);
  },

  async sendTo(target, event, values) {
    if (!document.querySelector(target)) return { nowhere: true };
    const [answer] = await this.pushEventTo(target, event, values);
    if (answer?.status !== "fulfilled") throw new Error(`no answer to ${event}`);
    return answer.value.reply;
  },

  giveUp(command) {
    if (this.kept.includes(command)) tellNotSent();
    this.end(command, { accepted: false });
  },

  end(command, answer) {
    if (!this.kept.includes(command)) return;
    this.kept = this.kept.filter((kept) => kept !== command);
    command.element?.classList.remove("is-sent");
    forget(this.match, command);
    command.answer(answer);
  },
};

// The answer to a message too many, by the socket or the budget of work, is empty.
function isDefinite(answer, { tries, doubted }) {
  if (!answer || answer.again || answer.nowhere) return false;
  return ("accepted" in answer && !answer.limited) || !(doubted || tries > 1);
}

function awaitingAnswer(command) {
  command.answered = new Promise((resolve) => (command.answer = resolve));
  return command;
}

let notice;

export function tellNotSent() {
  clearTimeout(notice);
  root.dataset.notSent = "";
  notice = setTimeout(() => delete root.dataset.notSent, NOTICE);
}

// Sends a command of a hook; returns the answer, as a promise. Elsewhere than in a match it is an event
// like any other, answered with {} if the connection is lost.
export function sendCommand(hook, event, values) {
  return page ? page.add({ event, values, target: null }) : hook.pushEvent(event, values).catch(() => ({}));
}

// The match of the page, if it shows one.
export const matchOfPage = () => page?.match;

export const isWaitingForAnswer = () => page !== null && page.kept.length > 0;

// What to say to whoever is to move, if the page has words for that.
export const wordsWithoutConnection = (kept) => page?.el.dataset[kept ? "kept" : "choose"] ?? null;

// The server does not know which buttons have been pressed.
export function markCommands() {
  for (const { element } of page?.kept ?? []) element?.classList.add("is-sent");
}

// To be called before LiveView connects: it listens to the same window, and sends a command only once.
export function followCommands() {
  addEventListener("click", (event) => {
    const element = event.target.closest?.(BUTTON);
    // Commands for the browser start with a bracket.
    if (!page || !element || element.getAttribute("phx-click").startsWith("[")) return;
    event.stopImmediatePropagation();
    page
      .add({ event: element.getAttribute("phx-click"), values: valuesOf(element), target: targetOf(element), element })
      .then(() => element.dataset.then && page?.js().exec(element.dataset.then));
  });

  addEventListener("submit", (event) => {
    const element = event.target.closest?.(FORM);
    if (!page || !element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const values = Object.fromEntries(new FormData(element));
    page.add({ event: element.getAttribute("phx-submit"), values, target: targetOf(element), element });
  });

  // Where the browser stores nothing, it asks before the page goes.
  addEventListener("beforeunload", (event) => {
    if (page?.kept.some(({ stored }) => !stored)) event.preventDefault();
  });
}

// The component that the command is for, if not the page.
function targetOf(element) {
  const component = element.closest("[data-commands]");
  return component && `#${CSS.escape(component.id)}`;
}

function valuesOf(element) {
  const given = Array.from(element.attributes).filter(({ name }) => name.startsWith(VALUE));
  return Object.fromEntries(given.map(({ name, value }) => [name.slice(VALUE.length), value]));
}

const describe = ({ event, values, target }) => JSON.stringify([event, values, target]);

// 120 random bits, which `crypto.randomUUID` would give on https only.
function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
