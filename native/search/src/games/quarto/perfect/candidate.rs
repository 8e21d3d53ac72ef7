//! A move that the player may choose, and how often an opponent errs after it.

use playout_games::quarto::{Move, Quarto};
use playout_games::{Game, Playouts};

use crate::exact::Value;

/// A legal move.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// The position after it.
    pub(super) next: Quarto,
    /// Its value for the side that plays it, once it is known.
    pub(super) value: Option<Value>,
    /// The replies that do not lose at once.
    pub(super) replies: Tally,
    /// Games against simulated opponents.
    pub(super) games: Tally,
}

/// How many were tried, and in how many the opponent erred.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    tried: u32,
    errors: u32,
}

impl Tally {
    pub(super) fn add(&mut self, is_error: bool) {
        self.tried += 1;
        self.errors += u32::from(is_error);
    }

    /// The fraction of errors; 0 if nothing has been tried.
    fn rate(self) -> f64 {
        f64::from(self.errors) / f64::from(self.tried.max(1))
    }
}

impl Candidate {
    pub(super) fn new(position: &Quarto, mv: Move) -> Self {
        let mut next = *position;
        next.play(mv);
        let (replies, games) = (Tally::default(), Tally::default());
        Self { mv, next, value: None, replies, games }
    }

    /// How much to expect of the opponent's mistakes, from 0 to 2.
    pub(super) fn temptation(&self) -> f64 {
        self.replies.rate() + self.games.rate()
    }
}

/// The replies that a careful opponent considers.
pub(super) fn careful_replies(position: &Quarto) -> Vec<Move> {
    let mut moves = Vec::new();
    if position.outcome().is_none() {
        position.urgent_moves(&mut moves);
    }
    moves
}

/// Whether an opponent that leaves this value to a player has made a mistake, given the value of the
/// player's last move: it lets a draw become a win, or a loss take longer.
pub(super) fn is_error(value: Value, after_move: Value) -> bool {
    match after_move {
        Value::Win(_) => false,
        Value::Draw => matches!(value, Value::Win(_)),
        Value::Loss(plies) => value > Value::Loss(plies.saturating_sub(2)),
    }
}
