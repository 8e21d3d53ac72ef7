//! Alpha-beta with so many nodes that its table supplies many results, and usually with one line, so
//! that its windows are narrow.

use std::cell::RefCell;

use playout_games::Record;
use playout_games::animal_shogi::AnimalShogi;
use playout_search::{Choice, Search, SearchGame};

use super::{ANIMAL_SHOGI, Case, Least, Tally, games, least};
use crate::support::search;

/// The sizes of the table, in MiB. The small one replaces entries.
const MEMORIES: [u32; 2] = [1, 64];

impl Tally {
    /// Checks that a search deeper than the horizon has overlooked nothing within it. Only for
    /// games in which the search leaves out no moves.
    fn check_overlooked<G: SearchGame>(
        &mut self,
        case: &mut Case<'_, G>,
        player: &str,
        choice: &Choice<G::Move>,
    ) {
        let is_deep = choice.depth.is_some_and(|depth| depth > case.horizon.plies());
        if choice.proof.is_some() || !is_deep {
            return;
        }
        let (here, after) = (case.bounds_here(), case.bounds_after(choice.mv));
        self.unproven += 1;
        let mv = case.record.position().move_text(choice.mv);
        self.check(!here.is_exact() || here.min == 0, || {
            format!("{player} in {case}: overlooked {here:?}")
        });
        self.check(after.max >= 0 || here.max < 0, || {
            format!("{player} in {case}: {mv} loses, {here:?}")
        });
    }

    /// Runs a search, and checks its results after each slice.
    fn check_alpha_beta<G: SearchGame>(
        &mut self,
        case: &mut Case<'_, G>,
        player: &str,
        search: &mut Search<G>,
        slices: &[u64],
    ) {
        for &units in slices {
            self.check_search(case, player, search, &[units]);
            let choice = search.choice().expect("the game is not over");
            self.check_overlooked(case, player, &choice);
        }
    }
}

#[test]
fn animal_shogi() {
    let (mut tally, solved) = (Tally::default(), RefCell::default());
    for (number, record) in games::animal_shogi(40).into_iter().enumerate() {
        let mut case = Case::new(record, ANIMAL_SHOGI, &solved);
        for memory in MEMORIES {
            let player = format!("minimax:nodes=50000,memory={memory},seed={number}");
            let mut search = search(&case.record, &player);
            tally.check_alpha_beta(&mut case, &player, &mut search, &[2_000, 8_000, 40_000]);
        }
    }
    tally.finish(Least { unproven: 20, ..least([10, 10, 10], 50, [0, 0]) });
}

/// The table survives each move of the games.
#[test]
fn animal_shogi_with_kept_tables() {
    let (mut tally, solved) = (Tally::default(), RefCell::default());
    for (number, record) in games::animal_shogi(80).into_iter().enumerate() {
        let played = record.moves();
        for (memory, lines) in MEMORIES.map(|memory| (memory, 1)).into_iter().chain([(64, 3)]) {
            let player = format!("minimax:nodes=50000,memory={memory},seed={number}");
            let mut before = Record::<AnimalShogi>::new(*record.start());
            let mut search = search(&before, &player);
            search.set_multi_pv(lines);
            for next in played.iter().map(Some).chain([None]) {
                let mut case = Case::new(before.clone(), ANIMAL_SHOGI, &solved);
                tally.check_alpha_beta(&mut case, &player, &mut search, &[0, 200, 4_800]);
                if let Some(&mv) = next {
                    search.advance(mv).expect("a legal move");
                    before.play(mv);
                }
            }
        }
    }
    tally.finish(Least { unproven: 20, ..least([50, 50, 50], 800, [0, 0]) });
}
