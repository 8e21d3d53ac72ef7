use playout_games::Code;
use playout_records::{Format, GameTree, NodeId, write};

use crate::tools::{add_line, line, refusal, tree, trees};

#[test]
fn lines_are_read() {
    assert_eq!(tree("position startpos moves 2c2b 2a2b"), line("animal_shogi", &["2c2b", "2a2b"]));
    assert_eq!(tree("position startpos"), line("animal_shogi", &[]));
    assert_eq!(tree("position startpos moves"), line("animal_shogi", &[]));
    let start = "r1b/1pK/kP1/B1R b -";
    for number in ["", " 1", " 57"] {
        let read = tree(&format!("position  sfen {start}{number}  moves\t1b1a \r\n"));
        let mut expected = GameTree::new("animal_shogi", start).expect("a position");
        add_line(&mut expected, NodeId::ROOT, &["1b1a"]);
        assert_eq!(read, expected);
    }
    assert_eq!(trees("position startpos\n\n position startpos moves 2c2b\n").len(), 2);
}

#[test]
fn lines_are_written() {
    let mut tree = line("animal_shogi", &["2c2b", "2a2b"]);
    let text = |tree: &GameTree| write(tree, Format::Usi).expect("legal moves");
    assert_eq!(text(&tree), "position startpos moves 2c2b 2a2b\n");
    // Variations, comments and tags are left out.
    tree.add(NodeId::ROOT, "1d1c").expect("new");
    tree.set_comment(NodeId::ROOT, "x").expect("short");
    tree.add_tag("Site", "x").expect("a tag");
    assert_eq!(text(&tree), "position startpos moves 2c2b 2a2b\n");
    let start = "r1b/1pK/kP1/B1R b -";
    let tree = GameTree::new("animal_shogi", start).expect("a position");
    assert_eq!(text(&tree), format!("position sfen {start} 1\n"));
}

#[test]
fn variants_cannot_be_written() {
    let tree = GameTree::new("animal_shogi", "quick-try rkb/1p1/1P1/BKR b -").expect("a position");
    let error = write(&tree, Format::Usi).expect_err("a variant");
    assert_eq!(crate::tools::problem(&error), "variant_not_in_format");
}

#[test]
fn mistakes_have_places() {
    for (text, code, problem, line, column) in [
        ("go", Code::BadRecord, "no_position", 1, 1),
        ("position", Code::BadRecord, "no_start", 1, 9),
        ("position  start", Code::BadRecord, "no_start", 1, 11),
        ("position startpos move 2c2b", Code::BadRecord, "no_moves", 1, 19),
        ("position startpos 1 moves", Code::BadRecord, "no_moves", 1, 19),
        ("position startpos\nposition startpos moves 2c2b 2c2b", Code::IllegalMove, "", 2, 30),
        ("position startpos moves 2c2b x", Code::BadMove, "unreadable", 1, 30),
        ("position sfen rkb/1p1/1P1/BKX b - moves", Code::BadPosition, "unexpected", 1, 29),
        ("position sfen rkb/1p1/1P1/BKR", Code::BadPosition, "too_short", 1, 30),
        ("position sfen", Code::BadPosition, "too_short", 1, 14),
        ("position  sfen  rkb/1p1/1P1/BKR \t x -", Code::BadPosition, "unexpected", 1, 35),
        ("position sfen rkb/1p1/1P1/BKR b - x", Code::BadRecord, "no_moves", 1, 35),
    ] {
        let found = refusal(text, Some(Format::Usi));
        let problem = if problem.is_empty() { found.1.as_str() } else { problem };
        assert_eq!(found, (code, problem.to_owned(), line, column), "{text}");
    }
}
