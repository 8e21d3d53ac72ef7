// Says why the page gets no answer, with the banners of Layouts.app: the site has no room for
// another page of this network, or the page has sent too much (lib/playout_web/socket.ex). LiveView
// itself marks a lost connection.

const root = document.documentElement;

// The close code of lib/playout_web/socket.ex.
const NO_ROOM = 4029;

// Milliseconds.
const RECONNECT_AFTER = [10, 50, 100, 150, 200, 250, 500, 1_000, 2_000];
const RECONNECT_AT_LAST = 5_000;
const NO_ROOM_PAUSE = 30_000;
const NOTICE = 6_000;

// For the socket, the wait before an attempt to connect: for each page another, because all pages of a
// node lose it at the same moment. If there is no room, the pages of a network wait longer.
export function reconnectAfterMs(tries) {
  if ("noRoom" in root.dataset) return NO_ROOM_PAUSE * (1 + Math.random());
  return (RECONNECT_AFTER[tries - 1] ?? RECONNECT_AT_LAST) * (0.5 + Math.random());
}

export function followConnection(socket) {
  socket.onClose((event) => {
    if (event?.code === NO_ROOM) root.dataset.noRoom = "";
  });
  socket.onMessage(() => delete root.dataset.noRoom);

  let notice;
  addEventListener("phx:too_fast", () => {
    clearTimeout(notice);
    root.dataset.tooFast = "";
    notice = setTimeout(() => delete root.dataset.tooFast, NOTICE);
  });
}
