// Notices within eight seconds that the server has gone, connects again, and says so with the banners
// of Layouts.app: the connection is lost, the site has no room for another page of this network, or the
// page has sent too much (lib/playout_web/socket.ex). Hooks hear of it by the event playout:connection.
//
// A connection may die without a word, as when a phone changes its network. The socket would notice after
// a minute. So while the page is in sight, it asks for a sign of life whenever it has heard nothing for
// a while, and while it loads after a longer one, because on a slow line that takes its time.
//
// It also says if the connection is lost with a press on its way that nothing sends again, as in a lesson.

import { isWaitingForAnswer, tellNotSent } from "./commands.js";

const root = document.documentElement;

// Close codes: that of lib/playout_web/socket.ex, and the usual one.
const NO_ROOM = 4029;
const NORMAL = 1000;

// Milliseconds.
const RECONNECT_AFTER = [10, 50, 100, 150, 200, 250, 500, 1_000, 2_000];
const RECONNECT_AT_LAST = 5_000;
const NO_ROOM_PAUSE = 30_000;
const NOTICE = 6_000;
const LOOK_EVERY = 500;
// Asks after that much silence, says that the connection is lost if there is no answer within SILENT,
// and connects again after DEAD.
const ASK_AFTER = 2_500;
const ASK_AFTER_LOADING = 12_000;
const SILENT = 4_000;
const DEAD = 6_000;
// Gives up an attempt to connect after that long, in turn: one that has begun on a dead line never notices
// that the line is alive again. Chromium itself holds an attempt back for up to five seconds when many have
// failed, as while a server starts again. Each third one is for very slow lines.
const CONNECT_WITHIN = [8_000, 8_000, 12_000];

const ERRORS = "[data-phx-main]:is(.phx-client-error, .phx-server-error)";

// For the socket, the wait before an attempt to connect: for each page another, because all pages of a
// node lose it at the same moment. If there is no room, the pages of a network wait longer.
export function reconnectAfterMs(tries) {
  if ("noRoom" in root.dataset) return NO_ROOM_PAUSE * (1 + Math.random());
  return (RECONNECT_AFTER[tries - 1] ?? RECONNECT_AT_LAST) * (0.5 + Math.random());
}

// Whether the server has answered lately, as far as the page knows.
export const hasConnection = () => !("silent" in root.dataset) && document.querySelector(ERRORS) === null;

// Whether the server has said anything on this connection.
let isAlive = false;

const tell = () => dispatchEvent(new CustomEvent("playout:connection"));

export function followConnection(liveSocket) {
  const socket = liveSocket.getSocket();

  socket.onClose((event) => {
    if (event?.code === NO_ROOM) root.dataset.noRoom = "";
    // Phoenix does not come back after this code unless it has closed the socket itself. But a server that
    // stops closes with it those that connect at the last moment.
    if (event?.code === NORMAL && !socket.closeWasClean) socket.reconnectTimer.scheduleTimeout();
  });
  socket.onMessage(() => delete root.dataset.noRoom);

  let notice;
  addEventListener("phx:too_fast", () => {
    clearTimeout(notice);
    root.dataset.tooFast = "";
    notice = setTimeout(() => delete root.dataset.tooFast, NOTICE);
  });

  for (const kind of ["start", "stop"]) addEventListener(`phx:page-loading-${kind}`, tell);
  followPresses(socket);
  followSilence(socket);
  reconnectInsteadOfLoading(liveSocket);
}

// The numbers of the messages with presses that have not been answered. Commands are sent again, and forms
// are filled in again. A page that is left, or crashes, never answers.
const pressed = new Set();

function followPresses(socket) {
  const { push } = socket;
  socket.push = function (message) {
    const { type, event, value } = message.payload;
    const isPress = type === "click" || ["move", "press", "walk", "import"].includes(event);
    if (isPress && !value.name && socket.isConnected()) pressed.add(message.ref);
    return push.call(this, message);
  };
  socket.onMessage(({ ref, event }) => (event === "phx_error" ? pressed.clear() : pressed.delete(ref)));
  addEventListener("phx:page-loading-start", ({ detail }) => detail?.kind === "redirect" && pressed.clear());
  socket.onClose(losePresses);
}

function losePresses() {
  if (pressed.size > 0) tellNotSent();
  pressed.clear();
}

function followSilence(socket) {
  let loading = true;
  // When the page heard something last, and since when it has been waiting for an answer, if it is.
  let heard = performance.now();
  let asked = null;
  let looked = heard;
  // The attempt to connect, since when, and how many were given up before it.
  let attempt = null;
  let since = heard;
  let givenUp = 0;

  const setSilent = (silent) => {
    if (silent === "silent" in root.dataset) return;
    if (silent) root.dataset.silent = "";
    else delete root.dataset.silent;
    tell();
  };

  const begin = () => {
    heard = performance.now();
    asked = null;
  };

  const hear = () => {
    begin();
    isAlive = true;
    setSilent(false);
  };

  const ask = () => {
    asked = performance.now();
    socket.push({ topic: "phoenix", event: "heartbeat", payload: {}, ref: socket.makeRef() });
  };

  const look = () => {
    const now = performance.now();
    // The page itself stood still, so an answer may be there that it has not heard yet.
    if (asked !== null && now - looked > 3 * LOOK_EVERY) asked = now;
    looked = now;
    if (!document.hidden && !socket.isConnected()) lookAtAttempt(now);
    if (document.hidden || !socket.isConnected()) asked = null;
    else if (asked === null) now - heard >= (loading ? ASK_AFTER_LOADING : ASK_AFTER) && ask();
    else if (now - asked >= DEAD) [asked] = [null, reconnect(socket)];
    else if (now - asked >= SILENT) setSilent(true);
  };

  const lookAtAttempt = (now) => {
    if (socket.conn !== attempt) [attempt, since] = [socket.conn, now];
    const within = CONNECT_WITHIN[givenUp % CONNECT_WITHIN.length];
    if (socket.connectionState() !== "connecting" || now - since < within) return;
    givenUp += 1;
    reconnect(socket);
  };

  socket.onMessage(hear);
  socket.onOpen(() => {
    isAlive = false;
    givenUp = 0;
    begin();
  });
  addEventListener("phx:page-loading-start", () => (loading = true));
  addEventListener("phx:page-loading-stop", () => {
    loading = false;
    hear();
  });
  setInterval(look, LOOK_EVERY);

  addEventListener("offline", () => setSilent(true));
  // The old connection belongs to the old network.
  addEventListener("online", () => reconnect(socket));
}

// The browser closes a dead connection only after a minute, so nobody waits for that: neither the socket
// nor its channels, which join again only if they have heard that the connection is lost.
function reconnect(socket) {
  losePresses();
  socket.conn?.close();
  socket.triggerChanError();
  socket.disconnect(() => socket.connect());
}

// LiveView loads a page anew that gets no answer, or that the server refuses. Without a connection that
// would end at an error page of the browser, and what a person has just done would be lost. So the page
// connects anew instead, after some seconds, because the server may have said no.
function reconnectInsteadOfLoading(liveSocket) {
  const load = liveSocket.reloadWithJitter;
  let later = null;
  liveSocket.reloadWithJitter = function (...options) {
    const socket = this.getSocket();
    const mayLoad = isAlive && socket.isConnected() && !isWaitingForAnswer();
    if (this.hasPendingLink() || mayLoad) return load.apply(this, options);
    if (later !== null) return;
    later = setTimeout(
      () => {
        later = null;
        if (socket.isConnected() && root.querySelector(ERRORS)) reconnect(socket);
      },
      RECONNECT_AT_LAST * (0.5 + Math.random()),
    );
  };
}
