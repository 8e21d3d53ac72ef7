//! Moves as people type them.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{Code, Detail, Game, Record};

use crate::tools::{detail, list, parse, text};

/// Checks that typed input is read as a move.
fn reads_as<G: Game>(position: &str, typed: &str, mv: &str) {
    let position = parse::<G>(position);
    let read = Record::new(position.clone()).read_move(typed);
    assert_eq!(read.map(|mv| position.move_text(mv)).as_deref(), Ok(mv), "{typed:?}");
}

/// Checks that typed input is refused, with this problem and this legal move as an example.
fn refused<G: Game>(position: &str, typed: &str, problem: &str, example: &str) {
    let error = Record::new(parse::<G>(position)).read_move(typed).expect_err(typed);
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{typed}: {error}");
    assert_eq!(detail(&error, "example"), Some(&text(example)), "{typed}: {error}");
    assert!(error.to_string().ends_with(&format!("; try {example}")), "{typed}: {error}");
}

const QUARTO: &str = "..../..../..../.... -";
const QUARTO_LATER: &str = "..../..../..../012. 4";
const SHOGI: &str = "rkb/1p1/1P1/BKR b -";
const GOMOKU: &str = "5/5/5/5/x4 o freestyle";
const SWAP2: &str = "5/5/5/5/xox2 o freestyle+swap2";
const SEPARO: &str = "9 r - -";
const STUCK: &str = "5 b a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2";

#[test]
fn punctuation_and_case_do_not_matter() {
    for typed in ["-7", "7", " 7 ", "－７", "—7", "- 7"] {
        reads_as::<Quarto>(QUARTO, typed, "-7");
    }
    reads_as::<Quarto>(QUARTO, "b", "-B");
    for typed in ["a4-f", "A4 F", "a4F", "Ａ４ーＦ", "a4, F", "(a4; f)"] {
        reads_as::<Quarto>(QUARTO_LATER, typed, "a4-F");
    }
    for typed in ["2C2B", "2c 2b", "2c-2b", "２ｃ→２ｂ", "2c,2b", "2c2b."] {
        reads_as::<AnimalShogi>(SHOGI, typed, "2c2b");
    }
    for typed in ["H8", "h 8", "h-8", "ｈ８", "　h8　", "H8!"] {
        reads_as::<Gomoku>("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x freestyle", typed, "h8");
    }
    for typed in ["a9b8c8", "A9 B8 C8", "a9–b8–c8", "a9—b8−c8", "ａ９、ｂ８、ｃ８", "a9, b8, c8"]
    {
        reads_as::<Separo>(SEPARO, typed, "a9-b8-c8");
    }
}

#[test]
fn drops_need_no_star_and_promotions_no_plus() {
    let held = "r1b/1k1/3/BKR b 2P";
    for typed in ["P*3b", "p3b", "P 3b", "p＊3B", "chick 3b", "ひよこ3b", "ヒヨコ ３ｂ", "P-3b"]
    {
        reads_as::<AnimalShogi>(held, typed, "P*3b");
    }
    let promotes = "2b/P2/1k1/BKR b rp";
    for typed in ["3b3a+", "3b3a", "3B 3A ＋", "3b-3a-+", "3b3a成"] {
        reads_as::<AnimalShogi>(promotes, typed, "3b3a+");
    }
    // A plus that is typed must be correct.
    refused::<AnimalShogi>(SHOGI, "2C 2B +", "no_promotion", "2c2b");
}

#[test]
fn colours_and_passes_can_be_typed_as_words() {
    for typed in ["black", "Black", "BLACK", "黒", "ｂｌａｃｋ"] {
        reads_as::<Gomoku>(SWAP2, typed, "black");
    }
    reads_as::<Gomoku>(SWAP2, "白", "white");
    for typed in ["--", "-", "——", "ーー", "－－", "pass", "Pass", "パス"] {
        reads_as::<Separo>(STUCK, typed, "--");
    }
}

#[test]
fn errors_give_a_reason_and_a_legal_move() {
    refused::<Quarto>(QUARTO, "hello", "unreadable", "-0");
    refused::<Quarto>(QUARTO, "C3 A", "nothing_in_hand", "-C");
    refused::<Quarto>(QUARTO_LATER, "a4", "nothing_given", "a4-3");
    refused::<Quarto>(QUARTO_LATER, "B1, 7", "occupied", "b2-3");
    refused::<AnimalShogi>(SHOGI, "2C2A", "out_of_reach", "2c2b");
    refused::<AnimalShogi>(SHOGI, "p3b", "not_in_hand", "2c2b");
    refused::<Gomoku>(GOMOKU, "A1", "occupied", "a2");
    refused::<Gomoku>(GOMOKU, "T20", "off_board", "b1");
    refused::<Gomoku>(GOMOKU, "黒", "no_choice", "b1");
    refused::<Separo>(SEPARO, "A9 B8 D8", "not_forward", "a9-b8-b7");
    refused::<Separo>(SEPARO, "pass", "cannot_pass", "i1-h2-h3");
    refused::<Separo>(STUCK, "A4 B5 C5", "must_pass", "--");
}

/// The forms of moves that a refusal names.
fn forms<G: Game>(position: &str) -> Option<Detail> {
    let error = Record::new(parse::<G>(position)).read_move("?").expect_err("not a move");
    detail(&error, "forms").cloned()
}

#[test]
fn refusals_name_the_forms_of_the_legal_moves() {
    assert_eq!(forms::<Quarto>(QUARTO), Some(list(&["-7"])));
    assert_eq!(forms::<Quarto>(QUARTO_LATER), Some(list(&["c3-A", "c3"])));
    assert_eq!(forms::<AnimalShogi>(SHOGI), Some(list(&["2c2b"])));
    assert_eq!(forms::<AnimalShogi>("2b/P2/1k1/BKR b rp"), Some(list(&["2c2b", "1b1a+"])));
    assert_eq!(forms::<Gomoku>(GOMOKU), Some(list(&["h8"])));
    assert_eq!(forms::<Gomoku>(SWAP2), Some(list(&["h8", "black", "white"])));
    assert_eq!(forms::<Separo>(SEPARO), Some(list(&["a9-b8-c8"])));
    assert_eq!(forms::<Separo>(STUCK), Some(list(&["--"])));
}

#[test]
fn unreadable_moves_are_refused() {
    let long = "a9-b8-c8".repeat(100);
    for typed in ["", " ", "-", "+", "🦀", "a9", "b8-c8", "a9-b8-c8-d8", long.as_str()] {
        let error = Record::new(Separo::default()).read_move(typed).expect_err(typed);
        let problem = if typed == "-" { "cannot_pass" } else { "unreadable" };
        assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{typed}: {error}");
        assert!(error.to_string().len() < 300, "{error}");
    }
}

#[test]
fn a_game_that_is_over_has_no_example() {
    let over = parse::<AnimalShogi>("r1b/1P1/3/BKR w p");
    let error = Record::new(over).read_move("3A 3B").expect_err("it is over");
    assert_eq!((error.code(), detail(&error, "example")), (Code::Finished, None));
}
