use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::{Code, Ending, Error, Game, Outcome, Reason};

/// The maximum number of moves in a record. No real game comes near it. It limits the cost of a
/// hostile list of moves.
pub const MAX_MOVES: usize = 10_000;

/// A position with its history: the start position and the moves played.
///
/// The start position counts as its first occurrence.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    position: G,
    /// How many times each position has occurred, by key; empty in games that don't count
    /// repetitions.
    occurrences: HashMap<u64, Vec<(G, u32)>, BuildHasherDefault<Key>>,
}

/// A hasher for keys, which are hashes already.
#[derive(Clone, Copy, Debug, Default)]
struct Key(u64);

impl Hasher for Key {
    fn write(&mut self, _: &[u8]) {
        unreachable!("a key is a u64");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<G: Game> Record<G> {
    /// Whether the positions that have occurred can end a game.
    pub const COUNTS_POSITIONS: bool = G::REPETITIONS_TO_DRAW > 0;

    /// A record without moves.
    pub fn new(start: G) -> Self {
        let mut record = Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            occurrences: HashMap::default(),
        };
        record.count_occurrence();
        record
    }

    /// A record from text: a position (by default the start position) and the moves played from it.
    ///
    /// # Errors
    ///
    /// The errors of [`Game::parse`] and [`Record::play_texts`].
    pub fn from_texts<'a>(
        position: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, Error> {
        let start = match position {
            Some(text) => G::parse(text)?,
            None => G::start(&crate::Options::default())?,
        };
        let mut record = Self::new(start);
        record.play_texts(moves)?;
        Ok(record)
    }

    /// A record from one line: the text of a position, optionally followed by ` | ` and the moves
    /// played from it, separated by spaces.
    ///
    /// # Errors
    ///
    /// Those of [`Record::from_texts`].
    pub fn from_line(line: &str) -> Result<Self, Error> {
        let (position, moves) = line.split_once(" | ").unwrap_or((line, ""));
        Self::from_texts(Some(position), moves.split_whitespace())
    }

    /// Plays moves given as text. If one is refused, those before it stay played.
    ///
    /// # Errors
    ///
    /// The errors of [`Game::parse_move`], with the number of the move in the record; `finished`
    /// after a draw by repetition; `too_large` beyond [`MAX_MOVES`].
    pub fn play_texts<'a>(
        &mut self,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), Error> {
        for text in moves {
            let number = self.ply() + 1;
            let mv = self.parse_move(text).map_err(|error| error.at_move(number))?;
            self.play(mv);
        }
        Ok(())
    }

    /// Reads a move that is legal in the current position.
    ///
    /// # Errors
    ///
    /// Like [`Record::play_texts`], but without the move number.
    pub fn parse_move(&self, text: &str) -> Result<G::Move, Error> {
        if self.ply() >= MAX_MOVES {
            let message = format!("a game has at most {MAX_MOVES} moves");
            return Err(Error::new(Code::TooLarge, "too_many_moves", message)
                .with("limit", MAX_MOVES as u64));
        }
        match self.position.parse_move(text) {
            Err(error) if error.code() == Code::BadMove => Err(error),
            // The position does not know about the repetition, so its own answer is ignored.
            _ if self.is_repetition_draw() => Err(Error::finished(text)),
            read => read,
        }
    }

    /// Plays a legal move; see [`Game::play`].
    pub fn play(&mut self, mv: G::Move) {
        self.position.play(mv);
        self.moves.push(mv);
        self.count_occurrence();
    }

    /// Takes back the last move; `before` is the position before it. (A record does not store it,
    /// because few need it.)
    ///
    /// # Panics
    ///
    /// If there are no moves. If debug assertions are enabled, also if the move does not lead from
    /// `before` to the current position.
    pub fn take_back(&mut self, before: G) {
        self.forget_occurrence();
        let mv = self.moves.pop().expect("a move has been played");
        debug_assert!(
            {
                let mut after = before.clone();
                after.play(mv);
                after == self.position
            },
            "the move does not lead from {before} to {}",
            self.position
        );
        self.position = before;
    }

    /// The position before the first move.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position after all moves.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The moves played, as text.
    pub fn move_texts(&self) -> Vec<String> {
        let mut position = self.start.clone();
        self.moves
            .iter()
            .map(|&mv| {
                let text = position.move_text(mv);
                position.play(mv);
                text
            })
            .collect()
    }

    /// The number of moves played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// How many times a position has occurred so far (always 0 in games that don't count
    /// repetitions).
    pub fn occurrences(&self, position: &G) -> u32 {
        if !Self::COUNTS_POSITIONS {
            return 0;
        }
        let of_key = self.occurrences.get(&position.key()).into_iter().flatten();
        of_key.filter(|(known, _)| known == position).map(|(_, count)| count).sum()
    }

    /// The positions whose next occurrence is a draw.
    pub fn closed(&self) -> impl Iterator<Item = &G> {
        let all = self.occurrences.values().flatten();
        all.filter(|(_, count)| count + 1 >= G::REPETITIONS_TO_DRAW).map(|(position, _)| position)
    }

    /// Whether the game is a draw at a position, once those of `passed` have followed, because of what
    /// happened before. The position does not know that; if it is won, it stays won.
    pub fn draws_at<'a>(&self, passed: impl IntoIterator<Item = &'a G>, position: &G) -> bool {
        if !Self::COUNTS_POSITIONS {
            return false;
        }
        let passed = passed.into_iter().filter(|it| *it == position).count() as u32;
        self.occurrences(position) + passed + 1 >= G::REPETITIONS_TO_DRAW
    }

    /// How the game ended, including by repetition; `None` while it is still going.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = self.is_repetition_draw().then_some(Outcome::Draw);
        self.position.outcome().or(repeated)
    }

    /// The outcome with its reason and the cells that decided it.
    pub fn ending(&self) -> Option<Ending> {
        let repeated = self.is_repetition_draw().then(|| Ending {
            outcome: Outcome::Draw,
            reason: Reason::Repetition,
            cells: Vec::new(),
            details: Vec::new(),
        });
        self.position.ending().or(repeated)
    }

    /// The legal moves; none once the game is over.
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.position.legal_moves(&mut moves);
        }
        moves
    }

    fn is_repetition_draw(&self) -> bool {
        Self::COUNTS_POSITIONS && self.occurrences(&self.position) >= G::REPETITIONS_TO_DRAW
    }

    fn forget_occurrence(&mut self) {
        if Self::COUNTS_POSITIONS {
            let of_key = self.occurrences.entry(self.position.key()).or_default();
            if let Some((_, count)) = of_key.iter_mut().find(|(known, _)| *known == self.position) {
                *count -= 1;
            }
            of_key.retain(|(_, count)| *count > 0);
        }
    }

    fn count_occurrence(&mut self) {
        if Self::COUNTS_POSITIONS {
            let of_key = self.occurrences.entry(self.position.key()).or_default();
            match of_key.iter_mut().find(|(known, _)| *known == self.position) {
                Some((_, count)) => *count += 1,
                None => of_key.push((self.position.clone(), 1)),
            }
        }
    }
}
