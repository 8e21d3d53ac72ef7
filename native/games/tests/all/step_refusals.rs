//! Why steps cannot be picked.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::tic_tac_toe::TicTacToe;
use playout_games::{Code, Game, Record};

use crate::tools::{detail, parse, text};

fn check<G: Game>(position: &str, steps: &str) -> Result<(), playout_games::Error> {
    let steps: Vec<_> = steps.split_whitespace().collect();
    Record::new(parse::<G>(position)).check_steps(&steps)
}

/// Checks the problem with the last of the given steps.
fn refused<G: Game>(position: &str, steps: &str, problem: &str) {
    let error = check::<G>(position, steps).expect_err(steps);
    assert_eq!(error.code(), Code::IllegalMove, "{steps}: {error}");
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{steps}: {error}");
    let last = steps.split_whitespace().last().expect("there is one");
    assert_eq!(detail(&error, "step"), Some(&text(last)), "{steps}: {error}");
}

#[test]
fn quarto() {
    let (start, later) = ("..../..../..../.... -", "..../..../..../012. 4");
    refused::<Quarto>(start, "c3", "nothing_in_hand");
    refused::<Quarto>(later, "a1", "occupied");
    refused::<Quarto>(later, "a4 b1", "occupied");
    refused::<Quarto>(later, "a4 b4", "nothing_given");
    refused::<Quarto>(later, "4", "in_hand");
    refused::<Quarto>(later, "a4 4", "in_hand");
    refused::<Quarto>(later, "2", "piece_used");
    refused::<Quarto>(later, "a4 2", "piece_used");
    refused::<Quarto>(later, "5", "not_placed");
    refused::<Quarto>(later, "a4 5 6", "complete");
    refused::<Quarto>("012./..../..../.... 3", "d4 5", "complete");
}

#[test]
fn animal_shogi() {
    let start = "rkb/1p1/1P1/BKR b -";
    refused::<AnimalShogi>(start, "3c", "no_piece");
    refused::<AnimalShogi>(start, "2b", "not_yours");
    refused::<AnimalShogi>(start, "3d", "blocked");
    refused::<AnimalShogi>(start, "R", "not_in_hand");
    refused::<AnimalShogi>(start, "2c R", "not_in_hand");
    refused::<AnimalShogi>(start, "2c 3b", "out_of_reach");
    refused::<AnimalShogi>(start, "2c 2a", "out_of_reach");
    refused::<AnimalShogi>(start, "2d 2c", "own_piece");
    refused::<AnimalShogi>(start, "2d 3d", "own_piece_blocked");
    refused::<AnimalShogi>(start, "2c 2b 2a", "complete");
    let holding = "1k1/3/3/1K1 b 2R2B2P";
    refused::<AnimalShogi>(holding, "P 2a", "occupied");
    refused::<AnimalShogi>(holding, "P 2d", "own_piece");
    let blocked = check::<AnimalShogi>(start, "3d").expect_err("blocked");
    assert_eq!(detail(&blocked, "piece"), Some(&text("elephant")));
}

#[test]
fn gomoku() {
    refused::<Gomoku>("5/5/5/5/x4 o freestyle", "a1", "occupied");
    refused::<Gomoku>("5/5/5/5/x4 o freestyle", "f1", "off_board");
    refused::<Gomoku>("5/5/5/5/x4 o freestyle", "black", "no_choice");
    refused::<Gomoku>("5/5/5/5/xoxox x freestyle+swap2", "a2", "choice_due");
    refused::<Gomoku>("5/5/5/5/x4 o freestyle", "a2 a3", "complete");
    refused::<TicTacToe>("x../.../... o", "a3", "occupied");
}

#[test]
fn separo() {
    let start = "9 r - -";
    refused::<Separo>(start, "e5", "no_stone");
    refused::<Separo>(start, "a1", "not_yours");
    refused::<Separo>(start, "a10", "off_board");
    refused::<Separo>(start, "--", "cannot_pass");
    refused::<Separo>(start, "a9 a8", "not_diagonal");
    refused::<Separo>(start, "a9 c7", "not_diagonal");
    refused::<Separo>(start, "a9 b8 c7", "not_forward");
    refused::<Separo>(start, "a9 b8 e8", "not_forward");
    refused::<Separo>(start, "a9 b8 c8 d8", "complete");

    let later = "5 r a5b4,b4c4 a1b2,b2b3";
    refused::<Separo>(later, "a5", "stuck");
    refused::<Separo>(later, "c4 b3", "occupied");
    refused::<Separo>(later, "c4 a5", "stuck");
    refused::<Separo>(later, "c4 d5", "no_second_root");
    refused::<Separo>("5 r a5b4,b4c4 a1b2,b2c2", "c4 d3 c2", "not_forward");
    refused::<Separo>(later, "b4 c5", "too_close");
    refused::<Separo>(later, "e1 d2 a5", "stuck");
    let stuck = "5 b a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2";
    refused::<Separo>(stuck, "a4", "must_pass");
}

#[test]
fn steps_of_legal_moves_are_accepted() {
    for steps in ["", "a9", "a9 b8", "a9 b8 c8"] {
        assert_eq!(check::<Separo>("9 r - -", steps), Ok(()));
    }
    assert_eq!(check::<AnimalShogi>("1k1/3/3/1K1 b 2R2B2P", "P 2b"), Ok(()));
}

#[test]
fn unreadable_steps() {
    for steps in ["x", "2c x", "🐥", "K", "PP", "1"] {
        let error = check::<AnimalShogi>("rkb/1p1/1P1/BKR b -", steps).expect_err(steps);
        assert_eq!(error.code(), Code::BadMove, "{steps}: {error}");
    }
    for steps in ["x", "a9 x", "a9 --x", "a99"] {
        let error = check::<Separo>("9 r - -", steps).expect_err(steps);
        assert_eq!(error.code(), Code::BadMove, "{steps}: {error}");
    }
    for steps in ["G", "aa", "a5", "a4 x"] {
        let error = check::<Quarto>("..../..../..../012. 4", steps).expect_err(steps);
        assert_eq!(error.code(), Code::BadMove, "{steps}: {error}");
    }
    let long = "2c ".repeat(1_000);
    assert!(
        check::<AnimalShogi>("rkb/1p1/1P1/BKR b -", &long).expect_err("none").to_string().len()
            < 300
    );
}

#[test]
fn steps_after_the_end_of_the_game() {
    let error = check::<AnimalShogi>("r1b/1P1/3/BKR w p", "3a").expect_err("it is over");
    assert_eq!(error.code(), Code::Finished);
}
