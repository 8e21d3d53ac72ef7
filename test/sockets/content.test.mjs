// Reads messages in the forms that LiveView sends them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Content } from "./content.mjs";

const STATICS = [
  '<li class="',
  '"><span class="number" aria-hidden="true">',
  '</span> <span aria-hidden="true">',
  "</span></li>",
];
const entry = (number, move) => ({ 0: "move", 1: String(number), 2: move });

// A page whose list is the second of three changing texts, in a template within the page's.
function page(list) {
  const moves = {
    0: "2 moves",
    1: ' aria-label="Moves"',
    2: list,
    s: ["<summary>", '</summary><ol id="move-list"', ">", "</ol>"],
  };
  return { 0: ' data-seq="3"', 1: ' data-moves="a b"', 2: "", 3: moves, s: ["<main", "", "", ">", "</main>"] };
}

const diff = (list) => ({ 3: { 2: list } });

test("attributes are read wherever they are, and stay until they change", () => {
  const content = new Content();
  assert.equal(content.merge(page("")), true);
  const { seq, tree, result } = content;
  assert.deepEqual({ seq, tree, result }, { seq: 3, tree: "a b", result: "" });
  content.merge({ 0: ' data-seq="4"', 1: ' data-moves=""', 2: ' data-result="won"' });
  assert.deepEqual([content.seq, content.tree, content.result], [4, "", "won"]);
  assert.equal(content.merge({ 3: { 0: "3 moves" }, t: " data-title" }), false);
  assert.equal(content.seq, 4);
});

test("a list grows, changes, shrinks, and is replaced", () => {
  const content = new Content();
  const shows = (message, moves) => {
    content.merge(message);
    assert.deepEqual(content.list.moves, moves);
  };
  shows(page(""), []);
  shows(diff({ s: STATICS, k: { 0: entry(1, "a1"), kc: 1 } }), ["a1"]);
  shows(diff({ k: { 0: { 0: "old" }, 1: entry(2, "b2"), kc: 2 } }), ["a1", "b2"]);
  shows(diff({ k: { 1: { 2: "c3" }, 2: entry(3, "d4"), kc: 3 } }), ["a1", "c3", "d4"]);
  shows(diff({ k: { 0: 2, 1: [0, { 0: "new" }], km: 2, kc: 2 } }), ["d4", "a1"]);
  shows(diff({ k: { kc: 1 } }), ["d4"]);
  shows({ 0: ' data-seq="5"' }, ["d4"]);
  shows(diff(""), []);
  shows(page({ s: STATICS, k: { 0: entry(1, "e5"), kc: 1 } }), ["e5"]);
});

test("fixed texts may be shared", () => {
  const content = new Content();
  content.merge({ ...page({ s: 0, k: { 0: entry(1, "a1"), kc: 1 } }), p: { 0: STATICS } });
  assert.deepEqual(content.list.moves, ["a1"]);
});
