//! What the search has found: the move that it would play, lines and proofs.

use playout_games::{Outcome, Side};

use super::alpha_beta::Caveats;
use super::root::Variation;
use super::value::{WIN, winner};
use super::{Minimax, Phase};
use crate::game::{MAX_POINTS, SearchGame};
use crate::spec::Settings;
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Limits, Line, Proof};

impl<G: SearchGame> Minimax<G> {
    /// The estimate and proof to report if the chosen move has this value.
    fn estimate_and_proof(&self, value: i32) -> (Estimate, Option<Proof>) {
        let side = self.record.position().side_to_move();
        let proof = self.proven.as_ref().map(|it| Proof::new(it.outcome, side, it.plies));
        let estimate = proof.map_or_else(
            || estimate_of(value, side),
            |proof| Estimate::certain(proof.outcome, side),
        );
        (estimate, proof)
    }

    /// The variation that would be played now.
    fn best(&self) -> Option<Variation<G::Move, Caveats>> {
        if let Some(best) = self.proven.as_ref().and_then(|proven| proven.best.clone()) {
            return Some(best);
        }
        let running = matches!(self.phase, Phase::Searching).then(|| {
            let root = self.search.root();
            let (line, caveats) = (root.line.clone(), self.search.caveats());
            Variation { value: root.best, line, caveats }
        });
        self.deepening.best(running, &self.search.root_moves)
    }
}

impl<G: SearchGame> Strategy<G> for Minimax<G> {
    fn unit(&mut self) -> bool {
        loop {
            match self.phase {
                Phase::Searching => {
                    if self.search() {
                        return true;
                    }
                }
                Phase::Confirming(..) => {
                    self.confirm();
                    return true;
                }
                Phase::Done => return false,
            }
        }
    }

    fn counts(&self) -> Counts {
        Counts { playouts: 0, nodes: self.nodes }
    }

    fn is_forced(&self) -> bool {
        self.deepening.order.len() == 1 && self.record.legal_moves().len() == 1
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
    }

    fn max_bytes(&self, limits: &Limits) -> usize {
        self.search.max_bytes_after(limits.nodes.unwrap_or(u64::MAX))
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        let best = self.best()?;
        let mv = *best.line.first()?;
        let (estimate, proof) = self.estimate_and_proof(best.value);
        let moves = self.record.legal_moves().into_iter();
        let visits = moves.map(|mv| (mv, self.search.root_moves.nodes_of(mv))).collect();
        Some(Decision { mv, estimate, visits, line: best.line, proof })
    }

    fn depth(&self) -> Option<u32> {
        Some(self.deepening.last.as_ref().map_or(0, |last| last.depth))
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        Some(self.estimate_and_proof(self.best()?.value))
    }

    fn set_multi_pv(&mut self, max: usize) {
        self.lines = max;
        self.begin();
    }

    fn lines(&self, max: usize) -> Vec<Line<G::Move>> {
        let Some(decision) = self.decision() else { return Vec::new() };
        let (side, chosen) = (self.record.position().side_to_move(), decision.mv);
        let mut lines = vec![Line::from(decision)];
        // If the position is lost, so is every other move.
        let lost = self.proven.as_ref().filter(|it| it.outcome == Outcome::Win(side.other()));
        let others = self.deepening.last.iter().flat_map(|last| &last.lines);
        lines.extend(others.filter(|it| it.line[0] != chosen).map(|it| {
            let lost = lost.map(|lost| Proof::new(lost.outcome, side, None));
            let proof = proof_of(it, side).or(lost);
            let estimate = estimate_of(it.value, side);
            Line {
                mv: it.line[0],
                value: estimate.value(),
                estimate,
                visits: self.search.root_moves.nodes_of(it.line[0]),
                line: it.line.clone(),
                proof,
            }
        }));
        lines.truncate(max);
        lines
    }

    fn advance(&mut self, moves: &[G::Move]) {
        for &mv in moves {
            self.record.play(mv);
            self.search.advance();
        }
        self.begin();
    }

    fn begin_turn(&mut self, settings: &Settings) {
        self.settings.depth = settings.minimax.depth;
        self.begin();
    }
}

/// The proof of the exact value of a root move, if it wins or loses. There is no claim about these
/// moves, so a value with a caveat proves nothing.
fn proof_of<M>(variation: &Variation<M, Caveats>, side: Side) -> Option<Proof> {
    let Variation { value, caveats, .. } = variation;
    let winner = winner(*value);
    let left_out = |side: Side| caveats.left_out[side as usize];
    if value.abs() <= MAX_POINTS || caveats.table || left_out(winner.other()) {
        return None;
    }
    let plies = (!left_out(winner)).then_some((WIN - value.abs()) as u32);
    Some(Proof::new(Outcome::Win(winner), side, plies))
}

/// An evaluation as fractions of wins, draws and losses.
fn estimate_of(value: i32, side: Side) -> Estimate {
    let value = if side == Side::First { value } else { -value };
    let value = f64::from(value.clamp(-MAX_POINTS, MAX_POINTS)) / f64::from(MAX_POINTS);
    Estimate { win: value.max(0.0), draw: 1.0 - value.abs(), loss: (0.0 - value).max(0.0) }
}
