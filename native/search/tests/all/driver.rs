//! Slices, limits and seeds: what `Search` guarantees for every player.

use std::ops::Range;
use std::time::Duration;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{Game, Record};
use playout_search::{Budget, Choice, Search, SearchGame, Status};
use proptest::prelude::*;

use crate::support::{choose, clock, random_game, random_record, search, spec};
use crate::whole_run::short_or_whole;

const PLAYERS: [&str; 9] = [
    "random:seed=5",
    "careful:seed=5",
    "monte_carlo:playouts=700,seed=5",
    "mcts:playouts=700,seed=5",
    "mcts:playouts=700,seed=5,proofs=off,policy=uniform,threshold=0",
    "mcts:nodes=900,seed=5,choice=win_less_loss",
    "mcts:playouts=700,seed=5,policy=evaluation",
    "minimax:depth=2,seed=5",
    "minimax:nodes=3000,seed=5",
];

/// A choice with its time set to zero, for comparisons.
fn timeless<M>(choice: Option<Choice<M>>) -> Option<Choice<M>> {
    choice.map(|choice| Choice { seconds: 0.0, ..choice })
}

fn in_slices(
    record: &Record<Quarto>,
    player: &str,
    mut units: impl FnMut() -> u64,
) -> Search<Quarto> {
    let mut search = search(record, player);
    while search.step(Budget::units(units())) == Status::Running {}
    search
}

#[test]
fn slices_of_one_unit_equal_a_single_slice() {
    for plies in [0, 1, 6, 11] {
        let record =
            (0..).find_map(|seed| random_record(seed, plies)).expect("some game is not over");
        for player in PLAYERS {
            let unsliced = timeless(in_slices(&record, player, || u64::MAX).choice());
            let sliced = timeless(in_slices(&record, player, || 1).choice());
            assert!(unsliced.is_some());
            assert_eq!(unsliced, sliced, "{player} after {plies} plies");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn slicing_never_changes_the_choice(
        seed in 0u64..1_000,
        plies in 0u32..10,
        slices in prop::collection::vec(1u64..200, 1..20),
    ) {
        let Some(record) = random_record(seed, plies) else { return Ok(()) };
        let mut next = slices.iter().copied().cycle();
        let sliced = in_slices(&record, PLAYERS[3], || next.next().unwrap_or(1));
        prop_assert_eq!(timeless(sliced.choice()), timeless(Some(choose(&record, PLAYERS[3]))));
    }
}

#[test]
fn slices_of_time_do_not_change_the_choice() {
    let record = Record::new(Quarto::default());
    let player = "mcts:playouts=5000,seed=1";
    let mut search = search(&record, player).with_clock(clock);
    let mut slices = 0;
    while search.step(Budget::time(Duration::from_millis(20))) == Status::Running {
        slices += 1;
    }
    assert!(slices > 5, "only {slices} slices");
    assert_eq!(timeless(search.choice()), timeless(Some(choose(&record, player))));
}

#[test]
fn the_seed_determines_the_choice() {
    let record = random_record(3, 2).expect("the game is not over");
    for player in PLAYERS {
        assert_eq!(
            timeless(Some(choose(&record, player))),
            timeless(Some(choose(&record, player)))
        );
    }
    let visits = |seed| choose(&record, &format!("mcts:playouts=500,seed={seed}")).visits;
    assert_ne!(visits(1), visits(2));
}

#[test]
fn a_random_seed_is_reported() {
    let record = Record::new(Quarto::default());
    let first = choose(&record, "mcts:playouts=300");
    let again = choose(&record, &format!("mcts:playouts=300,seed={}", first.seed));
    assert_eq!(timeless(Some(first)), timeless(Some(again)));
}

#[test]
fn the_first_limit_reached_ends_a_search() {
    let record = Record::new(Quarto::default());
    let choice_of = |player| choose(&record, player);
    assert_eq!(choice_of("mcts:playouts=123,nodes=1000000").playouts, 123);
    assert_eq!(choice_of("monte_carlo:playouts=123").playouts, 123);
    assert_eq!(choice_of("mcts").playouts, 3_000);
    assert_eq!(choice_of("monte_carlo").playouts, 3_000);

    let by_nodes = choice_of("mcts:nodes=1000,playouts=1000000");
    assert!((1_000..1_000 + 300).contains(&by_nodes.nodes), "{} nodes", by_nodes.nodes);

    let by_time = within(&record, "mcts:ms=30", 0);
    assert!(takes(30).contains(&by_time.seconds), "{} s", by_time.seconds);
    assert!(by_time.playouts > 100);
}

/// The choice of a player to whom only the readings of its clock take time, with so many lines.
fn within<G: SearchGame>(record: &Record<G>, player: &str, lines: usize) -> Choice<G::Move> {
    let mut search = search(record, player).with_clock(clock);
    if lines > 0 {
        search.set_multi_pv(lines);
    }
    search.run().expect("the game is not over")
}

/// The seconds of a search of so many milliseconds, which reads its clock a few times after its end.
fn takes(ms: u32) -> Range<f64> {
    f64::from(ms) / 1e3..f64::from(ms + 5) / 1e3
}

#[test]
fn a_forced_move_takes_a_tenth_of_the_time() {
    let mut reply_to_four = Record::new(Gomoku::default());
    reply_to_four.play_texts(["a1", "g7", "b1", "i9", "c1", "k11", "d1"]).expect("legal moves");
    for player in ["mcts:ms=100", "mcts:ms=100,threads=2", "minimax:ms=100"] {
        let choice = within(&reply_to_four, player, 0);
        assert_eq!(choice.mv.to_string(), "e1", "{player}");
        assert!(takes(10).contains(&choice.seconds), "{player}: {} s", choice.seconds);
        // Who asks for lines wants values.
        let seconds = within(&reply_to_four, player, 1).seconds;
        assert!(takes(100).contains(&seconds), "{player}: {seconds} s");
    }
    // Where other moves are left out, the only one listed is not forced.
    let empty = Record::new(Gomoku::default());
    for player in ["mcts:ms=50", "mcts:ms=50,threats=off", "minimax:ms=50"] {
        let choice = within(&empty, player, 0);
        assert!(takes(50).contains(&choice.seconds), "{player}: {} s", choice.seconds);
    }
    // A side with a single legal move, whose result neither player can prove.
    let is_open = |record: &Record<Separo>| {
        let players = ["mcts:playouts=1000,seed=1", "minimax:nodes=5000,seed=1"];
        record.legal_moves().len() == 1
            && players.iter().all(|player| choose(record, player).proof.is_none())
    };
    let record = (0..).filter_map(|seed| random_game::<Separo>(seed, 24)).find(is_open);
    let record = record.expect("some side has one move");
    for player in ["mcts:ms=100", "minimax:ms=100"] {
        let choice = within(&record, player, 0);
        assert!(takes(10).contains(&choice.seconds), "{player}: {} s", choice.seconds);
    }
}

#[test]
fn a_node_limit_ends_the_search_of_a_smaller_tree() {
    let record = (0..).find_map(|seed| random_record(seed, 14)).expect("some game is not over");
    for proofs in ["on", "off"] {
        let player = format!("mcts:nodes=100000,proofs={proofs},seed=1");
        let unsliced = timeless(Some(choose(&record, &player)));
        assert_eq!(timeless(in_slices(&record, &player, || 7).choice()), unsliced);
    }
}

#[test]
fn a_node_limit_ends_the_search_when_memory_is_full() {
    let record = Record::new(AnimalShogi::default());
    for player in ["mcts:memory=1", "mcts:memory=2,threads=2", "mcts:memory=1,policy=uniform"] {
        let choice_of = choose(&record, &format!("{player},nodes=1000000"));
        assert!(
            (10_000..1_000_000).contains(&choice_of.nodes),
            "{player}: {} nodes",
            choice_of.nodes
        );
    }
    // Nodes of a full tree that are due to get more moves do not make it grow.
    let choice_of = choose(&Record::new(Gomoku::default()), "mcts:memory=1,nodes=1000000,seed=1");
    assert!(choice_of.playouts < 4 * choice_of.nodes, "{} playouts", choice_of.playouts);
    // With another limit, the search continues in its full tree.
    let playouts = short_or_whole(40_000, 60_000);
    let player = format!("mcts:memory=1,playouts={playouts},nodes=1000000");
    assert_eq!(choose(&record, &player).playouts, playouts);
}

#[test]
fn progress_counts_up_to_the_limit() {
    let record = Record::new(Quarto::default());
    let mut search = search(&record, "mcts:playouts=1000,seed=1");
    let mut used = search.progress().used;
    assert_eq!(used, 0.0);
    while search.step(Budget::units(100)) == Status::Running {
        let progress = search.progress();
        assert!(progress.used > used && progress.used < 1.0);
        assert_eq!(progress.used, progress.playouts as f64 / 1_000.0);
        let estimate = progress.estimate;
        assert!((estimate.win + estimate.draw + estimate.loss - 1.0).abs() < 1e-9);
        used = progress.used;
    }
    assert_eq!(search.progress().used, 1.0);
    assert_eq!(search.status(), Status::Done);
    assert_eq!(search.step(Budget::UNLIMITED), Status::Done);
    assert_eq!(search.progress().playouts, 1_000);
}

#[test]
fn immediate_wins_are_reported_without_playouts() {
    let mut record = Record::new(Quarto::default());
    record.play_texts(["-0", "a1-1", "b1-2", "c1-3"]).expect("legal moves");
    for player in ["mcts", "mcts:playouts=1", "careful"] {
        let mut search = search(&record, player);
        assert_eq!(search.step(Budget::UNLIMITED), Status::Done);
        let progress = search.progress();
        assert_eq!((progress.playouts, progress.used), (0, 1.0), "{player}");
        assert_eq!(progress.estimate.win, 1.0);
        assert_eq!(progress.proof.map(|proof| (proof.result, proof.plies)), Some(("win", Some(1))));
    }
}

#[test]
fn finished_games_cannot_be_searched() {
    let mut record = Record::new(Quarto::default());
    record.play_texts(["-0", "a1-1", "a2-2", "a3-3", "a4"]).expect("legal moves");
    for player in PLAYERS {
        let refused = Search::new(&record, &spec(player)).err().expect("the game is over");
        assert_eq!(refused.code().name(), "finished");
    }
}

#[test]
fn an_illegal_advance_changes_nothing() {
    let record = Record::new(Quarto::default());
    for player in PLAYERS {
        let mut search = search(&record, player);
        search.run();
        let before = timeless(search.choice());
        let mut elsewhere = Record::new(Quarto::default());
        elsewhere.play_texts(["-1"]).expect("a legal move");
        let wrong = elsewhere.position().parse_move("a1-2").expect("legal there");
        let refused = search.advance(wrong).expect_err("not legal here");
        assert_eq!(refused.code().name(), "illegal_move");
        assert_eq!(timeless(search.choice()), before);
    }
}

#[test]
fn every_player_can_advance_through_a_whole_game() {
    for player in PLAYERS {
        let mut record = Record::new(Quarto::default());
        let mut search = search(&record, player);
        while record.outcome().is_none() {
            let choice = search.run().expect("the game is not over");
            assert!(record.position().is_legal(choice.mv), "{player}");
            assert_eq!(choice.line.first(), Some(&choice.mv));
            search.advance(choice.mv).expect("the choice is legal");
            record.play(choice.mv);
            assert_eq!(search.position(), record.position());
        }
        assert_eq!(search.status(), Status::Done);
        assert_eq!(search.choice(), None);
    }
}
