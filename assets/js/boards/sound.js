// The sounds of moves: short, synthesised here, and off by default. Nothing is created until
// there is something to play.

import { isOn } from "../components/option.js";
import { soundOf } from "./sound_of.js";

const VOLUME = 0.5;

// In seconds: when a gliding piece arrives, and when the last knock has faded.
const ARRIVED = 0.16;
const FADED = 0.45;

// The notes at the end of a match, in Hz.
const WON = [523.25, 659.25, 783.99];
const LOST = [392, 329.63, 261.63];
const DRAWN = [392, 392];
const NOTE = 0.13;

let audio = null;

// Turning sounds on plays a sample.
export function followSound() {
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.option === "sound") playSound("set");
  });
}

// Called when the page shows a new move.
export function playMoveSound(root) {
  playSound(soundOf(marks(root)));
  playSound(root.dataset.result, FADED);
}

// Called when a move was made while the page shows an earlier position.
export function playNewsSound() {
  playSound("set");
}

// Called when the game ends without a move.
export function playEndSound(root) {
  playSound(root.dataset.result);
}

function marks(root) {
  const onBoard = (element) => element?.closest(".board") != null;
  const arrivals = [...root.querySelectorAll("[data-arrive]")].map((element) => {
    const from = element.dataset.arrive;
    const step = from && root.querySelector(`[data-step="${CSS.escape(from)}"]`);
    return { onBoard: onBoard(element), fromBoard: onBoard(step || null) };
  });
  return { arrivals, grows: root.querySelector("[data-grow]") !== null };
}

// Until the visitor has interacted with the page, browsers block sound and log a warning.
function playSound(name, delay = 0) {
  if (!SOUNDS[name] || !isOn("sound") || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= startAudio();
  if (audio.context.state !== "running") audio.context.resume();
  SOUNDS[name](audio.context.currentTime + delay);
}

function startAudio() {
  const context = new AudioContext();
  const out = context.createGain();
  out.gain.value = VOLUME;
  out.connect(context.destination);
  return { context, out, noise: noise(context) };
}

function noise(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return buffer;
}

const SOUNDS = {
  set: (at) => knock(at + ARRIVED / 2, 190, 0.9),
  slide: (at) => {
    brush(at, 900, 350, ARRIVED, 0.16);
    knock(at + ARRIVED, 170, 0.4);
  },
  capture: (at) => {
    brush(at, 900, 350, ARRIVED, 0.16);
    knock(at + ARRIVED, 130, 1);
    knock(at + ARRIVED + 0.09, 210, 0.45);
  },
  grow: (at) => {
    brush(at, 2400, 3600, 0.3, 0.34);
    knock(at + 0.3, 240, 0.25);
  },
  won: (at) => WON.forEach((note, index) => pluck(at + index * NOTE, note)),
  lost: (at) => LOST.forEach((note, index) => pluck(at + index * NOTE, note)),
  drawn: (at) => DRAWN.forEach((note, index) => pluck(at + index * NOTE, note)),
};

// Wood on wood: a short, low resonance and the click of the impact.
function knock(at, pitch, loudness) {
  const { context } = audio;
  const body = context.createOscillator();
  body.frequency.setValueAtTime(pitch * 1.6, at);
  body.frequency.exponentialRampToValueAtTime(pitch, at + 0.03);
  play(body, at, 0.12, fadeOut(at, 0.8 * loudness, 0.1));
  const click = filter("bandpass", pitch * 8, 1.2);
  rustle(at, 0.05, click, fadeOut(at, 0.9 * loudness, 0.03));
}

// Something sliding over wood or paper: noise that sweeps from one frequency to another.
function brush(at, from, to, duration, loudness) {
  const colour = filter("bandpass", from, 0.9);
  colour.frequency.setValueAtTime(from, at);
  colour.frequency.linearRampToValueAtTime(to, at + duration);
  const gain = audio.context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.linearRampToValueAtTime(loudness, at + duration * 0.4);
  gain.gain.linearRampToValueAtTime(0.0001, at + duration);
  rustle(at, duration, colour, gain);
}

function pluck(at, note) {
  const string = audio.context.createOscillator();
  string.type = "triangle";
  string.frequency.value = note;
  play(string, at, 0.5, fadeOut(at, 0.28, 0.45));
}

// An audio node that fades from a volume to silence.
function fadeOut(at, loudness, duration) {
  const gain = audio.context.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + duration);
  return gain;
}

function filter(type, frequency, q) {
  const filter = audio.context.createBiquadFilter();
  filter.type = type;
  filter.frequency.value = frequency;
  filter.Q.value = q;
  return filter;
}

function rustle(at, duration, ...through) {
  const source = audio.context.createBufferSource();
  source.buffer = audio.noise;
  play(source, at, duration, ...through);
}

function play(source, at, duration, ...through) {
  through.reduce((from, to) => from.connect(to), source).connect(audio.out);
  source.start(at);
  source.stop(at + duration);
}
