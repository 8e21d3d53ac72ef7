//! The best moves of a search (multi-PV), and its depth.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::{Game, Options, Outcome, Record};
use playout_search::{Budget, Line, Search, SearchGame, Status};

use crate::support::{choose, random_game, random_record, search, solve};
use crate::whole_run::short_or_whole;

const PLAYERS: [&str; 8] = [
    "random:seed=5",
    "careful:seed=5",
    "monte_carlo:playouts=700,seed=5",
    "mcts:playouts=700,seed=5",
    "mcts:playouts=700,seed=5,choice=win_less_loss",
    "mcts:playouts=700,seed=5,policy=evaluation",
    "mcts:playouts=700,seed=5,threads=2",
    "minimax:depth=2,seed=5",
];

fn with_lines<G: SearchGame>(record: &Record<G>, player: &str, max: usize) -> Search<G> {
    let mut search = search(record, player);
    search.set_multi_pv(max);
    search.run();
    search
}

fn lines<G: SearchGame>(record: &Record<G>, player: &str, max: usize) -> Vec<Line<G::Move>> {
    with_lines(record, player, max).lines()
}

/// Checks that the first line is the choice, and that the moves of all lines are legal.
fn check<G: SearchGame>(record: &Record<G>, player: &str, max: usize) {
    let search = with_lines(record, player, max);
    let (choice, lines) = (search.choice().expect("the game is not over"), search.lines());
    assert!((1..=max).contains(&lines.len()), "{player}: {} lines", lines.len());
    let first = &lines[0];
    assert_eq!((first.mv, first.value), (choice.mv, choice.value), "{player}");
    assert_eq!((first.estimate, &first.line), (choice.estimate, &choice.line), "{player}");
    // The best move may be proven even if the position is not.
    assert!(choice.proof.is_none() || choice.proof == first.proof, "{player}: {lines:?}");
    let mut seen = Vec::new();
    for line in &lines {
        assert_eq!(line.line.first(), Some(&line.mv), "{player}");
        assert!(!seen.contains(&line.mv), "{player}: repeated");
        seen.push(line.mv);
        let visits = choice.visits.iter().find(|(mv, _)| *mv == line.mv);
        assert_eq!(visits.map(|(_, visits)| *visits), Some(line.visits), "{player}");
        let mut position = record.position().clone();
        for &mv in &line.line {
            assert!(position.is_legal(mv), "{player}");
            position.play(mv);
        }
    }
}

#[test]
fn the_first_line_is_the_choice_and_all_lines_are_legal() {
    for player in PLAYERS {
        for plies in [0, 5, 9, 12] {
            let record = (0..).find_map(|seed| random_record(seed, plies)).expect("a game");
            for max in [1, 3, 1_000] {
                check(&record, player, max);
            }
        }
        let record = random_game::<Gomoku>(1, 6).expect("the game is not over");
        check(&record, player, 5);
    }
}

#[test]
fn there_is_one_line_unless_more_are_requested() {
    let record = Record::new(Quarto::default());
    for player in PLAYERS {
        let mut search = search(&record, player);
        search.run();
        assert_eq!(search.lines().len(), 1, "{player}");
    }
}

#[test]
fn a_search_that_compares_moves_has_a_line_for_each_move() {
    let record = random_record(2, 5).expect("the game is not over");
    let moves = record.legal_moves().len();
    assert_eq!(lines(&record, "monte_carlo:playouts=700,seed=1", 1_000).len(), moves);
    let uniform = "mcts:playouts=700,seed=1,proofs=off,policy=uniform";
    assert_eq!(lines(&record, uniform, 1_000).len(), moves);
    assert_eq!(lines(&record, uniform, 4), lines(&record, uniform, 1_000)[..4]);
}

/// Checks that undecided positions have as many lines as were requested, and returns how many positions
/// these were.
fn check_number<G: SearchGame>(player: &str, plies: impl Iterator<Item = u32>) -> usize {
    let records = plies.zip(0..).filter_map(|(plies, seed)| random_game::<G>(seed, plies));
    let mut undecided = 0;
    for record in records {
        let moves = record.legal_moves().len();
        for max in [3, 20] {
            let search = with_lines(&record, player, max);
            if search.choice().expect("the game is not over").proof.is_none() {
                let lines = search.lines();
                assert_eq!(lines.len(), max.min(moves), "{player} at {}", record.position());
                undecided += 1;
            }
        }
    }
    undecided
}

#[test]
fn undecided_positions_have_as_many_lines_as_requested() {
    let playouts = short_or_whole(100, 300);
    let more = [
        "",
        ",policy=uniform",
        ",policy=uniform,radius=1,threshold=0",
        ",policy=evaluation",
        ",threads=2",
    ];
    let tree_searches = more.map(|more| format!("mcts:playouts={playouts},seed=5{more}"));
    for player in tree_searches.into_iter().chain(["minimax:depth=2,seed=5".to_owned()]) {
        assert!(check_number::<Quarto>(&player, 3..11) > 5, "{player}");
        assert!(check_number::<AnimalShogi>(&player, 0..20) > 20, "{player}");
        assert!(check_number::<Gomoku>(&player, (0..8).chain(0..8)) > 10, "{player}");
    }
}

#[test]
fn an_opening_has_a_line_for_each_colour_and_each_first_stone() {
    let options = Options::new([("opening", "swap2")]);
    let mut record = Record::new(Gomoku::start(&options).expect("a start"));
    for player in ["mcts:playouts=2000,seed=5", "minimax:nodes=2000,seed=5"] {
        check(&record, player, 4);
        assert_eq!(lines(&record, player, 4).len(), 4, "{player}");
    }
    for mv in ["h8", "i9", "g8"] {
        record.play(record.position().parse_move(mv).expect("a move"));
    }
    for player in ["mcts:playouts=2000,seed=5", "minimax:nodes=2000,seed=5"] {
        check(&record, player, 2);
        let found = lines(&record, player, 9);
        assert!(found.iter().filter(|line| line.mv.colour().is_some()).count() == 2, "{found:?}");
    }
}

#[test]
fn a_row_that_cannot_be_stopped_is_blocked_at_one_end() {
    let moves = ["d4", "a2", "e4", "b2", "f4", "o15", "g4"];
    let record = Record::<Gomoku>::from_texts(None, moves).expect("legal moves");
    for player in ["mcts:playouts=100", "minimax:depth=2"] {
        let choice = choose(&record, player);
        assert!(["c4", "h4"].contains(&record.position().move_text(choice.mv).as_str()));
        assert_eq!(choice.proof.map(|proof| proof.result), Some("loss"), "{player}");
        let found = lines(&record, player, 5);
        assert!(found.len() >= 2 && found[0].mv != found[1].mv, "{player}");
        assert!(["c4", "h4"].contains(&record.position().move_text(found[0].mv).as_str()));
    }
}

#[test]
fn lines_are_in_the_order_of_the_final_choice() {
    let record = random_record(2, 5).expect("the game is not over");
    // Allow for rounding.
    let is_descending = |keys: Vec<f64>| keys.is_sorted_by(|a, b| *a >= b - 1e-9);
    let keys = |player: &str, key: fn(&Line<_>) -> f64| {
        lines(&record, player, 1_000).iter().map(key).collect::<Vec<_>>()
    };
    let visits = keys("mcts:playouts=2000,seed=1,proofs=off", |line| line.visits as f64);
    assert!(is_descending(visits));
    for player in
        ["mcts:playouts=2000,seed=1,proofs=off,choice=win_less_loss", "monte_carlo:playouts=5000"]
    {
        assert!(is_descending(keys(player, |line| line.value)), "{player}");
    }
}

#[test]
fn proofs_of_lines_are_correct_and_determine_the_order() {
    let mut proven = [0; 3];
    for seed in 0..300 {
        let Some(record) = random_record(seed, 12) else { continue };
        let side = record.position().side_to_move();
        for player in ["mcts:playouts=400,seed=1", "mcts:playouts=400,threads=2,seed=1"] {
            let found = lines(&record, player, 1_000);
            let mut is_after_loss = false;
            for (index, line) in found.iter().enumerate() {
                let Some(proof) = line.proof else {
                    assert!(!is_after_loss, "{player} at {}", record.position());
                    continue;
                };
                let mut next = *record.position();
                next.play(line.mv);
                assert_eq!(proof.outcome, solve(&next), "{player} at {}", record.position());
                assert_eq!(line.value, proof.outcome.value_for(side));
                let is_over = next.outcome().is_some();
                assert_eq!(proof.plies == Some(1), is_over);
                assert_eq!(proof.plies.is_some(), is_over || proof.outcome != Outcome::Draw);
                // The first move only gives a piece, and the others fill the board's 16 places.
                let left = 17 - record.ply() as u32;
                let is_possible = |it: u32| it <= left && (it % 2 == 1) == (proof.result != "loss");
                assert!(is_over || proof.plies.is_none_or(is_possible), "{proof:?}");
                is_after_loss |= proof.result == "loss";
                // A win may follow only other wins.
                assert!(proof.result != "win" || index == 0 || found[0].value == 1.0);
                proven[match proof.outcome {
                    Outcome::Draw => 1,
                    Outcome::Win(winner) if winner == side => 0,
                    Outcome::Win(_) => 2,
                }] += 1;
            }
        }
    }
    assert!(proven.iter().all(|&count| count > 20), "all results occur: {proven:?}");
}

#[test]
fn a_proven_draw_is_preferred_to_worse_unproven_moves() {
    let mut seen = 0;
    for seed in 0..400 {
        let Some(record) = random_record(seed, 11) else { continue };
        let found = lines(&record, "mcts:playouts=300,seed=1", 1_000);
        let draw = found.iter().position(|line| line.proof.is_some_and(|it| it.result == "draw"));
        let Some(draw) = draw else { continue };
        assert!(found[..draw].iter().all(|line| line.value > 0.0), "{found:?}");
        seen += usize::from(found[draw..].iter().any(|line| line.proof.is_none()));
    }
    assert!(seen > 5, "{seen} positions have a proven draw before an unproven move");
}

#[test]
fn the_depth_is_that_of_the_last_complete_iteration() {
    let record = Record::new(Quarto::default());
    for player in ["random", "careful", "monte_carlo", "mcts:playouts=10"] {
        assert_eq!(choose(&record, player).depth, None, "{player}");
    }
    for depth in 1..4 {
        assert_eq!(choose(&record, &format!("minimax:depth={depth}")).depth, Some(depth));
    }
    let mut search = search(&record, "minimax:depth=3");
    let depth = |search: &Search<_>| search.choice().expect("a move").depth.expect("a depth");
    assert_eq!(depth(&search), 0);
    let mut reached = 0;
    while search.step(Budget::units(50)) == Status::Running {
        assert!((reached..=2).contains(&depth(&search)));
        reached = depth(&search);
    }
    assert_eq!((reached, depth(&search)), (2, 3));
}
