use std::cmp::Ordering;

use playout_games::{Outcome, Playouts, Record};

use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Line, Policy, Random, playout};

/// The player `monte_carlo` (flat Monte Carlo): plays the same number of uniform playouts from each
/// move, then chooses the move with the best mean result.
#[derive(Debug)]
pub(crate) struct MonteCarlo<G: Playouts> {
    record: Record<G>,
    random: Random,
    arms: Vec<Arm<G::Move>>,
    /// The index of the arm to play next.
    next: usize,
    playouts: u64,
}

#[derive(Clone, Copy, Debug)]
struct Arm<M> {
    mv: M,
    playouts: u32,
    wins: u32,
    losses: u32,
}

impl<M> Arm<M> {
    fn estimate(&self) -> Estimate {
        Estimate::from_counts(self.wins, self.losses, self.playouts)
    }

    /// Compares two arms by their mean results; an arm without playouts is the worst.
    fn compare(&self, other: &Self) -> Ordering {
        let [mean, other_mean] = [self, other].map(|arm| arm.estimate().value());
        (self.playouts > 0).cmp(&(other.playouts > 0)).then(mean.total_cmp(&other_mean))
    }
}

impl<G: Playouts> MonteCarlo<G> {
    pub(crate) fn new(record: &Record<G>, seed: u64) -> Self {
        let mut player = Self {
            record: record.clone(),
            random: Random::new(seed),
            arms: Vec::new(),
            next: 0,
            playouts: 0,
        };
        player.begin();
        player
    }

    fn begin(&mut self) {
        let arm = |mv| Arm { mv, playouts: 0, wins: 0, losses: 0 };
        self.arms = self.record.legal_moves().into_iter().map(arm).collect();
        self.next = 0;
    }
}

impl<G: Playouts> Strategy<G> for MonteCarlo<G> {
    fn unit(&mut self) -> bool {
        let Some(arm) = self.arms.get_mut(self.next) else {
            return false;
        };
        if arm.playouts == u32::MAX {
            return false;
        }
        let side = self.record.position().side_to_move();
        let mut position = self.record.position().clone();
        position.play(arm.mv);
        match playout(position, Policy::Uniform, &mut self.random) {
            Outcome::Win(winner) if winner == side => arm.wins += 1,
            Outcome::Win(_) => arm.losses += 1,
            Outcome::Draw => {}
        }
        arm.playouts += 1;
        self.playouts += 1;
        self.next = (self.next + 1) % self.arms.len();
        true
    }

    fn counts(&self) -> Counts {
        Counts { playouts: self.playouts, nodes: self.arms.len() as u64 }
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        // Ties go to the first arm, but `max_by` returns the last.
        let best = self.arms.iter().rev().max_by(|a, b| a.compare(b))?;
        Some(Decision {
            mv: best.mv,
            estimate: best.estimate(),
            visits: self.arms.iter().map(|arm| (arm.mv, u64::from(arm.playouts))).collect(),
            line: vec![best.mv],
            proof: None,
        })
    }

    fn lines(&self, max: usize) -> Vec<Line<G::Move>> {
        let mut arms: Vec<_> = self.arms.iter().collect();
        arms.sort_by(|a, b| b.compare(a));
        arms.truncate(max);
        let line = |arm: &Arm<G::Move>| Line {
            mv: arm.mv,
            value: arm.estimate().value(),
            estimate: arm.estimate(),
            visits: arm.playouts.into(),
            line: vec![arm.mv],
            proof: None,
        };
        arms.into_iter().map(line).collect()
    }

    fn advance(&mut self, moves: &[G::Move]) {
        moves.iter().for_each(|&mv| self.record.play(mv));
        self.begin();
    }
}
