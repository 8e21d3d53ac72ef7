//! Tree search, mostly on Quarto.

use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::{Game, Options, Outcome, Playouts, Record, Urgency};
use playout_search::{Budget, Line, Status};

use crate::support::{choose, random_record, search};
use crate::whole_run::short_or_whole;

fn visits_of<M: PartialEq>(visits: &[(M, u64)], mv: &M) -> u64 {
    visits.iter().find(|(other, _)| other == mv).map_or(0, |(_, visits)| *visits)
}

#[test]
fn advance_keeps_the_visits_below_the_move() {
    let record = Record::new(Quarto::default());
    let mut search = search(&record, "mcts:playouts=5000,seed=4");
    let before = search.run().expect("the game is not over");
    let kept = visits_of(&before.visits, &before.mv);
    assert!(kept > 300);
    search.advance(before.mv).expect("the choice is legal");

    let after = search.choice().expect("the game is not over");
    let below: u64 = after.visits.iter().map(|(_, visits)| visits).sum();
    // A node's first visits, before it is expanded, do not reach its children.
    assert!(below < kept && below + 10 >= kept, "{below} of {kept}");
    assert_eq!(after.mv, before.line[1]);
    assert_eq!(after.playouts, 0);
    assert!(after.nodes < before.nodes);

    let more = search.run().expect("the game is not over");
    assert_eq!(more.playouts, 5_000, "the limit counts only new playouts");
    assert!(more.visits.iter().map(|(_, visits)| visits).sum::<u64>() >= below + 5_000);
}

/// The children of a position are its likeliest moves. Once they all lose, the others are searched.
#[test]
fn a_position_is_lost_only_if_all_of_its_moves_lose() {
    let lost = "1x2o3/1o2o3/2o2xx1/1o2oo2/3o1x2/2x2x2/4xo2/2x1x3 x freestyle";
    let record = Record::<Gomoku>::from_texts(Some(lost), []).expect("a position");
    for more in ["", ",threads=2,memory=2", ",network=off"] {
        let choice = choose(&record, &format!("mcts:playouts=40000,seed=1{more}"));
        let listed = choice.visits.iter().filter(|(_, visits)| *visits > 0).count();
        assert_eq!(choice.proof.map(|proof| proof.result), Some("loss"), "{more}: {listed} moves");
        assert!(listed > 20, "{more}: {listed} moves");
    }
}

/// A position has twelve children at first, and after 1,000 visits every move near stones.
#[test]
fn long_searches_look_at_more_moves() {
    let moves = ["h6", "j9", "k9", "i8", "g6", "j7"];
    let record = Record::<Gomoku>::from_texts(None, moves).expect("legal moves");
    let visited = |playouts| {
        let choice = choose(&record, &format!("mcts:playouts={playouts},seed=1"));
        choice.visits.iter().filter(|(_, visits)| *visits > 0).count()
    };
    let (few, many) = (visited(900), visited(short_or_whole(5_000, 20_000)));
    assert!(few <= 12 && many > 40, "{few}, {many}");
}

/// The winning move is not among the 30 with the highest static ranks.
#[test]
fn long_searches_find_wins_by_unlikely_moves() {
    let position = "15/15/15/15/15/15/5o9/4o1ox7/5xo1o1x1x2/4xoxoxoxo1o1/3oxoxoxxoox2/4xooxooxxox1/\
                    4ox1oxx1o3/5xxox6/15 x freestyle";
    let record = Record::<Gomoku>::from_texts(Some(position), []).expect("a position");
    let choice = choose(&record, "mcts:playouts=60000,memory=64,seed=1");
    assert_eq!(choice.mv, record.position().parse_move("m8").expect("a point"));
    assert_eq!(choice.proof.map(|proof| proof.result), Some("win"));
}

/// The win begins with a three, and is too long for simulations to see it.
#[test]
fn nodes_are_searched_for_wins_by_threats_unless_only_fours_are_known() {
    let moves = "f10 i10 k9 g13 m11 j8 k11 j9 k8 k7 i9 j10 j11 l11 k10 k12 m10 j7 j6 i12 m9 m8 l10 n8 k13 n10";
    let record = Record::<Gomoku>::from_texts(None, moves.split(' ')).expect("legal moves");
    let choice = |more: &str| choose(&record, &format!("mcts:playouts=2000,seed=1{more}"));
    let won = choice("");
    assert_eq!(won.proof.map(|proof| proof.result), Some("win"));
    let mut end = record.clone();
    won.line.iter().for_each(|&mv| end.play(mv));
    assert_eq!(end.outcome(), Some(Outcome::Win(record.position().side_to_move())));
    for more in [",threats=fours", ",proofs=off"] {
        let choice = choice(more);
        assert!(choice.proof.is_none() && choice.value < 0.5, "{more}: {choice:?}");
    }
}

/// Nobody can complete a row any more: 48 plies before the board is full, with empty points far from all
/// stones, and where only a row of six is possible.
#[test]
fn dead_positions_are_draws_at_once() {
    for position in [
        "o3xoxo2xo1ox/1x2ox2xoo2x1/xx1xoxooxoxxoo1/1ooxo1xxoox1xxo/1xxoxoxxxxoxox1/\
         o1xooooxoxoooox/xoxxxxoxoooxoxo/2xooxoox1ooxx1/1xooxoo1xoxo3/x1oxoxxoxoxoxxx/\
         ooxoooxxxxoxooo/xoxooxoooxoooox/1oxxxxox1oxxxo1/1xoo2xo2xxox1/2x1ox1xox2o1x o freestyle",
        "ooxxoxx/xxooxoo/ooxxoox/xxoxoxo/3xoox/3oxxo/3xoox x freestyle",
        "xooox1/ooxxxo/xxooxx/3xoo/3oxx/3xoo x standard",
        "xooxxoo/xxxxoxo/xoooxoo/oxxxoxx/ooox3/oxxo3/xoox3 x standard",
    ] {
        let record = Record::<Gomoku>::from_texts(Some(position), []).expect(position);
        for player in [
            "mcts:playouts=5000,seed=1",
            "mcts:playouts=5000,threads=2,seed=1",
            "minimax:nodes=5000,seed=1",
            "minimax:nodes=5000,radius=1,threats=rows,margin=100,seed=1",
        ] {
            let mut search = search(&record, player);
            search.set_multi_pv(3);
            let choice = search.run().expect("the game is not over");
            assert_eq!(choice.proof.map(|proof| proof.result), Some("draw"), "{player} {position}");
            assert!(choice.playouts <= 2 && choice.nodes <= 225, "{player} {position}: {choice:?}");
            let lines = search.lines();
            let drawn = |line: &Line<_>| line.proof.as_ref().is_some_and(|it| it.result == "draw");
            assert!(!lines.is_empty() && lines.iter().all(drawn), "{player} {position}: {lines:?}");
        }
    }
}

/// In games with one tree, whose last moves need no playout.
#[test]
fn kept_trees_reach_dead_positions() {
    let start = Gomoku::start(&Options::new([("size", "7".to_owned())])).expect("a start");
    let mut drawn = 0;
    for seed in 0..4 {
        let mut record = Record::new(start);
        let mut search = search(&record, &format!("mcts:playouts=100,seed={seed}"));
        let mut moves_without_playouts = 0;
        while record.outcome().is_none() {
            let choice = search.run().expect("the game is not over");
            let is_drawn = choice.proof.is_some_and(|proof| proof.result == "draw");
            moves_without_playouts += u32::from(is_drawn && choice.playouts == 0);
            record.play(choice.mv);
            search.advance(choice.mv).expect("the choice is legal");
        }
        if record.outcome() == Some(Outcome::Draw) {
            drawn += 1;
            assert!(moves_without_playouts >= 8, "{moves_without_playouts} in game {seed}");
        }
    }
    assert!(drawn > 0);
}

#[test]
fn the_first_stone_is_in_the_centre_and_lines_compare_others() {
    for (size, centre) in [(15, "h8"), (6, "d4"), (5, "c3")] {
        let start = Gomoku::start(&Options::new([("size", size.to_string())])).expect("a start");
        let mut search = search(&Record::new(start), "mcts:playouts=3000,seed=1");
        search.set_multi_pv(5);
        let choice = search.run().expect("the game is not over");
        assert_eq!(choice.mv, start.parse_move(centre).expect("a point"), "{size}");
        assert_eq!(search.lines().len(), 5, "{size}");
    }
}

/// All likely replies to h11 lose, but the four at f9 gains a move. Searches that take what follows
/// from the likely ones for certain stay with h11, at a value near 1.
#[test]
fn an_unlikely_reply_refutes_an_apparent_win() {
    let moves = "i7 g7 j10 e8 d8 j8 i10 g9 i9 i8 g8 h9 g10 h10 i11 h8 h11".split(' ');
    let record = Record::<Gomoku>::from_texts(None, moves).expect("legal moves");
    let choice = choose(&record, "mcts:playouts=50000,seed=1");
    let f9 = record.position().parse_move("f9").expect("a point");
    assert!(visits_of(&choice.visits, &f9) > 0);
    assert!(choice.proof.is_none() && choice.value > -0.9, "{}", choice.value);
}

#[test]
fn advance_by_a_move_that_was_left_out_starts_a_new_tree() {
    // The search leaves out moves that let the opponent win at once. Play one of them.
    let record = (0..2_000)
        .filter_map(|seed| random_record(seed, 8))
        .find(|record| {
            let (mut all, mut urgent) = (Vec::new(), Vec::new());
            record.position().legal_moves(&mut all);
            record.position().urgent_moves(&mut urgent) == Urgency::Safe && urgent.len() < all.len()
        })
        .expect("some position has an unsafe move");
    let mut urgent = Vec::new();
    record.position().urgent_moves(&mut urgent);
    let unsafe_move = *record
        .legal_moves()
        .iter()
        .find(|mv| !urgent.contains(mv))
        .expect("there is an unsafe move");

    let mut search = search(&record, "mcts:playouts=500,seed=4");
    let choice = search.run().expect("the game is not over");
    assert_eq!(visits_of(&choice.visits, &unsafe_move), 0);
    search.advance(unsafe_move).expect("a legal move");
    let win = search.run().expect("the game is not over");
    assert_eq!(win.proof.map(|proof| (proof.result, proof.plies)), Some(("win", Some(1))));
    assert_eq!(win.value, 1.0);
}

#[test]
fn an_immediate_win_takes_no_playout() {
    let mut record = Record::new(Quarto::default());
    record.play_texts(["-0", "a1-1", "b1-2", "c1-3"]).expect("legal moves");
    let choice = choose(&record, "mcts:seed=1");
    assert_eq!(record.position().move_text(choice.mv), "d1");
    assert_eq!(choice.playouts, 0);
    assert_eq!(choice.visits.len(), record.legal_moves().len());
}

#[test]
fn a_lost_position_still_has_a_choice() {
    let lost = (0..5_000)
        .filter_map(|seed| random_record(seed, 10))
        .find(|record| record.position().urgent_moves(&mut Vec::new()) == Urgency::Lost)
        .expect("some position is lost");
    let choice = choose(&lost, "mcts:seed=1");
    assert!(lost.position().is_legal(choice.mv));
    assert_eq!(choice.proof.map(|proof| proof.result), Some("loss"));
    assert_eq!(choice.value, -1.0);
}

#[test]
fn full_memory_stops_the_tree_but_not_the_search() {
    let record = Record::new(Quarto::default());
    let mut search = search(&record, "mcts:playouts=150000,memory=1,threshold=0,seed=1");
    search.step(Budget::units(75_000));
    let nodes = search.progress().nodes;
    let choice = search.run().expect("the game is not over");
    assert_eq!((choice.playouts, choice.nodes), (150_000, nodes));
    // An unvisited child takes only the memory for a move.
    let max = (1 << 20) / size_of::<playout_games::quarto::Move>();
    assert!(choice.nodes as usize <= max, "{} nodes", choice.nodes);
    let free = choose(&record, "mcts:playouts=150000,threshold=0,seed=1");
    assert!(free.nodes > 2 * choice.nodes);
}

#[test]
fn visits_of_root_moves_add_up() {
    let record = Record::new(Quarto::default());
    let choice = choose(&record, "mcts:playouts=2000,seed=9");
    assert_eq!(choice.visits.len(), 16);
    // The root has children from the start, so every simulation visits one of them.
    assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 2_000);
    let max = choice.visits.iter().map(|(_, visits)| visits).max();
    assert_eq!(Some(&visits_of(&choice.visits, &choice.mv)), max);
}

/// Erlang's dirty schedulers have stacks of about 320 KB.
#[test]
fn whole_games_need_little_stack() {
    let play = || {
        let record = Record::new(Quarto::default());
        let mut search = search(&record, "mcts:playouts=3000,threshold=0,seed=6");
        while let Some(choice) = search.run() {
            search.advance(choice.mv).expect("the choice is legal");
        }
        search.position().outcome().is_some()
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(play);
    assert!(thread.expect("a thread").join().expect("no overflow"));
}

#[test]
fn decisive_playouts_estimate_better() {
    // The piece in hand does not win yet. Careful play avoids an immediate loss, but uniform
    // playouts do not.
    let record = (0..).find_map(|seed| random_record(seed, 5)).expect("some game is not over");
    let mut search = search(&record, "mcts:playouts=20000,seed=1");
    while search.step(Budget::units(1_000)) == Status::Running {}
    let (decisive, uniform) = (
        search.choice().expect("the game is not over"),
        choose(&record, "mcts:playouts=20000,policy=uniform,seed=1"),
    );
    assert!(decisive.estimate.draw > uniform.estimate.draw);
}

#[test]
fn several_threads_respect_the_limits() {
    let record = Record::new(Quarto::default());
    let choice = choose(&record, "mcts:playouts=3000,threads=2,seed=1");
    assert_eq!(choice.playouts, 3_000);
    assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 3_000);

    let mut search = search(&record, "mcts:nodes=5000,threads=2,seed=1");
    assert_eq!(search.step(Budget::units(7)), Status::Running);
    assert_eq!(search.progress().playouts, 7);
    let choice = search.run().expect("the game is not over");
    // An expansion adds up to 240 nodes at once.
    assert!((5_000..5_500).contains(&choice.nodes), "{} nodes", choice.nodes);
    search.advance(choice.mv).expect("the choice is legal");
    assert!(search.run().is_some());
}

#[test]
fn threads_share_the_memory_limit() {
    let record = Record::new(Quarto::default());
    for memory in 1..=3 {
        let spec = format!("mcts:playouts=500,threads=2,memory={memory},seed=1");
        assert_eq!(choose(&record, &spec).playouts, 500);
    }
}

#[test]
fn several_threads_are_reproducible() {
    let record = Record::new(Quarto::default());
    let chosen = || {
        let choice = choose(&record, "mcts:playouts=4000,threads=2,seed=3");
        (choice.mv, choice.visits, choice.nodes)
    };
    assert_eq!(chosen(), chosen());
}

#[test]
fn several_threads_find_proofs() {
    let endgame = (0..400).find_map(|seed| random_record(seed, 12)).expect("some game is not over");
    let proof = choose(&endgame, "mcts:playouts=1000000,threads=2,seed=1").proof;
    let alone = choose(&endgame, "mcts:playouts=1000000,seed=1").proof;
    assert!(proof.is_some());
    assert_eq!(proof.map(|it| it.result), alone.map(|it| it.result));
}
