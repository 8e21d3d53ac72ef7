//! After each move, a record's snapshot agrees with a description of all its moves.

use playout_games::quarto::Quarto;
use playout_games::{
    Description, GAMES, Played, Playouts, Record, Snapshot, diagram, step_tree, with_game,
};
use proptest::prelude::*;

use crate::tools::{dice, random_game};

fn describes_every_move<G: Playouts>(seed: u64) {
    let start = random_game::<G>(seed).swap_remove(0);
    let mut pick = dice(seed);
    let mut record = Record::new(start);
    for _ in 0..60 {
        let legal = record.legal_moves();
        let Some(&mv) = legal.get(pick(legal.len().max(1) as u32) as usize) else { break };
        let text = record.position().move_text(mv);
        let snapshot = Snapshot::after(&mut record, &text).expect("it is legal");
        assert_eq!(snapshot, Snapshot::new(&record, Played::all(&record).pop()));

        let described = Description::from(&record);
        assert_eq!(snapshot.position, described.position);
        assert_eq!(snapshot.ply, described.played.len());
        assert_eq!(snapshot.last.as_ref(), described.played.last());
        assert_eq!(snapshot.moves, step_tree(&described.moves));
        assert_eq!(snapshot.example.as_ref(), described.moves.first().map(|mv| &mv.text));
        assert_eq!((&snapshot.pass, &snapshot.ending), (&described.pass, &described.ending));
        assert_eq!((&snapshot.alerts, snapshot.score), (&described.alerts, described.score));
        assert_eq!(snapshot.diagram, described.diagram);
        assert_eq!(Ok(snapshot.diagram), diagram(G::NAME, Some(&described.position), []));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn agree_with_descriptions(seed in any::<u64>()) {
        for game in GAMES {
            with_game!(*game, G => describes_every_move::<G>(seed)).expect("it exists");
        }
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut record = Record::<Quarto>::from_texts(None, ["-7"]).expect("legal");
    let before = Snapshot::new(&record, None);
    let error = Snapshot::after(&mut record, "-8").expect_err("it is not legal here");
    assert_eq!(error.location(), Some(2));
    assert_eq!(Snapshot::new(&record, None), before);
}
