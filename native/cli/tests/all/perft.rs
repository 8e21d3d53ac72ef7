use crate::tools::{answer, json};

/// The counts for 1, 2, … plies from a position.
fn counts(game: &str, position: &str, depth: usize) -> Vec<u64> {
    let arguments = ["perft", game, "--position", position, "--depth", &depth.to_string()];
    let count = |(plies, line): (usize, &str)| {
        let (before, count) = line.rsplit_once(' ').expect("three words");
        assert_eq!(before, format!("perft {}", plies + 1));
        count.parse().expect("a number")
    };
    answer(&arguments).lines().enumerate().map(count).collect()
}

#[test]
fn counts_match_the_rules() {
    let rows = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let (plain, swap2) = (format!("{rows} x freestyle"), format!("{rows} x freestyle+swap2"));
    let cases: &[(&str, &str, &[u64])] = &[
        ("quarto", "..../..../..../.... -", &[16, 3_840, 806_400, 146_764_800]),
        ("animal_shogi", "rkb/1p1/1P1/BKR b -", &[4, 17, 123, 976, 8_122, 71_677]),
        ("animal_shogi", "r1b/1pK/kP1/B1R b -", &[7, 44, 300, 2_290]),
        ("animal_shogi", "quick-try rkb/1p1/1P1/BKR b -", &[4, 17, 123, 976, 8_122, 70_628]),
        ("gomoku", &plain, &[225, 50_400, 11_239_200]),
        ("gomoku", &swap2, &[225, 50_400, 11_239_200, 2_517_580_800]),
        ("separo", "9 r - -", &[4, 16, 96, 568, 4_564]),
        ("separo", "7 r - -", &[4, 16, 96, 532]),
        ("separo", "6 r - -", &[4, 16, 92, 472]),
        ("separo", "5 r - -", &[4, 12, 44, 80, 144, 204, 260, 232, 172]),
    ];
    for (game, position, expected) in cases {
        assert_eq!(counts(game, position, expected.len()), *expected, "{game} {position}");
    }
}

#[test]
fn the_default_position_is_the_start() {
    assert_eq!(answer(&["perft", "quarto", "--depth", "2"]), "perft 1 16\nperft 2 3840\n");
}

#[test]
fn choosing_a_colour_counts_as_a_move() {
    let counts =
        |position: &str| answer(&["perft", "gomoku", "--depth", "2", "--position", position]);
    assert_eq!(counts("5/5/5/5/xo3 x freestyle+swap2"), "perft 1 23\nperft 2 552\n");
    assert_eq!(counts("5/5/5/5/xoxo1 o freestyle+swap2"), "perft 1 21\nperft 2 42\n");
}

#[test]
fn counting_starts_from_the_position() {
    let late = "FD9./.1.3/5.CB/6E7. 0";
    let moves = json(&["show", "quarto", "--position", late, "--json"]);
    let count = moves["moves"].as_array().expect("moves").len();
    let counted = answer(&["perft", "quarto", "--depth", "1", "--position", late]);
    assert_eq!(counted, format!("perft 1 {count}\n"));
}

#[test]
fn no_sequence_continues_after_the_end_of_the_game() {
    let counted =
        answer(&["perft", "quarto", "--depth", "3", "--position", "..../..../..../0123 -"]);
    assert_eq!(counted, "perft 1 0\nperft 2 0\nperft 3 0\n");
}
