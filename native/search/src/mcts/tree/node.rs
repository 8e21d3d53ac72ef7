//! A node: its statistics, where its children are, and what is proven about it.

use playout_games::{Outcome, Side};

use super::Statistics;

/// The index of a node in its tree.
pub(crate) type Index = u32;

/// The index of the root.
pub(crate) const ROOT: Index = 0;

/// A node on the path of a simulation.
#[derive(Clone, Copy)]
pub(crate) struct PathNode {
    pub(crate) index: Index,
    /// The side to move there.
    pub(crate) side: Side,
}

/// A node of the tree: a position, identified by the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M, S> {
    pub(super) statistics: S,
    /// The number of the children's family, counted from 1, or 0 if there are no children. In the
    /// first node of a free block, the index of the next free block.
    pub(super) family: u32,
    /// The child that the next simulation visits, or 0 (the root, which is nobody's child) if that
    /// child has no node yet or there is nothing to select. Of a closed node, which has no such child,
    /// the plies within which its outcome is reached.
    pub(super) next: Index,
    pub(super) flags: Flags,
    /// The move that leads here; `None` at the root of a fresh tree.
    pub(super) mv: Option<M>,
}

/// A proven outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decided {
    pub(crate) outcome: Outcome,
    /// The plies within which the winner ends the game, whatever the other side does; 0 for a draw.
    pub(crate) plies: u32,
}

impl Decided {
    /// The outcome of a game that is over, or a draw.
    pub(crate) fn now(outcome: Outcome) -> Self {
        Self { outcome, plies: 0 }
    }

    /// What it is for the position before the move that led here.
    pub(crate) fn before(self) -> Self {
        let plies = if self.outcome == Outcome::Draw { 0 } else { self.plies + 1 };
        Self { plies, ..self }
    }

    /// What it is after a move that does not change the outcome.
    pub(crate) fn after(self) -> Self {
        Self { plies: self.plies.saturating_sub(1), ..self }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Flags(pub(super) u8);

impl Flags {
    /// Two bits for the outcome, proven or seeming; 0 if there is none.
    pub(super) const PROOF: u8 = 0b0011;
    pub(super) const FIRST_WINS: u8 = 0b0001;
    pub(super) const SECOND_WINS: u8 = 0b0010;
    pub(super) const DRAW: u8 = 0b0011;
    /// The side to move can force at least a draw.
    pub(super) const AT_LEAST_DRAW: u8 = 0b0100;
    /// Some legal moves are not among the children.
    pub(super) const PARTIAL: u8 = 0b1000;
    /// It was given the moves next in line.
    pub(super) const WIDENED: u8 = 0b1_0000;
    /// The outcome is not proven, because moves that are not among the children, here or at a node
    /// below, may change it.
    pub(super) const SEEMING: u8 = 0b10_0000;

    pub(super) fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }
}

impl<M: Copy, S: Statistics> Node<M, S> {
    pub(super) fn new(mv: Option<M>, statistics: S) -> Self {
        Self { statistics, family: 0, next: 0, flags: Flags(0), mv }
    }

    pub(crate) fn mv(&self) -> Option<M> {
        self.mv
    }

    pub(crate) fn statistics(&self) -> &S {
        &self.statistics
    }

    pub(crate) fn visits(&self) -> u32 {
        self.statistics.visits()
    }

    /// Whether its outcome is proven, or seems to be: it is not visited again.
    pub(crate) fn is_closed(&self) -> bool {
        self.flags.has(Flags::PROOF)
    }

    pub(crate) fn is_proven(&self) -> bool {
        self.is_closed() && !self.flags.has(Flags::SEEMING)
    }

    /// The outcome with best play, if it is proven.
    pub(crate) fn proof(&self) -> Option<Outcome> {
        self.outcome().filter(|_| !self.flags.has(Flags::SEEMING))
    }

    /// The outcome with best play, if it is proven or seems to be.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.flags.0 & Flags::PROOF {
            Flags::FIRST_WINS => Some(Outcome::Win(Side::First)),
            Flags::SECOND_WINS => Some(Outcome::Win(Side::Second)),
            Flags::DRAW => Some(Outcome::Draw),
            _ => None,
        }
    }

    pub(super) fn prove(&mut self, decided: Decided) {
        let proof = match decided.outcome {
            Outcome::Win(Side::First) => Flags::FIRST_WINS,
            Outcome::Win(Side::Second) => Flags::SECOND_WINS,
            Outcome::Draw => Flags::DRAW,
        };
        self.flags.0 = self.flags.0 & !(Flags::PROOF | Flags::SEEMING) | proof;
        self.next = decided.plies;
    }

    /// Forgets the outcome.
    pub(super) fn open(&mut self) {
        self.flags.0 &= !(Flags::PROOF | Flags::SEEMING);
        self.next = 0;
    }

    /// The proven outcome, with its plies.
    pub(crate) fn decided(&self) -> Option<Decided> {
        Some(Decided { outcome: self.proof()?, plies: self.next })
    }

    /// Whether the side to move is known to be able to force at least a draw.
    pub(crate) fn has_at_least_draw(&self) -> bool {
        self.flags.has(Flags::AT_LEAST_DRAW)
    }

    /// Lets the moves next in line be added again, in case there was not enough memory.
    pub(super) fn widen_again(&mut self) {
        if self.is_partial() {
            self.flags.0 &= !Flags::WIDENED;
        }
    }

    /// Whether some legal moves are not among the children, so that these cannot prove a loss.
    pub(crate) fn is_partial(&self) -> bool {
        self.flags.has(Flags::PARTIAL)
    }

    /// Whether it was given the moves next in line.
    pub(crate) fn is_widened(&self) -> bool {
        self.flags.has(Flags::WIDENED)
    }

    pub(crate) fn has_children(&self) -> bool {
        self.family != 0
    }

    /// The number of the children's family, counted from 0.
    pub(super) fn family(&self) -> Option<usize> {
        (self.family as usize).checked_sub(1)
    }

    pub(super) fn set_family(&mut self, number: usize) {
        self.family = number as u32 + 1;
    }

    /// The child that the next simulation visits; `None` if that child has no node yet, or if there
    /// is nothing to select, because the node is closed or has no children.
    pub(crate) fn next(&self) -> Option<Index> {
        (self.next != 0 && !self.is_closed()).then_some(self.next)
    }

    /// Adjusts the next child after the children's block has moved.
    pub(super) fn rebase_next(&mut self, from: Index, to: Index) {
        if self.next().is_some() {
            self.next = self.next - from + to;
        }
    }

    /// Adds the counts and proofs of another tree for the same position. It is open if the trees
    /// disagree about what only seems so.
    pub(crate) fn add(&mut self, other: &Self) {
        self.statistics.add(&other.statistics);
        if let Some(decided) = other.decided() {
            let plies = self.decided().map_or(decided.plies, |own| own.plies.min(decided.plies));
            self.prove(Decided { plies, ..decided });
        } else if !self.is_proven() && self.outcome() != other.outcome() {
            // What seems so in one tree does not in another.
            self.open();
        }
    }
}
