//! The steps in which a person picks a move.

use crate::{Error, Game, MAX_MOVES, Record, with_game};

impl<G: Game> Record<G> {
    /// Checks that a legal move begins with some steps (see [`Game::steps`]).
    ///
    /// ```
    /// use playout_games::{Record, animal_shogi::AnimalShogi};
    ///
    /// let record = Record::new(AnimalShogi::default());
    /// assert!(record.check_steps(&["2c"]).is_ok());
    /// let error = record.check_steps(&["3d"]).expect_err("it has nowhere to go");
    /// assert_eq!(error.to_string(), "3d: the elephant there has no move");
    /// ```
    ///
    /// # Errors
    ///
    /// Why the first wrong step cannot be picked, with the `step` itself: `illegal_move`,
    /// `bad_move` if it is not a step of any move, `finished` once the game is over.
    pub fn check_steps(&self, steps: &[&str]) -> Result<(), Error> {
        let legal = self.legal_moves();
        if legal.is_empty() || self.ply() >= MAX_MOVES {
            return Err(Error::finished(&steps.join(" ")));
        }
        let legal: Vec<_> = legal.into_iter().map(|mv| self.position().steps(mv)).collect();
        let picked = legal.iter().map(|mv| common_start(mv, steps)).max().unwrap_or(0);
        let Some(&step) = steps.get(picked) else { return Ok(()) };
        let picked = &steps[..picked];
        let is_whole = legal.iter().any(|mv| mv == picked);
        let refusal = if is_whole {
            Error::illegal_move(step, "complete", "the move is complete without it")
        } else {
            self.position().refuse_step(picked, step)
        };
        Err(refusal.with("step", step))
    }
}

/// Checks that a legal move begins with some steps, in the position of a game after some
/// moves.
///
/// # Errors
///
/// `unknown_game`, and what [`Record::from_texts`] and [`Record::check_steps`] refuse.
pub fn check_steps<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
    steps: &[&str],
) -> Result<(), Error> {
    with_game!(game, G => Record::<G>::from_texts(position, moves)?.check_steps(steps)?)
}

/// How many steps a move shares with others at the beginning.
fn common_start(mv: &[String], steps: &[&str]) -> usize {
    mv.iter().zip(steps).take_while(|(one, other)| one == *other).count()
}
