// The parts of the board's script that work without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { completeMoves, readTree } from "../../assets/js/boards/playing/move_tree.js";
import { closest, neighbour } from "../../assets/js/boards/playing/neighbour.js";
import { Picking } from "../../assets/js/boards/playing/picking.js";

// A move of three steps, as some games have, and a move of one step.
const TREE = { c3: { A: "c3-A", B: "c3-B" }, d4: { A: { x: "d4-A-x" } }, e5: "e5" };

test("the moves are read in the server's format", () => {
  assert.deepEqual(readTree("c3(A=c3-A B=c3-B) d4(A(x=d4-A-x)) e5"), TREE);
  assert.deepEqual(readTree("- c3(A B) d4(A(x)) e5"), TREE);
  assert.deepEqual(readTree("- 7=-7"), { 7: "-7" });
  assert.deepEqual(readTree("P(2b=P*2b) 1b(1a=1b1a+ 2b)"), {
    P: { "2b": "P*2b" },
    "1b": { "1a": "1b1a+", "2b": "1b2b" },
  });
  assert.deepEqual([readTree(""), readTree("--")], [{}, { "--": "--" }]);
  assert.deepEqual(
    completeMoves(TREE).map(({ move, steps }) => [move, ...steps]),
    [
      ["c3-A", "c3", "A"],
      ["c3-B", "c3", "B"],
      ["d4-A-x", "d4", "A", "x"],
      ["e5", "e5"],
    ],
  );
});

function picked(...steps) {
  const picking = new Picking(TREE);
  for (const step of steps) picking.pick(step);
  return picking;
}

test("steps are picked up to a complete move", () => {
  assert.deepEqual(picked().open, ["c3", "d4", "e5"]);
  assert.equal(picked().move, null);
  assert.deepEqual(picked("c3").open, ["A", "B"]);
  assert.equal(picked("c3").move, null);
  assert.equal(picked("c3", "B").move, "c3-B");
  assert.deepEqual(picked("c3", "B").open, []);
  assert.equal(picked("d4", "A", "x").move, "d4-A-x");
  assert.equal(picked("e5").move, "e5");
});

test("a second press takes a step back, along with those after it", () => {
  assert.deepEqual(picked("d4", "A", "A").steps, ["d4"]);
  assert.deepEqual(picked("d4", "A", "d4").steps, []);
  assert.deepEqual(picked("c3", "B", "B").steps, ["c3"]);
});

test("a step replaces another one of the same kind", () => {
  assert.deepEqual(picked("c3", "d4").steps, ["d4"]);
  assert.deepEqual(picked("c3", "A", "B").steps, ["c3", "B"]);
  assert.deepEqual(picked("d4", "A", "c3").steps, ["c3"]);
  assert.deepEqual(picked("c3", "e5").steps, ["e5"]);
  assert.equal(picked("c3").canPick("d4"), true);
  assert.equal(picked("c3", "A").canPick("B"), true);
  assert.equal(picked("c3").canPick("x"), false);
});

test("a step that is not possible changes nothing", () => {
  assert.deepEqual(picked("c3", "x").steps, ["c3"]);
  assert.deepEqual(picked("d4", "A", "constructor").steps, ["d4", "A"]);
  assert.deepEqual(picked("toString").steps, []);
  const pressable = ["d4", "A", "x", "y", "constructor"].map((step) => picked("d4", "A").canPress(step));
  assert.deepEqual(pressable, [true, true, true, false, false]);
});

test("the last step can be taken back, and all of them", () => {
  const picking = picked("d4", "A");
  assert.equal(picking.back(), "A");
  assert.deepEqual(picking.steps, ["d4"]);
  picking.clear();
  assert.deepEqual(picking.open, ["c3", "d4", "e5"]);
  assert.equal(picking.back(), undefined);
});

test("nothing can be picked on the opponent's turn", () => {
  const picking = new Picking({});
  picking.pick("c3");
  assert.deepEqual([picking.steps, picking.open, picking.move], [[], [], null]);
});

function element(name, left, top, width = 112, height = 88) {
  return { name, getBoundingClientRect: () => ({ left, top, width, height }) };
}

// A board with pieces that extend above some cells.
function board() {
  return Array.from({ length: 16 }, (_, index) => {
    const [column, row] = [index % 4, Math.floor(index / 4)];
    const rises = index % 3 === 0 ? 30 : 0;
    return element(`${"abcd"[column]}${4 - row}`, column * 112, row * 88 - rises, 112, 88 + rises);
  });
}

test("arrow keys follow rows and columns, even among pieces of two heights", () => {
  const cells = board();
  const to = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  for (const [index, cell] of cells.entries()) {
    for (const [key, [dx, dy]] of Object.entries(to)) {
      const [x, y] = [(index % 4) + dx, Math.floor(index / 4) + dy];
      const expected = x >= 0 && x < 4 && y >= 0 && y < 4 ? cells[x + 4 * y].name : undefined;
      assert.equal(neighbour(cell, cells, key)?.name, expected, `${cell.name} ${key}`);
    }
  }
});

test("arrow keys follow rows that are offset by half a cell", () => {
  const rows = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => element(`${row}${column}`, column * 40 + row * 20, row * 35, 40, 40)),
  );
  const cells = rows.flat();
  assert.equal(neighbour(rows[0][1], cells, "ArrowRight").name, "02");
  assert.equal(neighbour(rows[0][2], cells, "ArrowRight"), null);
  assert.ok(["10", "11"].includes(neighbour(rows[0][1], cells, "ArrowDown").name));
  assert.ok(["11", "12"].includes(neighbour(rows[2][1], cells, "ArrowUp").name));
});

test("Home and End lead to the ends of the row, with Control to the first and last cell", () => {
  const cells = board();
  const from = cells.find(({ name }) => name === "b3");
  assert.equal(neighbour(from, cells, "Home").name, "a3");
  assert.equal(neighbour(from, cells, "End").name, "d3");
  assert.equal(neighbour(from, cells, "Home", true).name, "a4");
  assert.equal(neighbour(from, cells, "End", true).name, "d1");
  assert.equal(neighbour(cells[0], cells, "Home"), null);
  assert.equal(neighbour(from, cells, "x"), null);
});

test("the closest of several elements may be the element itself", () => {
  const cells = board();
  assert.equal(closest(cells[5], cells).name, "b3");
  assert.equal(closest(cells[5], [cells[15], cells[6], cells[0]]).name, "c3");
});

// As in SEPARO: from a stone over a corner to the end. The stone at the end of one root is the
// start of another.
const ROOTS = {
  a9: { b8: { c8: "a9-b8-c8", b7: "a9-b8-b7" } },
  c8: { d7: { e7: "c8-d7-e7" }, b7: { b6: "c8-b7-b6" } },
};

function dragged(from, ...over) {
  const picking = new Picking(ROOTS);
  const kept = picking.grab(from);
  for (const step of over) picking.drag(step, kept);
  return picking.steps;
}

test("dragging picks legal steps, and dragging back undoes them", () => {
  assert.deepEqual(dragged("a9"), ["a9"]);
  assert.deepEqual(dragged("a9", "b8"), ["a9", "b8"]);
  assert.deepEqual(dragged("a9", "b8", "c8"), ["a9", "b8", "c8"]);
  assert.deepEqual(dragged("a9", "b8", "c8", "b7"), ["a9", "b8", "b7"]);
  assert.deepEqual(dragged("a9", "b8", "c8", "b8"), ["a9", "b8"]);
  assert.deepEqual(dragged("a9", "b8", "c8", "a9"), ["a9"]);
  assert.deepEqual(dragged("a9", "b8", "e7"), ["a9", "b8"], "over a step that cannot follow");
  assert.deepEqual(dragged("a9", "b8", "c8", "e7"), ["a9", "b8"], "the drag does not end there");
  assert.deepEqual(dragged("a9", "b8", null), ["a9"], "beside the board");
});

test("a drag may skip a step if only one fits in between", () => {
  assert.deepEqual(dragged("a9", "c8"), ["a9", "b8", "c8"]);
  assert.deepEqual(dragged("a9", "b7"), ["a9", "b8", "b7"]);
  assert.deepEqual(dragged("c8", "e7", "b6"), ["c8", "b7", "b6"]);
  assert.deepEqual(dragged("c8", "b8"), ["c8"], "none fits");
  const two = new Picking({ a: { b: { d: "1" }, c: { d: "2" } } });
  two.drag("d", two.grab("a"));
  assert.deepEqual(two.steps, ["a"], "two fit");
});

test("a piece in hand is dragged to the first step of a move", () => {
  assert.deepEqual(dragged(null, "c8"), ["c8"]);
  assert.deepEqual(dragged(null, "c8", null), []);
  assert.deepEqual(dragged(null, "c8", "a9"), ["a9"]);
  assert.deepEqual(dragged(null, "b6"), []);
});

test("a drag starts only from a step with others after it", () => {
  const picking = picked();
  assert.deepEqual(
    ["c3", "e5", "x", null].map((step) => picking.canDragFrom(step)),
    [true, false, false, true],
  );
  picking.pick("c3");
  assert.deepEqual(
    ["c3", "A", "d4"].map((step) => picking.canDragFrom(step)),
    [true, false, true],
  );
  picking.pick("A");
  assert.deepEqual(
    ["A", "c3"].map((step) => picking.canDragFrom(step)),
    [false, true],
  );
  assert.equal(picking.grab("c3"), 1);
  assert.deepEqual(picking.steps, ["c3"]);
  assert.equal(new Picking({}).canDragFrom(null), false);
});
