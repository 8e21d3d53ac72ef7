//! Searches whose focus moves through the tree.

use playout_games::quarto::Quarto;
use playout_games::{Game, Playouts, Record, Urgency};
use playout_search::{Budget, Choice, Search, Status, open};

use crate::support::{choose, random_record, search, spec};

const PLAYERS: [&str; 7] = [
    "random:seed=5",
    "careful:seed=5",
    "monte_carlo:playouts=700,seed=5",
    "mcts:playouts=700,seed=5",
    "mcts:playouts=700,seed=5,policy=evaluation",
    "mcts:playouts=700,seed=5,threads=2,memory=2",
    "minimax:nodes=3000,seed=5",
];

/// A choice with its time set to zero, for comparisons.
fn timeless<M>(choice: Option<Choice<M>>) -> Option<Choice<M>> {
    choice.map(|choice| Choice { seconds: 0.0, ..choice })
}

fn record_of<'a>(moves: impl IntoIterator<Item = &'a str>) -> Record<Quarto> {
    Record::from_texts(None, moves).expect("legal moves")
}

#[test]
fn every_player_searches_the_position_in_focus() {
    let after = record_of(["-0", "a1-1"]);
    for player in PLAYERS {
        let mut search = search(&record_of([]), player);
        search.run();
        search.focus(after.moves()).expect("legal moves");
        assert_eq!(search.position(), after.position(), "{player}");
        assert_eq!(search.status(), Status::Running);
        let choice = search.run().expect("the game is not over");
        let moves: Vec<_> = choice.visits.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, after.legal_moves(), "{player}");
        assert!(moves.contains(&choice.mv), "{player}");
        let progress = search.progress();
        assert_eq!((progress.playouts, progress.used), (choice.playouts, 1.0), "{player}");

        search.focus(&[]).expect("no move is illegal");
        let choice = search.run().expect("the game is not over");
        assert!(record_of([]).position().is_legal(choice.mv), "{player}");
    }
}

#[test]
fn limits_count_from_zero_after_a_focus() {
    for player in ["monte_carlo:playouts=700", "mcts:playouts=700"] {
        let mut search = search(&record_of([]), player);
        assert_eq!(search.run().map(|choice| choice.playouts), Some(700));
        search.focus(record_of(["-0"]).moves()).expect("a legal move");
        assert_eq!(search.choice().map(|choice| choice.playouts), Some(0), "{player}");
        assert_eq!(search.run().map(|choice| choice.playouts), Some(700), "{player}");
    }
}

#[test]
fn advance_continues_from_the_focus() {
    for player in PLAYERS {
        let mut search = search(&record_of([]), player);
        search.run();
        search.focus(record_of(["-0", "a1-1"]).moves()).expect("legal moves");
        let third = record_of(["-0", "a1-1", "b1-2"]);
        search.advance(third.moves()[2]).expect("a legal move");
        assert_eq!(search.position(), third.position(), "{player}");
        search.run();
        // Moves are relative to the new root.
        let fifth = record_of(["-0", "a1-1", "b1-2", "c2-3", "d2-4"]);
        search.focus(&fifth.moves()[3..]).expect("legal moves");
        assert_eq!(search.position(), fifth.position(), "{player}");
        let choice = search.run().expect("the game is not over");
        assert!(fifth.position().is_legal(choice.mv), "{player}");
        search.focus(&[]).expect("no move is illegal");
        assert_eq!(search.position(), third.position(), "{player}");
    }
}

#[test]
fn a_finished_focus_has_no_choice_and_can_be_left() {
    let won = record_of(["-0", "a1-1", "b1-2", "c1-3", "d1"]);
    for player in PLAYERS {
        let mut search = search(&record_of([]), player);
        search.focus(won.moves()).expect("legal moves");
        assert_eq!(search.status(), Status::Done, "{player}");
        assert_eq!(timeless(search.run()), None, "{player}");
        let more = record_of(["-0"]).moves()[0];
        assert_eq!(search.advance(more).expect_err("it is over").code().name(), "illegal_move");
        search.focus(&won.moves()[..4]).expect("legal moves");
        let choice = search.run().expect("the game is not over");
        assert!(search.position().is_legal(choice.mv), "{player}");
    }
}

#[test]
fn an_illegal_focus_changes_nothing() {
    for player in PLAYERS {
        let mut search = search(&record_of([]), player);
        search.focus(record_of(["-0"]).moves()).expect("a legal move");
        search.run();
        let before = timeless(search.choice());
        let wrong = record_of(["-0", "a1-1"]);
        let wrong = [wrong.moves()[0], wrong.moves()[1], wrong.moves()[1]];
        let refused = search.focus(&wrong).expect_err("a1 is taken");
        assert_eq!(refused.code().name(), "illegal_move");
        assert_eq!(timeless(search.choice()), before, "{player}");
    }
}

#[test]
fn sessions_focus_by_move_texts() {
    let mut session = open("quarto", None, ["-0"], &spec("mcts:playouts=100")).expect("a game");
    session.focus(&["a1-1", "b1-2"]).expect("legal moves");
    while session.step(Budget::UNLIMITED) == Status::Running {}
    let choice = session.choice().expect("the game is not over");
    assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 100);
    assert!(session.bytes() > 0);
    let refused = session.focus(&["a1-1", "a1-2"]).expect_err("a1 is taken");
    assert!(refused.to_string().starts_with("move 3: "), "{refused}");
    assert_eq!(timeless(session.choice()), timeless(Some(choice)));
}

#[test]
fn bytes_grow_with_the_tree_and_stay_within_its_memory() {
    let mut search: Search<Quarto> = search(&record_of([]), "mcts:playouts=300000,memory=1,seed=1");
    let before = search.bytes();
    search.run();
    assert!(before > 0 && before < search.bytes() && search.bytes() <= 1 << 20);
}

/// The players that keep a tree.
const WITH_TREES: [&str; 3] = [
    "mcts:playouts=700,seed=5",
    "mcts:playouts=700,seed=5,policy=evaluation",
    "mcts:playouts=700,seed=5,threads=2,memory=2",
];

#[test]
fn moving_the_focus_keeps_all_results() {
    let below = record_of(["-0", "a1-1"]);
    for player in WITH_TREES {
        let mut search = search(&record_of([]), player);
        let root = search.run().expect("the game is not over");
        search.focus(below.moves()).expect("legal moves");
        let focus = search.run().expect("the game is not over");
        let visits =
            |choice: &Choice<_>| choice.visits.iter().map(|(_, visits)| visits).sum::<u64>();
        assert!(visits(&focus) >= 700, "{player}");

        search.focus(&[]).expect("no move is illegal");
        let again = search.choice().expect("the game is not over");
        assert_eq!((again.mv, &again.visits), (root.mv, &root.visits), "{player}");
        assert_eq!(again.estimate, root.estimate, "{player}");
        search.focus(below.moves()).expect("legal moves");
        let again = search.choice().expect("the game is not over");
        assert_eq!((again.mv, again.visits), (focus.mv, focus.visits), "{player}");
    }
}

#[test]
fn a_focus_reuses_earlier_results() {
    for player in WITH_TREES {
        let mut search = search(&record_of([]), player);
        let root = search.run().expect("the game is not over");
        let visits_at_root =
            |mv| root.visits.iter().find(|(other, _)| *other == mv).map_or(0, |it| it.1);
        search.focus(&root.line[..1]).expect("a legal move");
        let below = search.choice().expect("the game is not over");
        let below = below.visits.iter().map(|(_, visits)| visits).sum::<u64>();
        // A node's first visits do not reach its children.
        assert!(below > 0 && below <= visits_at_root(root.mv), "{player}: {below}");
        assert!(below + 10 >= visits_at_root(root.mv), "{player}: {below}");
    }
}

#[test]
fn proofs_at_a_focus_are_backed_up() {
    // A position whose proof takes more than a few playouts.
    let lost = (0..5_000)
        .filter_map(|seed| random_record(seed, 9))
        .find(|record| {
            let proof = choose(record, "mcts:playouts=30,seed=1").proof;
            proof.is_none() && choose(record, "mcts:playouts=100000,seed=1").proof.is_some()
        })
        .expect("some position needs a longer search");
    let mut search = search(&lost, "mcts:playouts=100000,seed=1");
    assert_eq!(search.progress().proof, None);
    for mv in lost.legal_moves() {
        search.focus(&[mv]).expect("a legal move");
        search.run();
        assert!(search.progress().proof.is_some());
    }
    search.focus(&[]).expect("no move is illegal");
    let proof = search.progress().proof.expect("every move has been proven");
    assert_eq!(proof.outcome, choose(&lost, "mcts:playouts=100000,seed=2").proof.unwrap().outcome);
}

#[test]
fn a_move_that_was_left_out_can_be_focused() {
    let record = (0..2_000)
        .filter_map(|seed| random_record(seed, 8))
        .find(|record| {
            let mut urgent = Vec::new();
            let urgency = record.position().urgent_moves(&mut urgent);
            urgency == Urgency::Safe && urgent.len() < record.legal_moves().len()
        })
        .expect("some position has an unsafe move");
    let mut urgent = Vec::new();
    record.position().urgent_moves(&mut urgent);
    let moves = record.legal_moves();
    let blunder = *moves.iter().find(|mv| !urgent.contains(mv)).expect("there is an unsafe move");
    for player in WITH_TREES {
        let mut search = search(&record, player);
        let root = search.run().expect("the game is not over");
        search.focus(&[blunder]).expect("a legal move");
        let won = search
            .choice()
            .and_then(|choice| choice.proof)
            .expect("one ply of lookahead proves it");
        assert_eq!(won.result, "win", "{player}");
        search.focus(&[]).expect("no move is illegal");
        let again = search.choice().expect("the game is not over");
        assert_eq!((again.mv, again.visits), (root.mv, root.visits), "{player}");
        search.run().expect("the game is not over");
    }
}

#[test]
fn a_search_restarts_if_memory_is_full() {
    let mut search = search(&record_of([]), "mcts:playouts=150000,memory=1,threshold=0,seed=1");
    search.run();
    let full = search.bytes();
    let below = record_of(["-0", "a1-1", "b1-2", "c2-3", "d2-4", "a3-5"]);
    search.focus(below.moves()).expect("legal moves");
    let choice = search.run().expect("the game is not over");
    assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 150_000);
    assert!(search.bytes() <= full.max(1 << 20));
    search.focus(&[]).expect("no move is illegal");
    let choice = search.run().expect("the game is not over");
    assert!(record_of([]).position().is_legal(choice.mv));
}
