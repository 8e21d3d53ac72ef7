//! UGI through pipes.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::{GAMES, Game, Options, Values, start_text, with_game};
use playout_search::SearchGame;

use crate::session::Session;
use crate::tools::refusal;

fn ugi(game: &str) -> Session {
    let mut engine = Session::start(&["ugi", game]);
    engine.send("ugi");
    engine.wait_for("ugiok");
    engine
}

fn best_move(engine: &Session) -> String {
    let line = engine.wait_for("bestmove");
    let words: Vec<_> = line.split(' ').collect();
    assert_eq!(words.len(), 2, "{line}");
    words[1].to_owned()
}

#[test]
fn it_introduces_itself() {
    let mut engine = Session::start(&["ugi", "quarto"]);
    assert!(engine.ask("ugi").starts_with("id name Playout"));
    assert!(engine.next_line().starts_with("id author "));
    let options: Vec<_> =
        std::iter::repeat_with(|| engine.next_line()).take_while(|line| line != "ugiok").collect();
    assert_eq!(options.len(), 3);
    assert_eq!(
        options[0],
        "option name variant type combo default standard var standard var squares"
    );
    assert!(options.iter().all(|line| line.starts_with("option name ")));
    assert_eq!(engine.close(), (vec![], Some(0)));
}

/// Lets two engines play a game and returns its length and result. Both are asked whose turn it is
/// and whether the game is over, and they must agree.
fn referee(game: &str, start: &str) -> (usize, String) {
    let mut engines = [ugi(game), ugi(game)];
    let mut moves = String::new();
    for ply in 0..1_000 {
        let mut ask = |question: &str| {
            let answers = engines.each_mut().map(|engine| {
                engine.send(&format!("position {start}{moves}"));
                engine.send(&format!("query {question}"));
                engine.next_line()
            });
            assert_eq!(answers[0], answers[1], "{question} after{moves}");
            answers[0].strip_prefix("response ").expect("a response").to_owned()
        };
        let (over, result) = (ask("gameover"), ask("result"));
        assert_eq!(over == "true", result != "none", "{moves}");
        if over == "true" {
            for engine in engines {
                assert_eq!(engine.close(), (vec![], Some(0)));
            }
            return (ply, result);
        }
        let mover = if ask("p1turn") == "true" { 0 } else { 1 };
        engines[mover].send("go nodes 300");
        let best = best_move(&engines[mover]);
        if moves.is_empty() {
            moves.push_str(" moves");
        }
        moves = format!("{moves} {best}");
    }
    panic!("{game} does not end:{moves}");
}

/// The start position on the game's smallest board.
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
fn commands_are_answered_during_a_search() {
    for &game in GAMES {
        let mut engine = ugi(game);
        engine.send("go infinite\nisready");
        engine.wait_for("readyok");
        assert_eq!(engine.ask_for("query p1turn", "response"), "response true");
        engine.send("stop");
        best_move(&engine);
        assert_eq!(engine.ask("isready"), "readyok", "{game}");
    }
}

#[test]
fn lines_may_end_in_a_carriage_return() {
    let mut engine = Session::start(&["ugi", "quarto"]);
    engine.send("ugi\r\nuginewgame\r\nposition startpos moves -7\r\ngo nodes 50\r");
    engine.wait_for("ugiok");
    best_move(&engine);
    assert_eq!(engine.ask("query p1turn\r"), "response false");
    engine.send("go infinite\r\nstop\r");
    best_move(&engine);
    engine.send("quit\r");
    assert_eq!(engine.close(), (vec![], Some(0)));
}

#[test]
fn an_infinite_search_does_not_end_when_the_result_is_proven() {
    let mut engine = ugi("quarto");
    // An immediate win.
    engine.send("position fen 012./..../..../.... 3\ngo infinite");
    // It says what it has found, and then no more.
    engine.wait_for("info");
    for _ in 0..100 {
        assert_eq!(engine.ask("isready"), "readyok");
    }
    engine.send("stop");
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
        engine.send(&format!("go {limit}"));
        best_move(&engine);
    }
    let mut engine = ugi("quarto");
    engine.send("go depth 2");
    best_move(&engine);
}

#[test]
fn a_node_limit_ends_a_search_by_any_player() {
    let mut engine = ugi("quarto");
    for player in ["random", "careful", "monte_carlo", "mcts", "minimax", "level:n=1"] {
        engine.send(&format!("setoption name player value {player}\ngo nodes 200"));
        best_move(&engine);
    }
}

#[test]
fn alpha_beta_reports_its_depth() {
    let mut engine = ugi("animal_shogi");
    engine.send("setoption name player value minimax");
    // The second search reuses the table of the first.
    for depth in [4, 5] {
        engine.send(&format!("go depth {depth}"));
        let info = engine.wait_for("info");
        assert!(info.starts_with(&format!("info depth {depth} time ")), "{info}");
        best_move(&engine);
    }
}

/// The score and principal variation of a search.
fn score(engine: &mut Session, position: &str, go: &str) -> String {
    engine.send(&format!("position {position}\ngo {go}"));
    let info = engine.wait_for("info");
    best_move(engine);
    info.split_once(" score ").expect("a score").1.to_owned()
}

/// Every other move loses at once; this one ends the game in a draw.
#[test]
fn no_player_reports_a_draw_by_repetition_as_a_loss() {
    let moves = "2a1a 1d2d 1a2a 2d1d 2a1a 1d2d 1a2a";
    let position = format!("fen 1k1/1r1/1+p1/2K w r2bp moves {moves}");
    let players = ["careful", "mcts", "mcts:policy=decisive", "mcts:threads=2", "minimax"];
    // Without proofs, 300 playouts may overlook the losses.
    let levels = AnimalShogi::LEVELS.iter().filter(|level| !level.spec.contains("proofs=off"));
    let levels = levels.map(|level| format!("level:n={}", level.number));
    for player in players.map(str::to_owned).into_iter().chain(levels) {
        let mut engine = ugi("animal_shogi");
        engine.send(&format!("setoption name player value {player}"));
        engine.send(&format!("position {position}\ngo nodes 300"));
        let info = engine.wait_for("info");
        assert!(info.contains(" score cp 0 ") && info.ends_with(" pv 2d1d"), "{player}: {info}");
        assert_eq!(best_move(&engine), "2d1d", "{player}");
    }
}

#[test]
fn a_search_continues_within_a_game_but_not_in_another() {
    let seeded = |player: &str| {
        let mut engine = ugi("animal_shogi");
        engine.send(&format!("setoption name player value {player},seed=1"));
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
        engine.send(line);
        assert_eq!(score(&mut engine, after, "depth 1"), afresh, "{line}");
    }
    // A level below the strongest starts a new search for every move.
    let mut level = seeded("level:n=2");
    score(&mut level, before, "depth 3");
    let afresh = score(&mut seeded("level:n=2"), after, "depth 1");
    assert_eq!(score(&mut level, after, "depth 1"), afresh);
}

#[test]
fn a_search_ends_when_its_tree_cannot_reach_the_requested_nodes() {
    let mut engine = ugi("quarto");
    engine.send("setoption name player value mcts:proofs=off,policy=uniform");
    engine.send("position fen FD9./.1.3/5.CB/6E7. 0\ngo nodes 20000");
    best_move(&engine);
}

#[test]
fn a_search_ends_when_its_memory_is_full() {
    let mut engine = ugi("animal_shogi");
    engine.send("setoption name memory value 1\nsetoption name player value mcts:policy=uniform");
    engine.send("go nodes 1000000");
    best_move(&engine);
}

#[test]
fn a_missing_clock_counts_as_zero() {
    let mut engine = ugi("separo");
    for clocks in ["p2time 60000", "p1time -30 p2time 60000", "p1inc 1000 p2inc 1000"] {
        engine.send(&format!("go {clocks}"));
        best_move(&engine);
    }
}

#[test]
fn malformed_lines_and_new_settings_do_not_disturb_a_search() {
    let mut engine = ugi("gomoku");
    engine.send("go infinite");
    for line in ["setoption name hash value 1", "position nowhere", "position startpos moves z1"] {
        assert!(engine.ask_for(line, "info string").starts_with("info string "));
    }
    engine.send("setoption name memory value 1\nsetoption name player value careful");
    engine.send("isready");
    let lines = engine.lines_up_to("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    engine.send("stop");
    best_move(&engine);
}

#[test]
fn a_stop_without_a_search_and_a_second_go_are_harmless() {
    let mut engine = ugi("quarto");
    engine.send("stop\ngo infinite\ngo nodes 10");
    best_move(&engine);
    best_move(&engine);
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn malformed_lines_give_errors_and_change_nothing() {
    let mut engine = ugi("quarto");
    engine.send("position startpos moves -7");
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
    engine.send_bytes(b"\xff\xfe\n");
    assert!(engine.next_line().contains("UTF-8"));
    engine.send_bytes(&[b'x'; 3 << 20]);
    assert!(engine.ask("").contains("bytes"));
    assert_eq!(engine.ask("\r\n  \r\nisready\r"), "readyok");
}

#[test]
fn a_finished_game_has_no_move() {
    let mut engine = ugi("quarto");
    engine.send("position fen 0123/..../..../.... -");
    assert_eq!(engine.ask("query result"), "response p1win");
    engine.send("go movetime 10");
    assert_eq!(best_move(&engine), "none");
}

#[test]
fn a_player_without_its_table_has_no_move() {
    for (game, variant, player) in [
        ("gomoku", "freestyle", "perfect"),
        ("animal_shogi", "quick-try", "minimax:exact=on"),
        ("animal_shogi", "quick-try", "perfect"),
    ] {
        let mut engine = ugi(game);
        engine.send(&format!("setoption name variant value {variant}\nposition startpos"));
        for go in ["go movetime 100", "go nodes 100", "go infinite"] {
            engine.send(&format!("setoption name player value {player}"));
            let error = engine.ask(go);
            assert!(error.starts_with("info string ") && error.contains("table"), "{error}");
            assert_eq!(engine.next_line(), "bestmove none");
            // Another player can move.
            engine.send("stop\nsetoption name player value careful\ngo nodes 10");
            assert_ne!(best_move(&engine), "none", "{game} {player}");
        }
    }
}

#[test]
fn options_take_effect() {
    let mut engine = ugi("quarto");
    engine.send("setoption name variant value squares\nuginewgame");
    engine.send("setoption name memory value 1\nsetoption name player value careful");
    // A square that wins only in the variant `squares`.
    engine.send("position fen squares ..../..../01../2... 3\ngo");
    engine.send("stop");
    assert_eq!(best_move(&engine), "b1");
}

#[test]
fn all_options_of_the_game_are_offered_and_take_effect() {
    let mut engine = Session::start(&["ugi", "gomoku"]);
    engine.send("ugi");
    let lines: Vec<_> =
        std::iter::repeat_with(|| engine.next_line()).take_while(|line| line != "ugiok").collect();
    for line in [
        "option name size type spin default 15 min 5 max 20",
        "option name opening type combo default none var none var swap2",
    ] {
        assert!(lines.iter().any(|known| known == line), "{line}: {lines:?}");
    }
    engine.send("setoption name size value 5\nsetoption name opening value swap2");
    engine.send("setoption name player value random:seed=1\nuginewgame\nquery p1turn");
    assert_eq!(engine.next_line(), "response true");
    // The 5x5 board has no f6, and a colour is chosen after three stones.
    engine.send("position startpos moves f6");
    assert!(engine.next_line().starts_with("info string "));
    engine.send("position startpos moves a1 b1 c1 black\nquery p1turn");
    assert_eq!(engine.next_line(), "response true");
    engine.send("setoption name size value 21");
    assert!(engine.next_line().starts_with("info string "));
}

#[test]
fn the_end_of_input_ends_a_running_search() {
    let mut engine = ugi("quarto");
    engine.send("go infinite");
    let (rest, status) = engine.close();
    assert_eq!(status, Some(0));
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");

    let mut engine = ugi("quarto");
    engine.send("go infinite\nquit");
    assert_eq!(engine.close().1, Some(0));
}

#[test]
fn a_flood_is_answered_line_by_line() {
    let mut engine = ugi("quarto");
    engine.send(&"isready\n".repeat(5_000));
    for _ in 0..5_000 {
        assert_eq!(engine.next_line(), "readyok");
    }
    engine.send(&"go nodes 5\n".repeat(200));
    for _ in 0..200 {
        best_move(&engine);
    }
    // Nothing is lost during a search either.
    engine.send(&format!("go infinite\n{}stop", "isready\nnonsense\n".repeat(2_000)));
    for _ in 0..2_000 {
        engine.wait_for("readyok");
        engine.wait_for("info string unknown command");
    }
    best_move(&engine);
}

#[test]
fn unknown_games_are_refused() {
    assert!(refusal(&["ugi", "chess"]).contains("unknown game"));
}
