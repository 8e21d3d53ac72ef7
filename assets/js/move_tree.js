// The legal moves as the server writes them for the page
// (`Playout.step_tree/2`), short, as they travel with every
// turn: steps with what can follow them in parentheses, "1b(1a=1b1a+ 2b)". After
// "=" stands the text of the move that is whole with that step, unless it is that
// of its steps one after the other, here 1b2b; or of its steps with "-" between
// them where the first word is "-": "- c3(A B) e5".

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
      // Behind the text, or the parenthesis that closes.
      if (sign === "(" || sign === "=") at += 1;
    }
    return tree;
  };
  return read("");
}

// The whole moves of a tree: {move: "c3-A", steps: ["c3", "A"]}.
export function wholeMoves(tree, before = []) {
  return Object.entries(tree).flatMap(([step, below]) => {
    const steps = [...before, step];
    return typeof below === "string" ? [{ move: below, steps }] : wholeMoves(below, steps);
  });
}
