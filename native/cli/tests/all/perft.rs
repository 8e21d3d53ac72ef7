use crate::tools::{answer, json};

#[test]
fn counts_are_those_of_the_rules() {
    let counts = "perft 1 16\nperft 2 3840\nperft 3 806400\nperft 4 146764800\n";
    assert_eq!(answer(&["perft", "quarto", "--depth", "4"]), counts);
}

#[test]
fn gomoku_under_swap2_counts_the_choice_of_a_colour() {
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
fn no_sequence_is_longer_than_the_game() {
    let counted =
        answer(&["perft", "quarto", "--depth", "3", "--position", "..../..../..../0123 -"]);
    assert_eq!(counted, "perft 1 0\nperft 2 0\nperft 3 0\n");
}
