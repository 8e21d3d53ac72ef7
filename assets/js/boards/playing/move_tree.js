// Reads the legal moves in the server's format (`Playout.step_tree/2`), which is compact because
// it is sent every turn: each step is followed by the possible next steps in parentheses, as in
// "1b(1a=1b1a+ 2b)". After "=" comes the notation of the move that ends with that step. Without
// "=", a move is written as its steps joined together, here 1b2b, or joined with "-" if the
// first token is "-", as in "- c3(A B) e5".

// Nested objects whose leaves are the moves in notation:
// {c3: {A: "c3-A", B: "c3-B"}, e5: "e5"}.
export function readTree(text) {
  const tokens = text.match(/[^\s()=]+|[()=]/g) ?? [];
  const separator = tokens[0] === "-" ? "-" : "";
  let at = separator.length;

  const read = (before) => {
    const tree = {};
    while (at < tokens.length && tokens[at] !== ")") {
      const step = tokens[at];
      const mark = tokens[at + 1];
      at += mark === "(" || mark === "=" ? 2 : 1;
      if (mark === "(") tree[step] = read(before + step + separator);
      else if (mark === "=") tree[step] = tokens[at];
      else tree[step] = before + step;
      // Skips the notation or the closing parenthesis.
      if (mark === "(" || mark === "=") at += 1;
    }
    return tree;
  };
  return read("");
}

// The complete moves of a tree: {move: "c3-A", steps: ["c3", "A"]}.
export function completeMoves(tree, before = []) {
  return Object.entries(tree).flatMap(([step, below]) => {
    const steps = [...before, step];
    return typeof below === "string" ? [{ move: below, steps }] : completeMoves(below, steps);
  });
}
