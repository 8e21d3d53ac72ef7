use crate::{Detail, Game, Record, Side};

/// A move as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// Its canonical text.
    pub text: String,
    /// The steps that make up the move, in order.
    pub steps: Vec<String>,
    /// Details by name; see [`Game::move_details`].
    pub details: Vec<(&'static str, Detail)>,
}

/// A move that has been played, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The side that played it.
    pub side: Side,
    /// Its canonical text and its steps.
    pub mv: MoveText,
}

impl MoveText {
    pub(crate) fn new<G: Game>(position: &G, mv: G::Move) -> Self {
        Self {
            text: position.move_text(mv),
            steps: position.steps(mv),
            details: position.move_details(mv),
        }
    }
}

impl Played {
    /// All moves of a record, in order.
    pub fn all<G: Game>(record: &Record<G>) -> Vec<Self> {
        let mut earlier = record.start().clone();
        let played = record.moves().iter().map(|&mv| {
            let played = Self::of(&earlier, mv);
            earlier.play(mv);
            played
        });
        played.collect()
    }

    /// Describes a legal move that has not been played yet.
    pub fn of<G: Game>(position: &G, mv: G::Move) -> Self {
        Self { side: position.side_to_move(), mv: MoveText::new(position, mv) }
    }
}
