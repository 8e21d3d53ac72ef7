// What a client saw of a match, and what is missing from it later.

export class Seen {
  constructor() {
    this.moves = [];
    this.seq = 0;
    this.contradictions = [];
  }

  // The moves that a page shows.
  show(moves, seq) {
    this.seq = Math.max(this.seq, seq);
    moves.forEach((move, ply) => this.accept(ply, move));
  }

  // From now on a move counts as seen, whether it was acknowledged or shown.
  accept(ply, move) {
    const known = this.moves[ply];
    if (known === undefined) this.moves[ply] = move;
    else if (known !== move) this.contradictions.push(`move ${ply + 1} was ${known}, then ${move}`);
  }

  // The moves that are missing or in the wrong place.
  lost(moves) {
    return this.moves.flatMap((move, ply) =>
      moves[ply] === move ? [] : [`move ${ply + 1}, ${move}, is now ${moves[ply] ?? "missing"}`],
    );
  }
}
