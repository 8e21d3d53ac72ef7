// Games between engines have little to show.
const moves = "2c2b 1a2b 3d2c P*3b P*1c 3b3c 1c1b 3a3b 2c3b 2a3b 1b1a+ 3b3a".split(" ");

export default {
  name: "Animal Shogi",
  sides: { first: "Sun", second: "Moon" },
  // With captures, a drop and a promotion. The lion is caught.
  whole: "2c2b 1a2b P*1b 2b3c 1b1a+ 3a3b 1a2a".split(" "),
  middle: { moves },
  edit: {
    at: "rkb/1p1/1P1/BKR b -",
    wrong: ["Sun's giraffe", "1c"],
    refused: "rkb/1p1/1PR/BKR b -",
    refusal: "There are only two of each animal, so the giraffe on 1d is too many.",
    marks: ["1d"],
    right: ["Eraser", "3a", "2b", "Moon's chick", { in: "#hand-second", press: "Add the chosen piece" }],
    possible: "Possible. To move: Sun",
    position: "1kb/3/1PR/BKR b p",
  },
};
