//! Which children a node has: some with a node of their own, the others moves so
//! far.

use std::ops::Range;

use super::node::Index;

/// The children of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Family {
    /// Where its nodes are.
    pub(super) first: Index,
    /// Where the moves of those are that have no node yet.
    pub(super) moves: Index,
    /// How many have a node.
    pub(super) made: u16,
    /// How many have none.
    pub(super) untried: u16,
}

impl Family {
    /// The room of the smallest block.
    const LEAST_ROOM: u16 = 2;

    /// The places of its nodes.
    pub(super) fn places(self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.made)
    }

    pub(super) fn size(self) -> u16 {
        self.made + self.untried
    }

    /// How many nodes its block has room for.
    pub(super) fn room(self) -> u16 {
        match self.made {
            0 => 0,
            made => made.next_power_of_two().max(Self::LEAST_ROOM).min(self.size()),
        }
    }
}
