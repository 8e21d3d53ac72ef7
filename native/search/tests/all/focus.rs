//! Walking about in what a search has found out.

use playout_games::quarto::Quarto;
use playout_games::{Game, Record};
use playout_search::{Budget, Choice, Search, Status, open};

use crate::support::{search, spec};

const PLAYERS: [&str; 7] = [
    "random:seed=5",
    "careful:seed=5",
    "monte_carlo:playouts=700,seed=5",
    "mcts:playouts=700,seed=5",
    "mcts:playouts=700,seed=5,policy=evaluation",
    "mcts:playouts=700,seed=5,threads=2,memory=2",
    "minimax:nodes=3000,seed=5",
];

/// A choice without the time it took.
fn timeless<M>(choice: Option<Choice<M>>) -> Option<Choice<M>> {
    choice.map(|choice| Choice { seconds: 0.0, ..choice })
}

fn texts<'a>(moves: impl IntoIterator<Item = &'a str>) -> Record<Quarto> {
    Record::from_texts(None, moves).expect("legal moves")
}

#[test]
fn every_player_answers_for_the_position_focused() {
    let after = texts(["-0", "a1-1"]);
    for player in PLAYERS {
        let mut search = search(&texts([]), player);
        search.run();
        search.focus(after.moves()).expect("legal moves");
        assert_eq!(search.position(), after.position(), "{player}");
        assert_eq!(search.status(), Status::Running);
        let choice = search.run().expect("the game goes on");
        let moves: Vec<_> = choice.visits.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, after.legal_moves(), "{player}");
        assert!(moves.contains(&choice.mv), "{player}");
        let progress = search.progress();
        assert_eq!((progress.playouts, progress.used), (choice.playouts, 1.0), "{player}");

        search.focus(&[]).expect("no move is illegal");
        let choice = search.run().expect("the game goes on");
        assert!(texts([]).position().is_legal(choice.mv), "{player}");
    }
}

#[test]
fn limits_count_from_zero_after_a_focus() {
    for player in ["monte_carlo:playouts=700", "mcts:playouts=700"] {
        let mut search = search(&texts([]), player);
        assert_eq!(search.run().map(|choice| choice.playouts), Some(700));
        search.focus(texts(["-0"]).moves()).expect("a legal move");
        assert_eq!(search.choice().map(|choice| choice.playouts), Some(0), "{player}");
        assert_eq!(search.run().map(|choice| choice.playouts), Some(700), "{player}");
    }
}

#[test]
fn advance_goes_on_from_the_position_focused() {
    for player in PLAYERS {
        let mut search = search(&texts([]), player);
        search.run();
        search.focus(texts(["-0", "a1-1"]).moves()).expect("legal moves");
        let third = texts(["-0", "a1-1", "b1-2"]);
        search.advance(third.moves()[2]).expect("a legal move");
        assert_eq!(search.position(), third.position(), "{player}");
        search.run();
        // Moves count from the new root now.
        let fifth = texts(["-0", "a1-1", "b1-2", "c2-3", "d2-4"]);
        search.focus(&fifth.moves()[3..]).expect("legal moves");
        assert_eq!(search.position(), fifth.position(), "{player}");
        let choice = search.run().expect("the game goes on");
        assert!(fifth.position().is_legal(choice.mv), "{player}");
        search.focus(&[]).expect("no move is illegal");
        assert_eq!(search.position(), third.position(), "{player}");
    }
}

#[test]
fn what_is_over_has_no_choice_and_can_be_left_again() {
    let won = texts(["-0", "a1-1", "b1-2", "c1-3", "d1"]);
    for player in PLAYERS {
        let mut search = search(&texts([]), player);
        search.focus(won.moves()).expect("legal moves");
        assert_eq!(search.status(), Status::Done, "{player}");
        assert_eq!(timeless(search.run()), None, "{player}");
        let more = texts(["-0"]).moves()[0];
        assert_eq!(search.advance(more).expect_err("it is over").code().name(), "illegal_move");
        search.focus(&won.moves()[..4]).expect("legal moves");
        let choice = search.run().expect("the game goes on");
        assert!(search.position().is_legal(choice.mv), "{player}");
    }
}

#[test]
fn an_illegal_focus_changes_nothing() {
    for player in PLAYERS {
        let mut search = search(&texts([]), player);
        search.focus(texts(["-0"]).moves()).expect("a legal move");
        search.run();
        let before = timeless(search.choice());
        let wrong = texts(["-0", "a1-1"]);
        let wrong = [wrong.moves()[0], wrong.moves()[1], wrong.moves()[1]];
        let refused = search.focus(&wrong).expect_err("a1 is taken");
        assert_eq!(refused.code().name(), "illegal_move");
        assert_eq!(timeless(search.choice()), before, "{player}");
    }
}

#[test]
fn sessions_focus_by_texts() {
    let mut session = open("quarto", None, ["-0"], &spec("mcts:playouts=100")).expect("a game");
    session.focus(&["a1-1", "b1-2"]).expect("legal moves");
    while session.step(Budget::UNLIMITED) == Status::Running {}
    let choice = session.choice().expect("the game goes on");
    assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 100);
    assert!(session.bytes() > 0);
    let refused = session.focus(&["a1-1", "a1-2"]).expect_err("a1 is taken");
    assert!(refused.to_string().starts_with("move 3: "), "{refused}");
    assert_eq!(timeless(session.choice()), timeless(Some(choice)));
}

#[test]
fn bytes_grow_with_the_tree_and_stay_within_its_memory() {
    let mut search: Search<Quarto> = search(&texts([]), "mcts:playouts=300000,memory=1,seed=1");
    let before = search.bytes();
    search.run();
    assert!(before > 0 && before < search.bytes() && search.bytes() <= 1 << 20);
}
