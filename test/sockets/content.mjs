// What a match's page shows, read from LiveView's messages instead of from HTML.
//
// A message is a tree of rendered templates: the changing texts of a template under their numbers,
// its fixed texts as `s`. A diff has only what has changed. A list has its entries as `k`, with
// their count as `kc`. Templates that occur several times are collected as `p`; then `s` is a number.

// An attribute that changes is one text.
const ATTRIBUTE = /^ data-(seq|moves|result)="([^"]*)"$/;
const LIST = 'id="move-list"';
const LISTED_MOVE = '<span aria-hidden="true">';

export class Content {
  constructor() {
    this.seq = 0;
    // The legal moves as move_tree.js reads them; empty if it is not the visitor's turn.
    this.tree = "";
    // won, lost or drawn; empty while the game goes on.
    this.result = "";
    this.list = new MoveList();
  }

  // Returns whether anything changed that is kept here.
  merge(diff) {
    const changed = this.readAttributes(diff);
    return this.list.merge(diff) || changed;
  }

  readAttributes(node) {
    let changed = false;
    for (const key in node) {
      const value = node[key];
      if (typeof value === "string") {
        const [, name, text] = value.match(ATTRIBUTE) ?? [];
        if (name === "seq") this.seq = Number(text);
        else if (name === "moves") this.tree = text;
        else if (name === "result") this.result = text;
        changed ||= name !== undefined;
      } else if (typeof value === "object" && value !== null && key !== "s" && key !== "p") {
        changed = this.readAttributes(value) || changed;
      }
    }
    return changed;
  }
}

// The list of the moves played, in notation.
class MoveList {
  constructor() {
    this.moves = [];
    this.path = null;
  }

  merge(diff) {
    // A tree with new fixed texts may have the list in another place.
    if (!this.path || hasStatics(diff, this.path)) this.path = find(diff) ?? this.path;
    if (!this.path) return false;

    let node = diff;
    let templates;
    for (const key of this.path) {
      templates = node.p ?? templates;
      node = node[key];
      if (node === undefined) return false;
    }
    this.update(node, node.p ?? templates);
    return true;
  }

  update(node, templates) {
    // A list without entries is an empty text.
    const { s: statics, k: entries = { kc: 0 } } = node;
    if (statics !== undefined || node === "") this.moves = [];
    if (statics !== undefined) {
      this.text = resolve(statics, templates).findIndex((text) => text.endsWith(LISTED_MOVE));
    }
    const before = this.moves;
    this.moves = Array.from({ length: entries.kc }, (_, index) => {
      // An entry has changed, or moved, or both, or neither.
      const entry = entries[index] ?? index;
      if (typeof entry === "number") return before[entry];
      const [from, change] = Array.isArray(entry) ? entry : [index, entry];
      return change[this.text] ?? before[from];
    });
  }
}

// The path of the list in a tree: the changing text after the start of its element.
function find(node, templates) {
  if (typeof node !== "object" || node === null) return null;
  templates = node.p ?? templates;
  const statics = node.s === undefined ? [] : resolve(node.s, templates);
  const start = statics.findIndex((text) => text.includes(LIST));
  if (start >= 0) {
    const ends = (text, index) =>
      index === start ? text.slice(text.indexOf(LIST)).includes(">") : index > start && text.includes(">");
    return [String(statics.findIndex(ends))];
  }
  for (const key in node) {
    if (key === "s" || key === "p") continue;
    const below = find(node[key], templates);
    if (below) return [key, ...below];
  }
  return null;
}

function hasStatics(node, path) {
  for (const key of path) {
    if (node === undefined) return false;
    if (node.s !== undefined) return true;
    node = node[key];
  }
  return false;
}

function resolve(statics, templates) {
  return typeof statics === "number" ? templates[statics] : statics;
}
