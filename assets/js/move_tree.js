// Reads the legal moves in the server's format (`Playout.step_tree/2`), which is short
// because it is sent with every turn: steps, followed by what can come next in parentheses,
// as in "1b(1a=1b1a+ 2b)". After "=" comes the text of the move that ends with that step.
// Without it, the text is the steps joined together, here 1b2b, or joined with "-" if the
// first word is "-", as in "- c3(A B) e5".

// A tree of objects whose leaves are the moves' texts:
// {c3: {A: "c3-A", B: "c3-B"}, e5: "e5"}.
export function readTree(written) {
  const words = written.match(/[^\s()=]+|[()=]/g) ?? [];
  const between = words[0] === "-" ? "-" : "";
  let at = between.length;

  const read = (before) => {
    const tree = {};
    while (at < words.length && words[at] !== ")") {
      const step = words[at];
      const sign = words[at + 1];
      at += sign === "(" || sign === "=" ? 2 : 1;
      if (sign === "(") tree[step] = read(before + step + between);
      else if (sign === "=") tree[step] = words[at];
      else tree[step] = before + step;
      // Skips the text or the closing parenthesis.
      if (sign === "(" || sign === "=") at += 1;
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
