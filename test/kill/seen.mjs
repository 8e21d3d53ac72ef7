// Records what a client has seen of a match, to find out later what is missing.

export class Seen {
  constructor() {
    this.moves = [];
    this.seq = 0;
    this.contradictions = [];
  }

  // Records the moves that a page shows.
  show(moves, seq) {
    this.seq = Math.max(this.seq, seq);
    moves.forEach((move, ply) => this.record(ply, move));
  }

  // Records a move that was acknowledged or shown.
  record(ply, move) {
    const known = this.moves[ply];
    if (known === undefined) this.moves[ply] = move;
    else if (known !== move) this.contradictions.push(`move ${ply + 1} was ${known}, then ${move}`);
  }

  // Describes the moves that are missing or in the wrong position.
  lost(moves) {
    return this.moves.flatMap((move, ply) =>
      moves[ply] === move ? [] : [`move ${ply + 1}, ${move}, is now ${moves[ply] ?? "missing"}`],
    );
  }
}
