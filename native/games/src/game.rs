use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::{Averages, Detail, Ending, Error, Options, Outcome, Region, Side};

/// The plies after which a playout is called a draw. No game needs as many;
/// it bounds one that moves in circles.
pub const MAX_PLAYOUT_PLIES: u32 = 2_000;

/// A game for two without chance and hidden information; a value is one of
/// its positions.
///
/// A position knows its variant, its size and whose turn it is, but not its
/// history: that is [`Record`](crate::Record)'s, which also counts
/// repetitions.
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// One whole turn. Small: a search stores one in every node.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The name by which programs know the game, e.g. `quarto`.
    const NAME: &'static str;

    /// The names of the variants, the default first.
    const VARIANTS: &'static [&'static str];

    /// The occurrence of one and the same position at which a game is drawn,
    /// 0 if repetition means nothing (or cannot happen).
    const REPETITIONS_TO_DRAW: u32 = 0;

    /// The numbers by which [`Averages`] know moves are below; 0 in games that
    /// have no playouts by averages.
    const MOVE_NUMBERS: usize = 0;

    /// The position a game starts from.
    ///
    /// # Errors
    ///
    /// `unknown_variant` and `bad_option`.
    fn start(options: &Options) -> Result<Self, Error>;

    /// Reads the canonical text of a position, which `Display` writes.
    ///
    /// # Errors
    ///
    /// `bad_position` with the character at fault, `unknown_variant`.
    fn parse(text: &str) -> Result<Self, Error>;

    /// The name of the variant being played.
    fn variant(&self) -> &'static str;

    /// The side whose turn it is; in a finished position, whose it would be.
    fn side_to_move(&self) -> Side;

    /// How the game ended, `None` while it goes on. Cheap: searches ask it at
    /// every node.
    fn outcome(&self) -> Option<Outcome>;

    /// The same with its reason and the cells that decided.
    fn ending(&self) -> Option<Ending>;

    /// The score of both sides (`First`'s first) in games that keep one.
    fn score(&self) -> Option<[u32; 2]> {
        None
    }

    /// The regions of both sides (`First`'s first) in games that score them: as
    /// many as [`Game::score`] says, to be drawn.
    fn regions(&self) -> Option<[Vec<Region>; 2]> {
        None
    }

    /// Appends all legal moves; none once the game is over. A side that must
    /// pass has the pass as its only move.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The number of legal moves. A game that knows it without a list says
    /// so; `spare` is an empty list for the others to use.
    fn count_moves(&self, spare: &mut Vec<Self::Move>) -> usize {
        self.legal_moves(spare);
        spare.len()
    }

    /// Whether a move is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    ///
    /// # Panics
    ///
    /// With debug assertions, if the move is not legal; without them an
    /// illegal move leaves a position without meaning.
    fn play(&mut self, mv: Self::Move);

    /// A hash of everything that makes two positions different.
    fn key(&self) -> u64;

    /// The same for all positions that are one but for a symmetry of the board
    /// (a mirror, a turn); `key()` in games that do not say more.
    fn canonical_key(&self) -> u64 {
        self.key()
    }

    /// The canonical text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Whether a legal move is a pass. It then is the only one.
    fn is_pass(&self, _mv: Self::Move) -> bool {
        false
    }

    /// What a person picks, one after the other, to make a legal move.
    fn steps(&self, mv: Self::Move) -> Vec<String>;

    /// What a person says of a legal move beside its text, by name (for Animal
    /// Shogi which `piece` goes, what is `captured`); nothing in games whose
    /// steps say it all.
    fn move_details(&self, _mv: Self::Move) -> Vec<(&'static str, Detail)> {
        Vec::new()
    }

    /// What a player should not overlook here, by kind, and the cells that it
    /// is about (for Animal Shogi an `attacked` lion); kinds without a cell are
    /// left out.
    fn alerts(&self) -> Vec<(&'static str, Vec<String>)> {
        Vec::new()
    }

    /// Reads the canonical text of a move that is legal here.
    ///
    /// # Errors
    ///
    /// `bad_move` if the text is no move of this game, `finished` if the game
    /// is over, `illegal_move` if the move may not be played here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Error>;

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

    /// How a game ends in which both sides move as by [`Game::sample`], where
    /// the game has a quicker way to that than playing every move; `None`
    /// where it has none. `word()` must answer 64 random bits at every call.
    ///
    /// Results must be as likely as by [`Game::sample`] and [`Game::play`],
    /// and a draw after [`MAX_PLAYOUT_PLIES`].
    fn play_out_uniformly(&self, _word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        None
    }

    /// How a game ends in which both sides move as by
    /// [`Game::sample_decisive`], where the game knows it sooner than by
    /// playing every move; `None` where it does not.
    fn play_out_decisively(&self, _pick: &mut impl FnMut(u32) -> u32) -> Option<Outcome> {
        None
    }

    /// How a game ends in which, of two moves drawn, the one with the better
    /// average is played; its moves are credited with that. `None` in games
    /// without [`MOVE_NUMBERS`](Self::MOVE_NUMBERS). `word()` must answer 64
    /// random bits at every call.
    fn play_out_by_averages(
        &self,
        _averages: &mut Averages,
        _word: &mut impl FnMut() -> u64,
    ) -> Option<Outcome> {
        None
    }
}

/// What [`Game::urgent_moves`] found.
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

/// [`Game::urgent_moves`] by playing every move and every answer to it.
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
