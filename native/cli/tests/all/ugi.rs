//! UGI through pipes.

use std::time::Duration;

use playout_games::{GAMES, Game, Options, Values, start_text, with_game};

use crate::talk::Talk;
use crate::tools::refusal;

fn ugi(game: &str) -> Talk {
    let mut engine = Talk::with(&["ugi", game]);
    engine.say("ugi");
    engine.hear_of("ugiok");
    engine
}

fn best_move(engine: &Talk) -> String {
    let line = engine.hear_of("bestmove");
    let words: Vec<_> = line.split(' ').collect();
    assert_eq!(words.len(), 2, "{line}");
    words[1].to_owned()
}

#[test]
fn it_introduces_itself() {
    let mut engine = Talk::with(&["ugi", "quarto"]);
    assert!(engine.ask("ugi").starts_with("id name Playout"));
    assert!(engine.hear().starts_with("id author "));
    let options: Vec<_> =
        std::iter::repeat_with(|| engine.hear()).take_while(|line| line != "ugiok").collect();
    assert_eq!(options.len(), 3);
    assert_eq!(
        options[0],
        "option name variant type combo default standard var standard var squares"
    );
    assert!(options.iter().all(|line| line.starts_with("option name ")));
    assert_eq!(engine.end(), (vec![], Some(0)));
}

/// A referee without its own rules: it asks both engines whose turn it is, whether the game is over
/// and how, and they have to agree.
fn referee(game: &str, start: &str) -> (usize, String) {
    let mut engines = [ugi(game), ugi(game)];
    let mut moves = String::new();
    for ply in 0..1_000 {
        let mut ask = |question: &str| {
            let answers = engines.each_mut().map(|engine| {
                engine.say(&format!("position {start}{moves}"));
                engine.say(&format!("query {question}"));
                engine.hear()
            });
            assert_eq!(answers[0], answers[1], "{question} after{moves}");
            answers[0].strip_prefix("response ").expect("a response").to_owned()
        };
        let (over, result) = (ask("gameover"), ask("result"));
        assert_eq!(over == "true", result != "none", "{moves}");
        if over == "true" {
            for engine in engines {
                assert_eq!(engine.end(), (vec![], Some(0)));
            }
            return (ply, result);
        }
        let mover = if ask("p1turn") == "true" { 0 } else { 1 };
        engines[mover].say("go nodes 300");
        let best = best_move(&engines[mover]);
        if moves.is_empty() {
            moves.push_str(" moves");
        }
        moves = format!("{moves} {best}");
    }
    panic!("{game} does not end:{moves}");
}

/// The start of a game on its smallest board.
fn smallest_start(game: &str) -> String {
    let offered = with_game!(game, G => G::OPTIONS).expect("the game exists");
    let smallest = offered.iter().filter_map(|option| match option.values {
        Values::Number { least, .. } => Some((option.name, least.to_string())),
        Values::OneOf(_) => None,
    });
    start_text(game, &Options::new(smallest)).expect("a start")
}

#[test]
fn two_processes_play_every_game_to_its_end() {
    for &game in GAMES {
        let (plies, result) = referee(game, &format!("fen {}", smallest_start(game)));
        assert!(plies > 3, "{game}: {plies}");
        assert!(["p1win", "p2win", "draw"].contains(&result.as_str()), "{game}: {result}");
    }
}

#[test]
fn it_answers_while_it_searches() {
    for &game in GAMES {
        let mut engine = ugi(game);
        engine.say("go infinite\nisready");
        engine.hear_of("readyok");
        assert_eq!(engine.ask_of("query p1turn", "response"), "response true");
        engine.say("stop");
        best_move(&engine);
        assert_eq!(engine.ask("isready"), "readyok", "{game}");
    }
}

#[test]
fn lines_may_end_in_carriage_returns() {
    let mut engine = Talk::with(&["ugi", "quarto"]);
    engine.say("ugi\r\nuginewgame\r\nposition startpos moves -7\r\ngo nodes 50\r");
    engine.hear_of("ugiok");
    best_move(&engine);
    assert_eq!(engine.ask("query p1turn\r"), "response false");
    engine.say("go infinite\r\nstop\r");
    best_move(&engine);
    engine.say("quit\r");
    assert_eq!(engine.end(), (vec![], Some(0)));
}

#[test]
fn an_infinite_search_does_not_end_when_the_result_is_proven() {
    let mut engine = ugi("quarto");
    // An immediate win.
    engine.say("position fen 012./..../..../.... 3\ngo infinite");
    assert!(engine.is_silent_for(Duration::from_millis(300)));
    engine.say("stop");
    assert_eq!(best_move(&engine), "d4");
}

#[test]
fn each_limit_ends_a_search() {
    let mut engine = ugi("animal_shogi");
    for limit in [
        "movetime 30",
        "depth 3",
        "nodes 500",
        "p1time 500 p2time 500 p1inc 10 p2inc 10",
        "p1time 1 p2time 1",
        "movetime 0",
    ] {
        engine.say(&format!("go {limit}"));
        best_move(&engine);
    }
    let mut engine = ugi("quarto");
    engine.say("go depth 2");
    best_move(&engine);
}

#[test]
fn a_limit_of_nodes_ends_every_player() {
    let mut engine = ugi("quarto");
    for player in ["random", "careful", "monte_carlo", "mcts", "minimax", "level:n=1"] {
        engine.say(&format!("setoption name player value {player}\ngo nodes 200"));
        best_move(&engine);
    }
}

#[test]
fn alpha_beta_reports_its_depth() {
    let mut engine = ugi("animal_shogi");
    engine.say("setoption name player value minimax");
    // The second search reuses the table of the first.
    for depth in [4, 5] {
        engine.say(&format!("go depth {depth}"));
        let info = engine.hear_of("info");
        assert!(info.starts_with(&format!("info depth {depth} time ")), "{info}");
        best_move(&engine);
    }
}

/// The score and line of a search.
fn score(engine: &mut Talk, position: &str, go: &str) -> String {
    engine.say(&format!("position {position}\ngo {go}"));
    let info = engine.hear_of("info");
    best_move(engine);
    info.split_once(" score ").expect("a score").1.to_owned()
}

#[test]
fn a_search_continues_during_a_game_and_starts_afresh_in_another() {
    let seeded = |player: &str| {
        let mut engine = ugi("animal_shogi");
        engine.say(&format!("setoption name player value {player},seed=1"));
        engine
    };
    let (before, after) = ("startpos", "startpos moves 2c2b 1a2b");
    let player = "mcts:policy=uniform";
    let afresh = score(&mut seeded(player), after, "depth 1");
    let mut engine = seeded(player);
    let first = score(&mut engine, before, "depth 3");
    assert_ne!(score(&mut engine, after, "depth 1"), afresh);
    assert_eq!(score(&mut engine, before, "depth 3"), first, "after an undo");
    for line in ["uginewgame", "setoption name memory value 32"] {
        score(&mut engine, before, "depth 3");
        engine.say(line);
        assert_eq!(score(&mut engine, after, "depth 1"), afresh, "{line}");
    }
    // A level below the last starts every move afresh.
    let mut level = seeded("level:n=2");
    score(&mut level, before, "depth 3");
    let afresh = score(&mut seeded("level:n=2"), after, "depth 1");
    assert_eq!(score(&mut level, after, "depth 1"), afresh);
}

#[test]
fn a_search_ends_when_its_tree_cannot_reach_the_requested_nodes() {
    let mut engine = ugi("quarto");
    engine.say("setoption name player value mcts:proofs=off,policy=uniform");
    engine.say("position fen FD9./.1.3/5.CB/6E7. 0\ngo nodes 20000");
    best_move(&engine);
}

#[test]
fn a_search_ends_when_its_nodes_exceed_memory() {
    let mut engine = ugi("gomoku");
    engine.say("setoption name memory value 1\nsetoption name player value mcts");
    engine.say("go nodes 1000000");
    best_move(&engine);
}

#[test]
fn a_missing_clock_counts_as_zero() {
    let mut engine = ugi("separo");
    for clocks in ["p2time 60000", "p1time -30 p2time 60000", "p1inc 1000 p2inc 1000"] {
        engine.say(&format!("go {clocks}"));
        best_move(&engine);
    }
}

#[test]
fn a_search_ignores_malformed_lines_and_settings_for_the_next_search() {
    let mut engine = ugi("gomoku");
    engine.say("go infinite");
    for line in ["setoption name hash value 1", "position nowhere", "position startpos moves z1"] {
        assert!(engine.ask_of(line, "info string").starts_with("info string "));
    }
    engine.say("setoption name memory value 1\nsetoption name player value careful");
    assert!(engine.is_without_for("bestmove", Duration::from_millis(100)));
    engine.say("stop");
    best_move(&engine);
}

#[test]
fn a_stop_without_a_search_and_a_second_go_are_harmless() {
    let mut engine = ugi("quarto");
    engine.say("stop\ngo infinite\ngo nodes 10");
    best_move(&engine);
    best_move(&engine);
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn malformed_lines_are_answered_and_change_nothing() {
    let mut engine = ugi("quarto");
    engine.say("position startpos moves -7");
    for line in [
        "nonsense",
        "position",
        "position somewhere",
        "position fen",
        "position fen ..../..../..../.... G",
        "position startpos moves c3-A",
        "position startpos moves -7 c3-7",
        "setoption",
        "setoption name hash value 1",
        "setoption name memory value 0",
        "setoption name memory value lots",
        "setoption name player value mcts:c=x",
        "setoption name player value minimax:radius=1",
        "setoption name variant value chess",
        "query",
        "query weather",
        "go movetime",
        "go nodes many",
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with("info string "), "{line}: {answer}");
    }
    assert_eq!(engine.ask("query p1turn"), "response false");
    engine.say_bytes(b"\xff\xfe\n");
    assert!(engine.hear().contains("UTF-8"));
    engine.say_bytes(&[b'x'; 3 << 20]);
    assert!(engine.ask("").contains("bytes"));
    assert_eq!(engine.ask("\r\n  \r\nisready\r"), "readyok");
}

#[test]
fn a_finished_game_has_no_move() {
    let mut engine = ugi("quarto");
    engine.say("position fen 0123/..../..../.... -");
    assert_eq!(engine.ask("query result"), "response p1win");
    engine.say("go movetime 10");
    assert_eq!(best_move(&engine), "none");
}

#[test]
fn options_take_effect() {
    let mut engine = ugi("quarto");
    engine.say("setoption name variant value squares\nuginewgame");
    engine.say("setoption name memory value 1\nsetoption name player value careful");
    // A block that wins only in the variant `squares`.
    engine.say("position fen squares ..../..../01../2... 3\ngo");
    engine.say("stop");
    assert_eq!(best_move(&engine), "b1");
}

#[test]
fn all_options_of_the_game_are_offered_and_take_effect() {
    let mut engine = Talk::with(&["ugi", "gomoku"]);
    engine.say("ugi");
    let lines: Vec<_> =
        std::iter::repeat_with(|| engine.hear()).take_while(|line| line != "ugiok").collect();
    for line in [
        "option name size type spin default 15 min 5 max 20",
        "option name opening type combo default none var none var swap2",
    ] {
        assert!(lines.iter().any(|known| known == line), "{line}: {lines:?}");
    }
    engine.say("setoption name size value 5\nsetoption name opening value swap2");
    engine.say("setoption name player value random:seed=1\nuginewgame\nquery p1turn");
    assert_eq!(engine.hear(), "response true");
    // A board of five points a side has no f6, and a colour is chosen after three stones.
    engine.say("position startpos moves f6");
    assert!(engine.hear().starts_with("info string "));
    engine.say("position startpos moves a1 b1 c1 black\nquery p1turn");
    assert_eq!(engine.hear(), "response true");
    engine.say("setoption name size value 21");
    assert!(engine.hear().starts_with("info string "));
}

#[test]
fn the_end_of_input_ends_a_running_search() {
    let mut engine = ugi("quarto");
    engine.say("go infinite");
    let (rest, status) = engine.end();
    assert_eq!(status, Some(0));
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");

    let mut engine = ugi("quarto");
    engine.say("go infinite\nquit");
    assert_eq!(engine.end().1, Some(0));
}

#[test]
fn a_flood_is_answered_line_by_line() {
    let mut engine = ugi("quarto");
    engine.say(&"isready\n".repeat(5_000));
    for _ in 0..5_000 {
        assert_eq!(engine.hear(), "readyok");
    }
    engine.say(&"go nodes 5\n".repeat(200));
    for _ in 0..200 {
        best_move(&engine);
    }
    // None is lost during a search either.
    engine.say(&format!("go infinite\n{}stop", "isready\nnonsense\n".repeat(2_000)));
    for _ in 0..2_000 {
        engine.hear_of("readyok");
        engine.hear_of("info string unknown command");
    }
    best_move(&engine);
}

#[test]
fn unknown_games_are_refused() {
    assert!(refusal(&["ugi", "chess"]).contains("unknown game"));
}
