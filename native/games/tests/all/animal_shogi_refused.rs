use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Code, Game, Options};

use crate::tools::{detail, parse, text};

/// Checks the problem and the location of the error for a refused position.
fn refused(position: &str, problem: &str, location: usize) {
    let error = AnimalShogi::parse(position).expect_err(position);
    assert_eq!(error.code(), Code::BadPosition, "{position}: {error}");
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{position}: {error}");
    assert_eq!(error.location(), Some(location), "{position}: {error}");
}

#[test]
fn malformed_positions() {
    refused("", "too_short", 1);
    refused("rkb/1p1/1P1/BKR b", "too_short", 18);
    refused("rkb/1p1/1P1/BKR b ", "too_short", 19);
    refused("rkb/1p1/1P1/BKR x -", "unexpected", 17);
    refused("rkb/1p1/1P1/BKR b - ", "unexpected", 20);
    // Only protocols write a move number.
    refused("rkb/1p1/1P1/BKR b - 1", "unexpected", 20);
    refused("rkb/1p1/1P1/BKR b -P", "unexpected", 20);
    refused("rkb/1p1/1P1 b -", "unexpected", 12);
    refused("rkb/1p1/1P1/BKR/3 b -", "unexpected", 16);
    refused("rkb/1p11/1P1/BKR b -", "unexpected", 8);
    refused("rkb/11p/1P1/BKR b -", "split_number", 6);
    refused("rkb/1p2/1P1/BKR b -", "row_too_long", 7);
    refused("rkb/4/1P1/BKR b p", "unexpected", 5);
    refused("rkb/1q1/1P1/BKR b -", "unexpected", 6);
    refused("rkb/1+r1/1P1/BKR b -", "no_hen", 7);
    refused("rkb/1++p/1P1/BKR b -", "unexpected", 7);
    refused("rkb/1p1/1P1/BKR b", "too_short", 18);
    refused("rkb/1p1/1P1/BKR  b -", "unexpected", 17);
    refused("🦁kb/1p1/1P1/BKR b -", "unexpected", 1);
}

#[test]
fn hands_in_the_wrong_order() {
    refused("1k1/3/3/1K1 b 2R2Bp P", "unexpected", 20);
    refused("1k1/3/3/1K1 b P2R2Bp", "hand_order", 16);
    refused("1k1/3/3/1K1 b 2r2B2P", "hand_order", 17);
    refused("1k1/3/3/1K1 b RR2B2P", "hand_order", 16);
    refused("1k1/3/3/1K1 b 3R2B2P", "unexpected", 15);
    refused("1k1/3/3/1K1 b 1R1r2B2P", "unexpected", 15);
    refused("1k1/3/3/1K1 b K2R2B2P", "unexpected", 15);
}

#[test]
fn missing_or_extra_pieces() {
    refused("rkb/1p1/1P1/BKR b P", "wrong_count", 19);
    refused("rkb/3/1P1/BKR b -", "wrong_count", 1);
    // The third giraffe.
    refused("rkb/1p1/RP1/BKR b -", "wrong_count", 15);
    refused("rkk/1p1/1P1/BKR b b", "second_lion", 3);
    refused("3/3/3/3 b 2R2B2P", "no_lion", 1);
}

#[test]
fn an_unknown_variant() {
    let error = AnimalShogi::parse("slow-try rkb/1p1/1P1/BKR b -").expect_err("an unknown variant");
    assert_eq!((error.code(), error.location()), (Code::UnknownVariant, Some(1)));
    let options = Options::new([("variant", "squares")]);
    let error = AnimalShogi::start(&options).expect_err("an unknown variant");
    assert_eq!(error.code(), Code::UnknownVariant);
    let options = Options::new([("size", "5")]);
    assert_eq!(AnimalShogi::start(&options).expect_err("no option").code(), Code::BadOption);
}

#[test]
fn malformed_moves() {
    let position = AnimalShogi::default();
    for mv in [
        "", "2c", "2c2", "2c2b2a", "2c2b+ ", "2C2B", "4c2b", "2e2b", "0c2b", "K*2b", "p*2b", "P*",
        "*2b", "PP*2b", "P*2b+", "2c-2b", "resign", "--", "🐥*2b", "2ç2b",
    ] {
        let error = position.parse_move(mv).expect_err(mv);
        assert_eq!(error.code(), Code::BadMove, "{mv}: {error}");
    }
}

#[test]
fn illegal_moves_have_a_reason() {
    for (position, mv, problem) in [
        ("rkb/1p1/1P1/BKR b -", "P*3c", "not_in_hand"),
        ("1k1/3/3/1K1 b 2R2B2P", "P*2d", "occupied"),
        ("rkb/1p1/1P1/BKR b -", "3c3b", "no_piece"),
        ("rkb/1p1/1P1/BKR b -", "2b2c", "not_yours"),
        ("rkb/1p1/1P1/BKR b -", "2c2a", "out_of_reach"),
        ("rkb/1p1/1P1/BKR b -", "2d2c", "own_piece"),
        ("rkb/1p1/1P1/BKR b -", "2c2b+", "no_promotion"),
        ("2k/P2/3/K2 b 2r2bp", "3b3a", "must_promote"),
    ] {
        let error = parse::<AnimalShogi>(position).parse_move(mv).expect_err(mv);
        assert_eq!(error.code(), Code::IllegalMove, "{mv}: {error}");
        assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{mv}: {error}");
    }
    let over = parse::<AnimalShogi>("r1b/1P1/3/BKR w p");
    let error = over.parse_move("3a3b").expect_err("it is over");
    assert_eq!(error.code(), Code::Finished);
}
