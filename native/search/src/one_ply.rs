use playout_games::{Outcome, Playouts, Record, Urgency};

use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Proof, Random};

/// The players `random` and `careful`, which look at most one ply ahead.
#[derive(Debug)]
pub(crate) struct OnePly<G: Playouts> {
    record: Record<G>,
    random: Random,
    careful: bool,
    chosen: Option<(G::Move, Option<Urgency>)>,
}

impl<G: Playouts> OnePly<G> {
    /// Chooses uniformly among all legal moves.
    pub(crate) fn random(record: &Record<G>, seed: u64) -> Self {
        Self::new(record, seed, false)
    }

    /// Chooses uniformly among the moves that win at once; without any, among those after
    /// which the opponent cannot win at once; without any, among all.
    pub(crate) fn careful(record: &Record<G>, seed: u64) -> Self {
        Self::new(record, seed, true)
    }

    fn new(record: &Record<G>, seed: u64, careful: bool) -> Self {
        let mut player =
            Self { record: record.clone(), random: Random::new(seed), careful, chosen: None };
        player.choose();
        player
    }

    fn choose(&mut self) {
        self.chosen = None;
        let mut moves = self.record.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mut urgency = None;
        if self.careful {
            moves.clear();
            urgency = Some(self.record.position().urgent_moves(&mut moves));
        }
        let count = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        self.chosen = Some((moves[self.random.below(count) as usize], urgency));
    }
}

impl<G: Playouts> Strategy<G> for OnePly<G> {
    fn unit(&mut self) -> bool {
        false
    }

    fn counts(&self) -> Counts {
        Counts::default()
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        let (mv, urgency) = self.chosen?;
        let side = self.record.position().side_to_move();
        let proven = match urgency {
            Some(Urgency::Win) => Some((Outcome::Win(side), 1)),
            Some(Urgency::Lost) => Some((Outcome::Win(side.other()), 2)),
            Some(Urgency::Safe) | None => None,
        };
        let visits = self.record.legal_moves().into_iter().map(|mv| (mv, 0)).collect();
        Some(Decision {
            mv,
            estimate: proven
                .map_or(Estimate::UNKNOWN, |(outcome, _)| Estimate::certain(outcome, side)),
            depth: None,
            visits,
            line: vec![mv],
            proof: proven.map(|(outcome, plies)| Proof::new(outcome, side, Some(plies))),
        })
    }

    fn advance(&mut self, mv: G::Move) {
        self.record.play(mv);
        self.choose();
    }

    fn begin_turn(&mut self, _: Option<u32>) {
        self.choose();
    }
}
