//! USI through pipes.

use crate::session::Session;

fn usi() -> Session {
    let mut engine = Session::start(&["usi"]);
    engine.send("usi");
    engine.wait_for("usiok");
    engine
}

fn best_move(engine: &Session) -> String {
    let line = engine.wait_for("bestmove");
    line.strip_prefix("bestmove ").expect("a move").to_owned()
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut engine = usi();
    assert_eq!(engine.ask("isready"), "readyok");
    engine.send("usinewgame");
    let mut moves = String::new();
    for ply in 0..1_000 {
        let start = if ply % 2 == 0 { "startpos" } else { "sfen rkb/1p1/1P1/BKR b - 1" };
        let moves_now = if ply == 0 { String::new() } else { format!(" moves{moves}") };
        engine.send(&format!("position {start}{moves_now}\ngo nodes 300"));
        let best = best_move(&engine);
        if best == "resign" {
            assert!(ply > 5, "{moves}");
            assert_eq!(engine.close(), (vec![], Some(0)));
            return;
        }
        moves = format!("{moves} {best}");
    }
    panic!("it does not end:{moves}");
}

#[test]
fn mate_scores_count_plies() {
    let mut engine = usi();
    engine.send("position sfen r1b/1k1/1P1/BKR b p 17\ngo depth 3");
    let info = engine.wait_for("info");
    assert!(info.contains(" score mate +1 ") && info.ends_with(" pv 2c2b"), "{info}");
    assert_eq!(best_move(&engine), "2c2b");
}

/// Every other move loses at once; this one ends the game in a draw.
#[test]
fn a_draw_by_repetition_is_not_a_mate() {
    let mut engine = usi();
    let moves = "2a1a 1d2d 1a2a 2d1d 2a1a 1d2d 1a2a";
    engine.send(&format!("position sfen 1k1/1r1/1+p1/2K w r2bp 1 moves {moves}\ngo nodes 300"));
    let info = engine.wait_for("info");
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
        engine.send(go);
        best_move(&engine);
    }
    engine.send("go infinite\nisready");
    engine.wait_for("readyok");
    engine.send("stop");
    best_move(&engine);
}

#[test]
fn a_flood_is_answered_line_by_line() {
    let mut engine = usi();
    engine.send(&"isready\r\n".repeat(2_000));
    for _ in 0..2_000 {
        assert_eq!(engine.next_line(), "readyok");
    }
    engine.send(&"go nodes 5\r\n".repeat(200));
    for _ in 0..200 {
        best_move(&engine);
    }
    engine.send(&format!("go infinite\n{}stop", "isready\nrubbish\n".repeat(2_000)));
    for _ in 0..2_000 {
        engine.wait_for("readyok");
    }
    best_move(&engine);
}

#[test]
fn malformed_lines_change_nothing() {
    let mut engine = usi();
    engine.send("position sfen r1b/1k1/1P1/BKR b p");
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
    engine.send("ponderhit\nrubbish\nsetoption name Style value wild\nsetoption\r");
    engine.send("setoption name USI_Hash value 1\nsetoption name USI_Hash value many");
    engine.send_bytes(b"\xff\n");
    assert!(engine.next_line().contains("UTF-8"));
    engine.send("go nodes 100");
    assert_eq!(best_move(&engine), "2c2b");
    engine.send("go infinite");
    let (rest, status) = engine.close();
    assert_eq!(status, Some(0));
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
}
