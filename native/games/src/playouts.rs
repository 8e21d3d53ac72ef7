use crate::{Game, MastTable, Outcome, Side};

/// The plies after which a playout is called a draw. No game needs as many;
/// it bounds one that moves in circles.
pub const MAX_PLAYOUT_PLIES: u32 = 2_000;

/// How a game is played out at random, and the one ply of foresight that it
/// takes to do so with some sense.
///
/// Everything here follows from the rules, and an empty `impl` will do. A game
/// that has a quicker way says so: playouts are what `mcts` spends its time on.
pub trait Playouts: Game {
    /// How many moves a [`MastTable`] tells apart: their numbers are below; 0 in
    /// games that have no playouts with one.
    const MAST_MOVES: usize = 0;

    /// Appends the moves worth looking at if one looks a single ply ahead,
    /// and says which these are.
    ///
    /// The position must not be finished.
    fn urgent_moves(&self, moves: &mut Vec<Self::Move>) -> Urgency {
        urgent_moves_by_trying(self, moves)
    }

    /// A random legal move as playouts draw it. `pick(n)` must answer a
    /// uniform number below `n`.
    ///
    /// The position must not be finished.
    fn sample(&self, pick: &mut impl FnMut(u32) -> u32) -> Self::Move {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        choose(&moves, pick)
    }

    /// A random move that wins at once where one can, and else, where one
    /// can, leaves the opponent no win at once (decisive and anti-decisive
    /// moves, Teytaud and Teytaud 2010).
    ///
    /// The position must not be finished.
    fn sample_decisive(&self, pick: &mut impl FnMut(u32) -> u32) -> Self::Move {
        let mut moves = Vec::new();
        self.urgent_moves(&mut moves);
        choose(&moves, pick)
    }

    /// How a game ends in which both sides move as by [`Playouts::sample`], where
    /// the game has a quicker way to that than playing every move; `None`
    /// where it has none. `word()` must answer 64 random bits at every call.
    ///
    /// Results must be as likely as by [`Playouts::sample`] and [`Game::play`],
    /// and a draw after [`MAX_PLAYOUT_PLIES`].
    fn play_out_uniformly(&self, _word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        None
    }

    /// How a game ends in which both sides move as by
    /// [`Playouts::sample_decisive`], where the game knows it sooner than by
    /// playing every move; `None` where it does not.
    fn play_out_decisively(&self, _pick: &mut impl FnMut(u32) -> u32) -> Option<Outcome> {
        None
    }

    /// How a game ends in which, of two moves drawn, the one with the better
    /// average in a [`MastTable`] is played; its moves are credited with that.
    /// `None` in games without [`MAST_MOVES`](Self::MAST_MOVES). `word()` must
    /// answer 64 random bits at every call.
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
    /// The side to move can win at once: these are the moves that do.
    Win,
    /// It cannot; these are the moves after which the opponent cannot either
    /// (which need not be all legal moves).
    Safe,
    /// Whatever it plays, the opponent can win at once: these are all legal
    /// moves.
    Lost,
}

fn choose<M: Copy>(moves: &[M], pick: &mut impl FnMut(u32) -> u32) -> M {
    let count = u32::try_from(moves.len()).expect("no game has that many moves");
    moves[pick(count) as usize]
}

/// [`Playouts::urgent_moves`] by playing every move and every answer to it.
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

/// Whether `side` has lost in this position, or its opponent, being to move,
/// can win at once.
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

    /// What a game answers with its own means and what it would inherit.
    #[test]
    fn urgent_moves_are_those_found_by_trying() {
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
