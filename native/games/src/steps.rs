//! The steps by which a person picks a move.

use crate::{Error, Game, MAX_MOVES, Record, with_game};

impl<G: Game> Record<G> {
    /// Checks that some legal move begins with the given steps (see [`Game::steps`]).
    ///
    /// ```
    /// use playout_games::{Record, animal_shogi::AnimalShogi};
    ///
    /// let record = Record::new(AnimalShogi::default());
    /// assert!(record.check_steps(&["2c"]).is_ok());
    /// let error = record.check_steps(&["3d"]).expect_err("it has nowhere to go");
    /// assert_eq!(error.to_string(), "3d: the elephant there cannot move");
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
        let picked = legal.iter().map(|mv| common_prefix(mv, steps)).max().unwrap_or(0);
        let Some(&step) = steps.get(picked) else { return Ok(()) };
        let picked = &steps[..picked];
        let is_complete = legal.iter().any(|mv| mv == picked);
        let refusal = if is_complete {
            Error::illegal_move(step, "complete", "the move is already complete")
        } else {
            self.position().refuse_step(picked, step)
        };
        Err(refusal.with("step", step))
    }
}

/// Checks that some legal move begins with the given steps, in the position of a game after the
/// given moves.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Record::from_texts`] and [`Record::check_steps`].
pub fn check_steps<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
    steps: &[&str],
) -> Result<(), Error> {
    with_game!(game, G => Record::<G>::from_texts(position, moves)?.check_steps(steps)?)
}

/// The number of `steps` with which a move begins.
fn common_prefix(mv: &[String], steps: &[&str]) -> usize {
    mv.iter().zip(steps).take_while(|(one, other)| one == *other).count()
}
