use crate::{Game, MastTable, Outcome, Side};

/// After this many plies a playout counts as a draw. No game needs that many: the limit is for
/// games that go in circles.
pub const MAX_PLAYOUT_PLIES: u32 = 2_000;

/// Random games, and the one ply of lookahead that makes them more sensible.
///
/// Everything has a default that follows from the rules, so an empty `impl` works. Games should
/// override what they can do faster, because `mcts` spends most of its time on playouts.
pub trait Playouts: Game {
    /// How many moves a [`MastTable`] distinguishes: move numbers are below this; 0 in games that
    /// do not support one.
    const MAST_MOVES: usize = 0;

    /// Appends the moves to consider when looking only one ply ahead, and returns what they
    /// achieve.
    ///
    /// The game must not be over.
    fn urgent_moves(&self, moves: &mut Vec<Self::Move>) -> Urgency {
        urgent_moves_by_trying(self, moves)
    }

    /// A random legal move, drawn as in uniform playouts. `pick(n)` must return a uniform number
    /// below `n`.
    ///
    /// The game must not be over.
    fn sample(&self, pick: &mut impl FnMut(u32) -> u32) -> Self::Move {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        choose(&moves, pick)
    }

    /// A random move that wins at once if there is one, or else one that leaves the opponent no
    /// immediate win, if there is one (decisive and anti-decisive moves, Teytaud and Teytaud 2010).
    ///
    /// The game must not be over.
    fn sample_decisive(&self, pick: &mut impl FnMut(u32) -> u32) -> Self::Move {
        let mut moves = Vec::new();
        self.urgent_moves(&mut moves);
        choose(&moves, pick)
    }

    /// The outcome of a random game in which both sides draw their moves with [`Playouts::sample`],
    /// for games that can compute it faster than by playing every move; otherwise `None`. Each call
    /// of `word()` must return 64 random bits.
    ///
    /// The outcomes must have the same probabilities as in games played with [`Playouts::sample`]
    /// and [`Game::play`], which count as draws after [`MAX_PLAYOUT_PLIES`].
    fn play_out_uniformly(&self, _word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        None
    }

    /// The outcome of a random game in which both sides draw their moves with
    /// [`Playouts::sample_decisive`], for games that can compute it faster than by playing every
    /// move; otherwise `None`.
    fn play_out_decisively(&self, _pick: &mut impl FnMut(u32) -> u32) -> Option<Outcome> {
        None
    }

    /// The outcome of a random game in which each side draws two moves and plays the one with the
    /// better average in a [`MastTable`], which is then updated with the outcome. `None` in games
    /// without [`MAST_MOVES`](Self::MAST_MOVES). Each call of `word()` must return 64 random bits.
    fn play_out_with_mast(
        &self,
        _table: &mut MastTable,
        _word: &mut impl FnMut() -> u64,
    ) -> Option<Outcome> {
        None
    }
}

/// What [`Playouts::urgent_moves`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The side to move can win at once, with these moves.
    Win,
    /// It cannot, and after these moves (not necessarily all legal ones) the opponent cannot
    /// either.
    Safe,
    /// The opponent can win at once after every move, and these are all legal moves.
    Lost,
}

fn choose<M: Copy>(moves: &[M], pick: &mut impl FnMut(u32) -> u32) -> M {
    let count = u32::try_from(moves.len()).expect("no game has that many moves");
    moves[pick(count) as usize]
}

/// Finds the [`Playouts::urgent_moves`] by playing every move and every reply.
pub(crate) fn urgent_moves_by_trying<G: Game>(position: &G, moves: &mut Vec<G::Move>) -> Urgency {
    let side = position.side_to_move();
    let mut all = Vec::new();
    position.legal_moves(&mut all);
    let after = |mv: G::Move| {
        let mut next = position.clone();
        next.play(mv);
        next
    };

    let from = moves.len();
    moves.extend(all.iter().copied().filter(|&mv| after(mv).outcome() == Some(Outcome::Win(side))));
    if moves.len() > from {
        return Urgency::Win;
    }
    moves.extend(all.iter().copied().filter(|&mv| !loses_at_once(&after(mv), side)));
    if moves.len() > from {
        return Urgency::Safe;
    }
    moves.extend(all);
    Urgency::Lost
}

/// Whether `side` has lost in this position, or the opponent is to move and can win at once.
fn loses_at_once<G: Game>(position: &G, side: Side) -> bool {
    let lost = Some(Outcome::Win(side.other()));
    if position.outcome().is_some() || position.side_to_move() == side {
        return position.outcome() == lost;
    }
    let mut replies = Vec::new();
    position.legal_moves(&mut replies);
    replies.into_iter().any(|reply| {
        let mut next = position.clone();
        next.play(reply);
        next.outcome() == lost
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quarto::Quarto;

    /// The game's own `urgent_moves` and the default agree.
    #[test]
    fn urgent_moves_agree_with_the_default() {
        for text in [
            "..../..../..../.... -",
            "..../..../..../012. 3",
            "..../..../..../8DE. 3",
            "FD9./.1.3/5.CB/6E7. 0",
            "23C5/F0B7/98D6/4E1. A",
            "squares ..../..../01../2... 3",
            "squares ..../..../8D../E... 3",
        ] {
            let position = Quarto::parse(text).expect("a position");
            let (mut quickly, mut by_trying) = (Vec::new(), Vec::new());
            let urgency = position.urgent_moves(&mut quickly);
            assert_eq!(urgency, urgent_moves_by_trying(&position, &mut by_trying), "{text}");
            assert_eq!(quickly, by_trying, "{text}");
        }
    }
}
