//! What the tree knows of a position.

use playout_games::{Outcome, Side};

use super::judge::worth_to;
use crate::Estimate;

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
    /// Won by `First`, won by `Second`; the other visits were draws. Of a judged
    /// node the bits of its mean worth and of its value, both to `First`.
    results: [u32; 2],
    /// The number of the children's family, counted from 1; 0 if there is
    /// none. In a free block the place of the next.
    family: u32,
    /// The child that the next simulation through here goes to; 0, which no child
    /// is, if that one has no node yet, or if there is none to go to.
    next: Index,
    flags: Flags,
    /// The move that led here; none at the root of a fresh tree.
    pub(super) mv: Option<M>,
}

/// The result with best play as far as it is known, whether the side to move has
/// a proven draw, whether it is judged by an evaluation, and whether there are
/// moves without a child.
#[derive(Clone, Copy, Debug)]
struct Flags(u8);

impl Flags {
    const PROOF: u8 = 0b011;
    const FIRST_WINS: u8 = 0b001;
    const SECOND_WINS: u8 = 0b010;
    const DRAW: u8 = 0b011;
    const HOLDS: u8 = 0b100;
    const JUDGED: u8 = 0b1000;
    const PARTIAL: u8 = 0b1_0000;

    fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }
}

impl<M: Copy> Node<M> {
    pub(super) fn new(mv: Option<M>) -> Self {
        Self { visits: 0, results: [0; 2], family: 0, next: 0, flags: Flags(0), mv }
    }

    /// One that is judged, by the game's evaluation or what it has found below:
    /// its worth to `First` is from 0, lost, to 1, won.
    pub(super) fn judged(mv: Option<M>, worth: f32) -> Self {
        let mut node = Self { flags: Flags(Flags::JUDGED), ..Self::new(mv) };
        node.judge(worth, worth);
        node
    }

    fn is_judged(&self) -> bool {
        self.flags.has(Flags::JUDGED)
    }

    fn judge(&mut self, mean: f32, value: f32) {
        self.results = [mean, value].map(f32::to_bits);
    }

    /// Of a judged node the mean worth of what simulations found, and its value.
    fn judgement(&self) -> [f32; 2] {
        self.results.map(f32::from_bits)
    }

    /// What a judged node is worth to `First` by the best of its children.
    pub(super) fn value(&self) -> f32 {
        self.judgement()[1]
    }

    /// How simulations ended for a side.
    pub(super) fn estimate(&self, side: Side) -> Estimate {
        if self.is_judged() && self.visits > 0 {
            let win = self.mean(side);
            return Estimate { win, draw: 0.0, loss: 1.0 - win };
        }
        let [wins, losses] = [side, side.other()].map(|side| self.results[side as usize]);
        Estimate::from_counts(wins, losses, self.visits)
    }

    /// The mean reward of a side, with 1 for a win and 1/2 for a draw.
    pub(super) fn mean(&self, side: Side) -> f64 {
        if self.is_judged() {
            return f64::from(worth_to(side, self.judgement()[0]));
        }
        let [halves, most] = self.rewards(side);
        if most == 0 { 0.5 } else { halves as f64 / most as f64 }
    }

    /// The same in short, of a visited node of which results are counted.
    pub(super) fn counted_mean(&self, side: Side) -> f32 {
        let [halves, most] = self.rewards(side);
        halves as f32 / most as f32
    }

    /// The rewards of a side in halves, and what they would be had it always won.
    fn rewards(&self, side: Side) -> [i64; 2] {
        let [won, lost] = [self.results[side as usize], self.results[side.other() as usize]];
        let [visits, won, lost] = [self.visits, won, lost].map(i64::from);
        [visits + won - lost, 2 * visits]
    }

    pub(super) fn count(&mut self, outcome: Outcome) {
        self.visits += 1;
        if let Outcome::Win(side) = outcome {
            self.results[side as usize] += 1;
        }
    }

    /// Counts a visit of a judged node that found something worth so much to
    /// `First`, and what the node is worth by its children.
    pub(super) fn count_worth(&mut self, worth: f32, value: f32) {
        self.visits += 1;
        let [mean, _] = self.judgement();
        self.judge(mean + (worth - mean) / self.visits as f32, value);
    }

    /// Adds what another tree has found of the same position.
    pub(super) fn add(&mut self, other: &Self) {
        let visits = self.visits.saturating_add(other.visits);
        if self.is_judged() {
            let share = other.visits as f32 / visits.max(1) as f32;
            let [[mean, value], [theirs, _]] = [self, other].map(|node| node.judgement());
            self.judge(mean + share * (theirs - mean), value);
        } else {
            for (count, more) in self.results.iter_mut().zip(other.results) {
                *count = count.saturating_add(more);
            }
        }
        self.visits = visits;
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
        self.next = 0;
    }

    /// Whether the side to move is known to draw at least.
    pub(super) fn holds_draw(&self) -> bool {
        self.flags.has(Flags::HOLDS)
    }

    pub(super) fn hold_draw(&mut self) {
        self.flags.0 |= Flags::HOLDS;
    }

    /// Whether there are moves that no child stands for, so that the children
    /// do not tell what is lost.
    pub(super) fn is_partial(&self) -> bool {
        self.flags.has(Flags::PARTIAL)
    }

    pub(super) fn leave_out(&mut self) {
        self.flags.0 |= Flags::PARTIAL;
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

    /// The child that the next simulation through here goes to; `None` if that is one
    /// without a node, or if there is no need to go on: there are no children, or the
    /// result is proven.
    pub(super) fn next(&self) -> Option<Index> {
        (self.next != 0).then_some(self.next)
    }

    pub(super) fn set_next(&mut self, child: Option<Index>) {
        self.next = child.unwrap_or(0);
    }

    /// Notes that the children have moved.
    pub(super) fn rebase(&mut self, from: Index, to: Index) {
        if self.next != 0 {
            self.next = self.next - from + to;
        }
    }

    /// The free block after this one, of which it is the first node.
    pub(super) fn next_free(&self) -> Index {
        self.family
    }

    pub(super) fn set_next_free(&mut self, next: Index) {
        self.family = next;
    }
}
