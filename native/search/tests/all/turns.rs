//! Searches that continue from turn to turn.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{GAMES, Game, Options, Outcome, Record};
use playout_search::{Bounds, Budget, Limits, Random, Search, SearchGame, Spec, Status, levels};

use crate::support::{random_record, search, spec};

/// Continues a search from a record.
fn continue_from<G: SearchGame>(search: &mut Search<G>, record: &Record<G>, player: &str) {
    assert!(search.continue_from(record, &spec(player)).expect("the game is not over"), "{player}");
}

/// Plays the first move of a line, then the expected reply or any legal one.
fn play_on<G: Game>(record: &mut Record<G>, line: &[G::Move]) {
    record.play(line[0]);
    let reply = line.get(1).copied().unwrap_or_else(|| record.legal_moves()[0]);
    record.play(reply);
}

fn total<M>(visits: &[(M, u64)]) -> u64 {
    visits.iter().map(|(_, visits)| visits).sum()
}

#[test]
fn the_subtree_is_kept_and_limits_start_again() {
    let player = "mcts:playouts=5000,seed=4";
    let mut record = Record::new(AnimalShogi::default());
    let mut search = search(&record, player);
    let line = search.run().expect("the game is not over").line;
    line[..2].iter().for_each(|&mv| record.play(mv));
    continue_from(&mut search, &record, player);
    assert_eq!((search.position(), search.status()), (record.position(), Status::Running));

    let kept = search.choice().expect("the game is not over");
    assert!(total(&kept.visits) > 50, "{} visits are kept", total(&kept.visits));
    assert_eq!((kept.playouts, kept.mv), (0, line[2]));
    let more = search.run().expect("the game is not over");
    assert_eq!(more.playouts, 5_000);
    assert_eq!(total(&more.visits), total(&kept.visits) + 5_000);
}

#[test]
fn every_turn_has_its_own_limits() {
    let record = Record::new(Quarto::default());
    let mut tree = search(&record, "mcts:playouts=300,seed=1");
    tree.run();
    for playouts in [700, 200] {
        continue_from(&mut tree, &record, &format!("mcts:playouts={playouts}"));
        assert_eq!(tree.run().expect("a move").playouts, playouts);
    }
    assert_eq!(total(&tree.choice().expect("a move").visits), 300 + 700 + 200);

    let mut alpha_beta = search(&record, "minimax:depth=1,seed=1");
    for depth in [1, 3, 2] {
        continue_from(&mut alpha_beta, &record, &format!("minimax:depth={depth}"));
        assert_eq!(alpha_beta.run().expect("a move").depth, Some(depth));
    }
}

#[test]
fn a_record_that_does_not_continue_the_game_changes_nothing() {
    let record = random_record(3, 4).expect("the game is not over");
    let mut search = search(&record, "mcts:playouts=300,seed=1");
    search.run();
    let visits = search.choice().expect("a move").visits;
    let mut earlier = Record::new(*record.start());
    record.moves()[..3].iter().for_each(|&mv| earlier.play(mv));
    let mut aside = earlier.clone();
    let other = earlier.legal_moves().into_iter().find(|mv| *mv != record.moves()[3]);
    aside.play(other.expect("another move"));
    let set_up = Record::new(*record.position());
    for elsewhere in [earlier, aside, set_up, Record::new(Quarto::default())] {
        assert!(
            !search.continue_from(&elsewhere, &spec("mcts:playouts=9")).expect("it is not over")
        );
        assert_eq!(search.position(), record.position());
        assert_eq!(search.choice().expect("a move").visits, visits);
    }
    // The search is still usable.
    continue_from(&mut search, &record, "mcts:playouts=300");
    assert_eq!(search.run().expect("a move").playouts, 300);
}

#[test]
fn a_finished_game_is_refused() {
    let mut record = Record::new(Quarto::default());
    record.play_texts(["-0", "a1-1", "a2-2", "a3-3"]).expect("legal moves");
    let mut search = search(&record, "mcts:playouts=10");
    record.play_texts(["a4"]).expect("a legal move");
    let refused = search.continue_from(&record, &spec("mcts")).expect_err("the game is over");
    assert_eq!(refused.code().name(), "finished");
    assert!(search.choice().is_some());
}

/// A game of a player that keeps its search, in slices, against random moves.
fn play_through<G: SearchGame>(player: &str, seed: u64, slice: Budget) -> Record<G> {
    let mut random = Random::new(seed);
    let mut record = Record::new(G::start(&Options::default()).expect("the default start"));
    let mut kept: Option<Search<G>> = None;
    while record.outcome().is_none() && record.ply() < 60 {
        let searched = kept.get_or_insert_with(|| search(&record, player));
        continue_from(searched, &record, player);
        while searched.step(slice) == Status::Running {}
        let choice = searched.choice().expect("the game is not over");
        assert!(record.position().is_legal(choice.mv), "{player} at {}", record.position());
        assert_eq!(choice.line.first(), Some(&choice.mv), "{player}");
        record.play(choice.mv);
        if record.outcome().is_none() {
            let moves = record.legal_moves();
            record.play(moves[random.below(moves.len() as u32) as usize]);
        }
    }
    record
}

const PLAYERS: [&str; 7] = [
    "random:seed=1",
    "careful:seed=1",
    "monte_carlo:playouts=300,seed=1",
    "mcts:playouts=300,seed=1",
    "mcts:nodes=300,seed=1,policy=uniform",
    "mcts:playouts=300,policy=evaluation,seed=1",
    "minimax:nodes=300,seed=1",
];

fn check_game<G: SearchGame>() {
    for player in PLAYERS {
        let unsliced = play_through::<G>(player, 1, Budget::UNLIMITED);
        let sliced = play_through::<G>(player, 1, Budget::units(7));
        assert_eq!(unsliced.moves(), sliced.moves(), "{player}");
    }
    play_through::<G>("mcts:playouts=300,threads=2,seed=1", 2, Budget::UNLIMITED);
}

#[test]
fn every_player_continues_through_games() {
    check_game::<Quarto>();
    check_game::<AnimalShogi>();
    check_game::<Gomoku>();
    check_game::<Separo>();
}

#[test]
fn a_full_tree_grows_again_in_the_next_turn() {
    let player = "mcts:playouts=30000,memory=1,threshold=0,policy=uniform,proofs=off,seed=1";
    // None of these moves ends the game.
    let mut record = Record::new(Gomoku::default());
    let mut search = search(&record, player);
    for _ in 0..4 {
        let choice = search.run().expect("the game is not over");
        assert_eq!(choice.playouts, 30_000);
        play_on(&mut record, &choice.line);
        continue_from(&mut search, &record, player);
        let kept = search.choice().expect("the game is not over").nodes;
        assert!(kept < choice.nodes / 2, "{kept} of {} nodes", choice.nodes);
        search.run();
        assert!(search.progress().nodes > 2 * kept);
    }
}

#[test]
fn several_threads_respect_their_limits_in_every_turn() {
    let record = Record::new(AnimalShogi::default());
    for (limit, overshoot) in [("playouts=3000", 0), ("nodes=20000", 60)] {
        let player = format!("mcts:{limit},threads=2,proofs=off,policy=uniform,seed=1");
        let (mut record, mut search) = (record.clone(), search(&record, &player));
        for _ in 0..4 {
            let before = search.progress().nodes;
            let choice = search.run().expect("the game is not over");
            let done = if overshoot == 0 { choice.playouts } else { choice.nodes - before };
            let limit_value = if overshoot == 0 { 3_000 } else { 20_000 };
            assert!((limit_value..=limit_value + overshoot).contains(&done), "{limit}: {done}");
            play_on(&mut record, &choice.line);
            continue_from(&mut search, &record, &player);
        }
    }
}

/// The win remains proven until the end of the game, whatever the other side plays.
#[test]
fn a_proven_win_is_played_to_the_end() {
    let player = "mcts:playouts=20000,seed=1";
    let mut won = 0;
    for seed in 0..200 {
        let Some(mut record) = random_record(seed, 9) else { continue };
        let side = record.position().side_to_move();
        let mut search = search(&record, player);
        let proof = search.run().expect("the game is not over").proof;
        if proof.is_none_or(|proof| proof.result != "win") {
            continue;
        }
        let mut random = Random::new(seed);
        while record.outcome().is_none() {
            continue_from(&mut search, &record, player);
            let choice = search.run().expect("the game is not over");
            assert_eq!(choice.proof.map(|proof| proof.result), Some("win"));
            record.play(choice.mv);
            if record.outcome().is_none() {
                let moves = record.legal_moves();
                record.play(moves[random.below(moves.len() as u32) as usize]);
            }
        }
        assert_eq!(record.outcome(), Some(Outcome::Win(side)));
        won += 1;
    }
    assert!(won > 20, "{won} games");
}

#[test]
fn only_levels_below_the_last_drop_their_trees() {
    let keeps_tree = |game: &str, player: &str| {
        spec(player).keeps_tree(game).unwrap_or_else(|error| panic!("{player}: {error}"))
    };
    for game in GAMES {
        let levels = levels(game);
        for level in levels {
            let is_last = level.number as usize == levels.len();
            let named = format!("level:n={}", level.number);
            let seeded = format!("{},seed=7", level.spec);
            for player in [level.spec, &named, &format!("{named},seed=7"), &seeded] {
                assert_eq!(keeps_tree(game, player), is_last, "{game}: {player}");
            }
            let with_memory = spec(level.spec).with_memory(7);
            assert_eq!(with_memory.keeps_tree(game), Ok(is_last), "{game}: {with_memory}");
            assert!(keeps_tree(game, &format!("{},memory=1", "mcts:playouts=60,ms=999")));
        }
        for player in ["mcts", "mcts:ms=100", "minimax:depth=3", "random", "mcts:nodes=77"] {
            assert!(keeps_tree(game, player), "{game}: {player}");
        }
        assert!(spec("level:n=99").keeps_tree(game).is_err());
    }
    assert!(keeps_tree("tic_tac_toe", "mcts:playouts=20,ms=1000,policy=uniform"), "its only level");
    assert!(spec("mcts").keeps_tree("chess").is_err());
}

#[test]
fn memory_can_be_set_for_every_player_with_a_tree() {
    let with_memory = |player: &str| spec(player).with_memory(7).to_string();
    assert_eq!(with_memory("mcts:ms=9"), "mcts:ms=9,memory=7");
    assert_eq!(with_memory("minimax:ms=9"), "minimax:ms=9,memory=7");
    assert_eq!(with_memory("careful"), "careful");
}

#[test]
fn a_default_memory_is_for_players_without_their_own() {
    let with_default = |player: &str| spec(player).with_default_memory(7).to_string();
    assert_eq!(with_default("mcts:ms=9"), "mcts:ms=9,memory=7");
    assert_eq!(with_default("minimax:ms=9"), "minimax:ms=9,memory=7");
    // Even if they name the usual limit.
    assert_eq!(with_default("mcts:ms=9,memory=64"), "mcts:ms=9,memory=64");
    assert_eq!(with_default("minimax:ms=9,memory=64"), "minimax:ms=9,memory=64");
    assert_eq!(with_default("careful"), "careful");
}

#[test]
fn limits_are_converted_for_players_without_nodes_or_depth() {
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    let limited = |player: &str, depth| spec(player).limited(limits, depth).to_string();
    assert_eq!(limited("monte_carlo:ms=9", None), "monte_carlo:playouts=500");
    assert_eq!(limited("monte_carlo", Some(2)), "monte_carlo:playouts=500");
    assert_eq!(limited("mcts:ms=9", Some(2)), "mcts:playouts=2000,nodes=500");
    assert_eq!(limited("minimax", Some(2)), "minimax:depth=2,nodes=500");
    assert_eq!(
        Spec::parse("random").expect("a player").limited(limits, None).to_string(),
        "random"
    );
}

#[test]
fn other_limits_replace_those_that_a_player_has() {
    let limits = Bounds::new([("ms", 9), ("memory", 7)]).expect("limits");
    let limited = |player: &str| spec(player).limited_to(&limits).to_string();
    assert_eq!(limited("mcts:playouts=5,ms=60000,c=2"), "mcts:ms=9,memory=7,c=2");
    assert_eq!(limited("minimax:depth=4,memory=1"), "minimax:ms=9,memory=7");
    assert_eq!(limited("monte_carlo:playouts=5,seed=1"), "monte_carlo:ms=9,seed=1");
    assert_eq!(limited("careful:seed=1"), "careful:seed=1");
    let none = Bounds::default();
    assert_eq!(spec("mcts:playouts=5,memory=7").limited_to(&none).to_string(), "mcts:memory=7");
}
