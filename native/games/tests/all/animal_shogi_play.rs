use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Detail, Game, Outcome, Reason, Record, Side, describe, perft};

use crate::tools::{after_texts, legal, legal_texts, parse};

fn position(text: &str) -> AnimalShogi {
    parse(text)
}

fn ending(position: &AnimalShogi) -> (Outcome, Reason, Vec<String>) {
    let ending = position.ending().expect("it is over");
    (ending.outcome, ending.reason, ending.cells)
}

fn won(side: Side, reason: Reason, cells: &[&str]) -> (Outcome, Reason, Vec<String>) {
    (Outcome::Win(side), reason, cells.iter().map(|&cell| cell.to_owned()).collect())
}

#[test]
fn perft_matches_the_rules() {
    for (text, counts) in [
        ("rkb/1p1/1P1/BKR b -", &[1, 4, 17, 123, 976, 8_122, 71_677][..]),
        ("quick-try rkb/1p1/1P1/BKR b -", &[1, 4, 17, 123, 976, 8_122, 70_628]),
        ("r1b/1pK/kP1/B1R b -", &[1, 7, 44, 300, 2_290]),
    ] {
        for (depth, &count) in (0..).zip(counts) {
            assert_eq!(perft(&position(text), depth), count, "{text}, depth {depth}");
        }
    }
}

/// Rotating a position by 180 degrees or mirroring it does not change the number of games.
#[test]
fn rotated_and_mirrored_positions_have_equal_counts() {
    // The first board looks the same when it is rotated and the colours are exchanged.
    for text in ["r1b/1pK/kP1/B1R w -", "b1r/Kp1/1Pk/R1B w -"] {
        for (depth, count) in (0..).zip([1, 7, 44, 300, 2_290]) {
            assert_eq!(perft(&position(text), depth), count, "{text}");
        }
    }
}

#[test]
fn every_animal_moves_correctly() {
    // Each is alone, except for the lions, which are out of the way.
    for (text, targets) in [
        ("k2/3/1R1/2K b r2b2p", &["1c", "2b", "2d", "3c"][..]),
        ("k2/3/1B1/1K1 b 2rb2p", &["1b", "1d", "3b", "3d"]),
        ("k2/3/1P1/1K1 b 2r2bp", &["2b"]),
        ("k2/3/1+P1/2K b 2r2bp", &["1b", "1c", "2b", "2d", "3b", "3c"]),
    ] {
        let from: Vec<_> = legal_texts(&position(text))
            .into_iter()
            .filter_map(|text| text.strip_prefix("2c").map(str::to_owned))
            .collect();
        assert_eq!(from, targets, "{text}");
    }
    let lion = position("k2/3/1K1/3 b 2r2b2p");
    assert_eq!(legal(&lion).len(), 8);
}

#[test]
fn the_second_sides_pieces_are_rotated() {
    let chick = position("k2/1p1/3/2K w 2R2BP");
    assert!(legal_texts(&chick).contains(&"2b2c".to_owned()));
    assert!(!legal_texts(&chick).contains(&"2b2a".to_owned()));
    let hen = position("k2/1+p1/3/2K w 2R2BP");
    let texts = legal_texts(&hen);
    assert!(texts.contains(&"2b3c".to_owned()) && !texts.contains(&"2b1a".to_owned()));
}

#[test]
fn a_chick_that_reaches_the_far_rank_becomes_a_hen() {
    let before = position("2k/P2/3/K2 b 2r2bp");
    assert!(legal_texts(&before).contains(&"3b3a+".to_owned()));
    assert_eq!(after_texts(&before, "3b3a+").to_string(), "+P1k/3/3/K2 w 2r2bp");
    // A chick that was dropped there stays a chick, and cannot move.
    let dropped = after_texts(&position("2k/3/3/K2 b P2r2bp"), "P*3a");
    assert_eq!(dropped.to_string(), "P1k/3/3/K2 w 2r2bp");
    let stays = after_texts(&dropped, "1a1b");
    assert!(!legal_texts(&stays).iter().any(|text| text.starts_with("3a")));
}

#[test]
fn a_captured_hen_is_a_chick_in_hand() {
    let captured = after_texts(&position("+p1k/R2/3/K2 b r2bp"), "3b3a");
    assert_eq!(captured.to_string(), "R1k/3/3/K2 w Pr2bp");
}

#[test]
fn pieces_in_hand_go_to_any_empty_square() {
    let texts = legal_texts(&position("k2/3/3/2K b 2R2B2P"));
    let drops = |letter| texts.iter().filter(|text| text.starts_with(letter)).count();
    assert_eq!((drops("R*"), drops("B*"), drops("P*")), (10, 10, 10));
    // Two chicks on a file and mate by dropping a chick are allowed, unlike in shogi.
    assert!(legal_texts(&position("1k1/3/1P1/1K1 b 2R2BP")).contains(&"P*2b".to_owned()));
}

#[test]
fn capturing_the_lion_wins() {
    let caught = after_texts(&position("r1b/1k1/1P1/BKR b p"), "2c2b");
    assert_eq!(ending(&caught), won(Side::First, Reason::Catch, &[]));
    assert_eq!(caught.to_string(), "r1b/1P1/3/BKR w p");
    assert_eq!(legal(&caught).len(), 0);
    // A lion may stay under attack or move into one.
    assert!(legal_texts(&position("rkb/1p1/1P1/BKR w -")).contains(&"2a3b".to_owned()));
}

#[test]
fn a_lion_that_is_safe_on_the_far_rank_wins() {
    let tried = after_texts(&position("2r/K2/2k/3 b 2B2Pr"), "3b3a");
    assert_eq!(ending(&tried), won(Side::First, Reason::Try, &["3a"]));
    let second = after_texts(&position("3/K2/2k/3 w 2R2B2P"), "1c1d");
    assert_eq!(ending(&second), won(Side::Second, Reason::Try, &["1d"]));
}

/// If a lion on the far rank is under attack, the game goes on, and the lion wins as soon as the
/// attack is gone.
#[test]
fn a_try_under_attack_does_not_win() {
    let text = "K1r/3/k2/3 b R2B2P";
    let attacked = position("Kr1/3/k2/3 b R2B2P");
    assert_eq!(attacked.outcome(), None);
    assert_eq!(position(text).outcome(), Some(Outcome::Win(Side::First)));
    // The attacker is captured: the lion wins where it already is.
    let freed = after_texts(&position("Kr1/1R1/k2/3 b 2B2P"), "2b2a");
    assert_eq!(ending(&freed), won(Side::First, Reason::Try, &["3a"]));
    // The other side moves its own attacker away.
    let left = after_texts(&position("Kr1/3/k2/3 w R2B2P"), "2a2b");
    assert_eq!(ending(&left), won(Side::First, Reason::Try, &["3a"]));
    // In the variant an attack does not matter.
    let quick = position("quick-try Kr1/3/k2/3 w R2B2P");
    assert_eq!(ending(&quick), won(Side::First, Reason::Try, &["3a"]));
}

#[test]
fn a_drop_does_not_attack() {
    let tried = position("K2/3/2k/3 w 2r2b2p");
    assert_eq!(tried.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn two_safe_lions_draw() {
    let moves = "2d1c 2b2c 1c2d P*3b 2d3c 2a1b 3c3b 1b2a 3b3a 2a3b R*2d 1a2b 2d2c 3b3c 1d1c \
                 3c2d 2c2b";
    let drawn = after_texts(&AnimalShogi::default(), moves);
    assert_eq!(drawn.to_string(), "K2/1R1/2R/Bk1 w B2P");
    let (outcome, reason, cells) = ending(&drawn);
    assert_eq!((outcome, reason), (Outcome::Draw, Reason::BothSafe));
    assert_eq!(cells, ["3a", "2d"]);
}

/// The rules check for a missing lion first, then for tries, then for a side without moves.
#[test]
fn a_missing_lion_comes_before_a_try() {
    assert_eq!(ending(&position("K2/3/3/3 w 2R2B2P")), won(Side::First, Reason::Catch, &[]));
    assert_eq!(ending(&position("3/3/3/k2 b 2R2B2P")), won(Side::Second, Reason::Catch, &[]));
}

#[test]
fn a_side_without_a_move_loses() {
    for text in ["RBk/KRB/PP1/3 b -", "RB1/KRB/PPk/3 b -", "kBR/BRK/1PP/3 b -", "1BR/BRK/kPP/3 b -"]
    {
        let stuck = position(text);
        assert_eq!(ending(&stuck), won(Side::Second, Reason::NoMoves, &[]), "{stuck}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let back_and_forth = ["1d1c", "3a3b", "1c1d", "3b3a"];
    let moves: Vec<_> = back_and_forth.into_iter().cycle().take(8).collect();
    let record = Record::<AnimalShogi>::from_texts(None, moves).expect("legal moves");
    assert_eq!(record.ending().map(|ending| ending.reason), Some(Reason::Repetition));
    assert_eq!(record.legal_moves(), []);
    let earlier = Record::<AnimalShogi>::from_texts(None, back_and_forth).expect("legal moves");
    assert_eq!(earlier.outcome(), None);
}

#[test]
fn steps_match_what_a_person_picks() {
    let position = position("k2/P2/3/K2 b Rr2bp");
    let steps = |text: &str| position.steps(position.parse_move(text).expect(text));
    assert_eq!(steps("3d2c"), ["3d", "2c"]);
    assert_eq!(steps("R*2b"), ["R", "2b"]);
}

#[test]
fn alerts_for_lions() {
    let none: &[(&str, &[&str])] = &[];
    for (text, alerts) in [
        ("rkb/1p1/1P1/BKR b -", none),
        // The chick has captured a chick and attacks the lion.
        ("rkb/1P1/3/BKR w P", &[("attacked", &["2a"])]),
        // Either lion would be safe on one square of its far rank.
        ("r1b/1pK/kP1/B1R b -", &[("try", &["1a", "3d"])]),
        ("r1b/1pK/kP1/B1R w -", &[("try", &["1a", "3d"])]),
        // With `quick-try`, lions can also step onto attacked squares, but not onto their own
        // pieces.
        ("quick-try r1b/1pK/kP1/B1R b -", &[("try", &["2a", "1a", "3d", "2d"])]),
        // Already on the far rank, but under attack.
        ("Kr1/3/k2/1bR b B2P", &[("attacked", &["3a"]), ("try", &["2a", "3d"])]),
        // The game is over.
        ("K2/1R1/2R/Bk1 w B2P", none),
    ] {
        let found = describe("animal_shogi", Some(text), []).expect("a position").alerts;
        let cells = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        let expected: Vec<(_, Vec<_>)> =
            alerts.iter().map(|&(kind, list)| (kind, cells(list))).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn details_of_moves() {
    let details = |text: &str, mv: &str| {
        let described = describe("animal_shogi", Some(text), []).expect("a position");
        described.moves.into_iter().find(|it| it.text == mv).expect("it is legal").details
    };
    let words = |words: &[(&'static str, &str)]| -> Vec<(&str, Detail)> {
        words.iter().map(|&(name, word)| (name, word.into())).collect()
    };
    let start = "rkb/1p1/1P1/BKR b -";
    assert_eq!(details(start, "1d1c"), words(&[("piece", "giraffe")]));
    assert_eq!(details(start, "2c2b"), words(&[("piece", "chick"), ("captured", "chick")]));
    let later = "2k/Pr1/b2/1KR b BP";
    let promoted = [("piece", "chick"), ("becomes", "hen")];
    assert_eq!(details(later, "3b3a+"), words(&promoted));
    assert_eq!(details(later, "P*2a"), words(&[("piece", "chick")]));
}
