use playout_games::{Outcome, Playouts, Record};

use crate::repetition::{Lookahead, Repeated, look_ahead};
use crate::spec::Settings;
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Proof, Random};

/// The players `random` and `careful`. They look ahead one ply at most.
#[derive(Debug)]
pub(crate) struct OnePly<G: Playouts> {
    record: Record<G>,
    random: Random,
    careful: bool,
    chosen: Option<(G::Move, Option<Lookahead>)>,
}

impl<G: Playouts> OnePly<G> {
    /// Chooses uniformly among all legal moves.
    pub(crate) fn random(record: &Record<G>, seed: u64) -> Self {
        Self::new(record, seed, false)
    }

    /// Chooses uniformly among the moves that win at once. If there are none, it chooses among
    /// those that draw or do not let the opponent win at once; failing that, among all moves.
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
        let mut lookahead = None;
        if self.careful {
            moves.clear();
            let position = self.record.position();
            let urgency = position.urgent_moves(&mut moves);
            lookahead =
                Some(look_ahead(position, &Repeated::of(&self.record), urgency, &mut moves));
        }
        let count = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        self.chosen = Some((moves[self.random.below(count) as usize], lookahead));
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
        let (mv, lookahead) = self.chosen?;
        let position = self.record.position();
        let side = position.side_to_move();
        let moves = self.record.legal_moves();
        let proven = match lookahead {
            Some(Lookahead::Win) => Some((Outcome::Win(side), 1)),
            Some(Lookahead::Draw) => Some((Outcome::Draw, 1)),
            Some(Lookahead::Loss) => {
                let is_unfinished = |&mv: &G::Move| {
                    let mut next = position.clone();
                    next.play(mv);
                    next.outcome().is_none()
                };
                let plies = if moves.iter().any(is_unfinished) { 2 } else { 1 };
                Some((Outcome::Win(side.other()), plies))
            }
            Some(Lookahead::Open) | None => None,
        };
        let visits = moves.into_iter().map(|mv| (mv, 0)).collect();
        Some(Decision {
            mv,
            estimate: proven
                .map_or(Estimate::UNKNOWN, |(outcome, _)| Estimate::certain(outcome, side)),
            visits,
            line: vec![mv],
            proof: proven.map(|(outcome, plies)| Proof::new(outcome, side, Some(plies))),
        })
    }

    fn advance(&mut self, moves: &[G::Move]) {
        moves.iter().for_each(|&mv| self.record.play(mv));
        self.choose();
    }

    fn begin_turn(&mut self, _: &Settings) {
        self.choose();
    }
}
