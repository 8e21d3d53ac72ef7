//! What the tree knows of a position.

use playout_games::{Outcome, Side};

/// The place of a node in its [`Tree`](super::tree::Tree).
pub(super) type Index = u32;

/// A position reached by a move, with the results of the playouts through it.
///
/// Results are kept by side, not by whose turn it is, so nothing has to
/// change its sign on the way up, and a side that moves twice running is
/// nothing special.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) visits: u32,
    /// Won by `First`, won by `Second`; the other visits were draws.
    wins: [u32; 2],
    /// The number of the children's family, counted from 1; 0 if there is
    /// none. In a free block the place of the next.
    family: u32,
    flags: Flags,
    /// The move that led here; none at the root of a fresh tree.
    pub(super) mv: Option<M>,
}

/// The result with best play as far as it is known, and whether the side to
/// move has a proven draw.
#[derive(Clone, Copy, Debug)]
struct Flags(u8);

impl Flags {
    const PROOF: u8 = 0b011;
    const FIRST_WINS: u8 = 0b001;
    const SECOND_WINS: u8 = 0b010;
    const DRAW: u8 = 0b011;
    const HOLDS: u8 = 0b100;

    fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }
}

impl<M: Copy> Node<M> {
    pub(super) fn new(mv: Option<M>) -> Self {
        Self { visits: 0, wins: [0; 2], family: 0, flags: Flags(0), mv }
    }

    pub(super) fn wins(&self, side: Side) -> u32 {
        self.wins[side as usize]
    }

    /// The mean reward of a side, with 1 for a win and 1/2 for a draw.
    pub(super) fn mean(&self, side: Side) -> f64 {
        let (wins, losses) = (self.wins(side), self.wins(side.other()));
        let difference = (i64::from(wins) - i64::from(losses)) as f64;
        0.5 + 0.5 * difference / f64::from(self.visits.max(1))
    }

    pub(super) fn count(&mut self, outcome: Outcome) {
        self.visits += 1;
        if let Outcome::Win(side) = outcome {
            self.wins[side as usize] += 1;
        }
    }

    /// Adds what another tree has seen of the same position.
    pub(super) fn add(&mut self, other: &Self) {
        self.visits = self.visits.saturating_add(other.visits);
        for (wins, more) in self.wins.iter_mut().zip(other.wins) {
            *wins = wins.saturating_add(more);
        }
        if let Some(outcome) = other.proof() {
            self.prove(outcome);
        }
    }

    pub(super) fn is_proven(&self) -> bool {
        self.flags.has(Flags::PROOF)
    }

    pub(super) fn proof(&self) -> Option<Outcome> {
        match self.flags.0 & Flags::PROOF {
            Flags::FIRST_WINS => Some(Outcome::Win(Side::First)),
            Flags::SECOND_WINS => Some(Outcome::Win(Side::Second)),
            Flags::DRAW => Some(Outcome::Draw),
            _ => None,
        }
    }

    pub(super) fn prove(&mut self, outcome: Outcome) {
        let proof = match outcome {
            Outcome::Win(Side::First) => Flags::FIRST_WINS,
            Outcome::Win(Side::Second) => Flags::SECOND_WINS,
            Outcome::Draw => Flags::DRAW,
        };
        self.flags.0 = self.flags.0 & !Flags::PROOF | proof;
    }

    /// Whether the side to move is known to draw at least.
    pub(super) fn holds_draw(&self) -> bool {
        self.flags.has(Flags::HOLDS)
    }

    pub(super) fn hold_draw(&mut self) {
        self.flags.0 |= Flags::HOLDS;
    }

    pub(super) fn has_children(&self) -> bool {
        self.family != 0
    }

    /// The number of the children's family, counted from 0.
    pub(super) fn family(&self) -> Option<usize> {
        (self.family as usize).checked_sub(1)
    }

    pub(super) fn set_family(&mut self, number: usize) {
        self.family = number as u32 + 1;
    }

    /// The free block after this one, of which it is the first node.
    pub(super) fn next_free(&self) -> Index {
        self.family
    }

    pub(super) fn set_next_free(&mut self, next: Index) {
        self.family = next;
    }
}
