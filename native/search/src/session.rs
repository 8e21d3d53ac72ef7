use playout_games::{Error, Record, with_game};

use crate::{Budget, Choice, Line, Progress, Search, SearchGame, Spec, Status};

/// A [`Search`] for clients that know games and moves only as text.
pub trait Session: Send {
    /// See [`Search::step`].
    fn step(&mut self, budget: Budget) -> Status;

    /// See [`Search::progress`].
    fn progress(&self) -> Progress;

    /// See [`Search::choice`].
    fn choice(&self) -> Option<Choice<String>>;

    /// See [`Search::set_multi_pv`].
    fn set_multi_pv(&mut self, max: usize);

    /// See [`Search::lines`].
    fn lines(&self) -> Vec<Line<String>>;

    /// See [`Search::advance`].
    ///
    /// # Errors
    ///
    /// The errors of [`parse_move`](playout_games::Game::parse_move); the search is then unchanged.
    fn advance(&mut self, mv: &str) -> Result<(), Error>;

    /// See [`Search::focus`].
    ///
    /// # Errors
    ///
    /// The errors of [`Record::play_texts`]; the search is then unchanged.
    fn focus(&mut self, moves: &[&str]) -> Result<(), Error>;

    /// See [`Search::bytes`].
    fn bytes(&self) -> usize;

    /// See [`Search::max_bytes`].
    fn max_bytes(&self) -> usize;
}

/// Creates a search of the position that the given moves lead to, starting from `position` or else
/// from the start of the game.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Record::from_texts`] and [`Search::new`].
pub fn open<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
    spec: &Spec,
) -> Result<Box<dyn Session>, Error> {
    with_game!(game, G => {
        let record = Record::<G>::from_texts(position, moves)?;
        Box::new(Search::new(&record, spec)?)
    })
}

impl<G: SearchGame> Session for Search<G> {
    fn step(&mut self, budget: Budget) -> Status {
        Search::step(self, budget)
    }

    fn progress(&self) -> Progress {
        Search::progress(self)
    }

    fn choice(&self) -> Option<Choice<String>> {
        let position = self.position();
        let line = |line| move_texts(position, line);
        Some(Search::choice(self)?.map(line, |mv| position.move_text(mv)))
    }

    fn set_multi_pv(&mut self, max: usize) {
        Search::set_multi_pv(self, max);
    }

    fn lines(&self) -> Vec<Line<String>> {
        let position = self.position();
        let line = |line| move_texts(position, line);
        let lines = Search::lines(self).into_iter();
        lines.map(|it| it.map(line, |mv| position.move_text(mv))).collect()
    }

    fn advance(&mut self, mv: &str) -> Result<(), Error> {
        let mv = self.position().parse_move(mv)?;
        Search::advance(self, mv)
    }

    fn focus(&mut self, moves: &[&str]) -> Result<(), Error> {
        let mut record = self.root().clone();
        record.play_texts(moves.iter().copied())?;
        Search::focus(self, &record.moves()[self.root().ply()..])
    }

    fn bytes(&self) -> usize {
        Search::bytes(self)
    }

    fn max_bytes(&self) -> usize {
        Search::max_bytes(self)
    }
}

/// Consecutive moves from a position, as text.
fn move_texts<G: SearchGame>(position: &G, moves: Vec<G::Move>) -> Vec<String> {
    let mut position = position.clone();
    let text_of = |mv| {
        let text = position.move_text(mv);
        position.play(mv);
        text
    };
    moves.into_iter().map(text_of).collect()
}
