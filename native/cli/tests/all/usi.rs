//! USI through pipes.

use crate::talk::Talk;

fn usi() -> Talk {
    let mut engine = Talk::with(&["usi"]);
    engine.say("usi");
    engine.hear_of("usiok");
    engine
}

fn best_move(engine: &Talk) -> String {
    let line = engine.hear_of("bestmove");
    line.strip_prefix("bestmove ").expect("a move").to_owned()
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut engine = usi();
    assert_eq!(engine.ask("isready"), "readyok");
    engine.say("usinewgame");
    let mut moves = String::new();
    for ply in 0..1_000 {
        let start = if ply % 2 == 0 { "startpos" } else { "sfen rkb/1p1/1P1/BKR b - 1" };
        let moves_now = if ply == 0 { String::new() } else { format!(" moves{moves}") };
        engine.say(&format!("position {start}{moves_now}\ngo nodes 300"));
        let best = best_move(&engine);
        if best == "resign" {
            assert!(ply > 5, "{moves}");
            assert_eq!(engine.end(), (vec![], Some(0)));
            return;
        }
        moves = format!("{moves} {best}");
    }
    panic!("it does not end:{moves}");
}

#[test]
fn mates_are_counted_in_plies() {
    let mut engine = usi();
    engine.say("position sfen r1b/1k1/1P1/BKR b p 17\ngo depth 3");
    let info = engine.hear_of("info");
    assert!(info.contains(" score mate +1 ") && info.ends_with(" pv 2c2b"), "{info}");
    assert_eq!(best_move(&engine), "2c2b");
}

/// Every move but one loses at once, and that one ends the game.
#[test]
fn a_draw_by_repetition_is_not_a_mate() {
    let mut engine = usi();
    let moves = "2a1a 1d2d 1a2a 2d1d 2a1a 1d2d 1a2a";
    engine.say(&format!("position sfen 1k1/1r1/1+p1/2K w r2bp 1 moves {moves}\ngo nodes 300"));
    let info = engine.hear_of("info");
    assert!(info.contains(" score cp 0 ") && info.ends_with(" pv 2d1d"), "{info}");
    assert_eq!(best_move(&engine), "2d1d");
}

#[test]
fn a_search_for_mates_only_is_declined() {
    let mut engine = usi();
    assert_eq!(engine.ask("go mate infinite"), "checkmate notimplemented");
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn clocks_and_byoyomi_end_a_search() {
    let mut engine = usi();
    for go in [
        "go btime 1000 wtime 1000 binc 10 winc 10",
        "go btime 0 wtime 0 byoyomi 40",
        "go byoyomi 40",
        "go btime -200 wtime -200 byoyomi 40",
        "go movetime 30",
    ] {
        engine.say(go);
        best_move(&engine);
    }
    engine.say("go infinite\nisready");
    engine.hear_of("readyok");
    engine.say("stop");
    best_move(&engine);
}

#[test]
fn a_flood_is_answered_line_by_line() {
    let mut engine = usi();
    engine.say(&"isready\r\n".repeat(2_000));
    for _ in 0..2_000 {
        assert_eq!(engine.hear(), "readyok");
    }
    engine.say(&"go nodes 5\r\n".repeat(200));
    for _ in 0..200 {
        best_move(&engine);
    }
    engine.say(&format!("go infinite\n{}stop", "isready\nrubbish\n".repeat(2_000)));
    for _ in 0..2_000 {
        engine.hear_of("readyok");
    }
    best_move(&engine);
}

#[test]
fn malformed_lines_change_nothing() {
    let mut engine = usi();
    engine.say("position sfen r1b/1k1/1P1/BKR b p");
    for line in [
        "position",
        "position sfen",
        "position sfen rkb/1p1/1P1/BKR b - 1 2 3",
        "position sfen rkb/1p1/1P1/BKX b -",
        "position startpos moves 2c2b 2c2b",
        "go byoyomi",
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with("info string "), "{line}: {answer}");
    }
    // Unknown commands are ignored.
    engine.say("ponderhit\nrubbish\nsetoption name Style value wild\nsetoption\r");
    engine.say("setoption name USI_Hash value 1\nsetoption name USI_Hash value many");
    engine.say_bytes(b"\xff\n");
    assert!(engine.hear().contains("UTF-8"));
    engine.say("go nodes 100");
    assert_eq!(best_move(&engine), "2c2b");
    engine.say("go infinite");
    let (rest, status) = engine.end();
    assert_eq!(status, Some(0));
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
}
