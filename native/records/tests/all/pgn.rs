use playout_games::separo::Separo;
use playout_games::{Game, Options, Record, start_text};
use playout_records::{Format, GameTree, NodeId, write};

use crate::tools::{add_line, line, tree, trees, usual};

fn text(tree: &GameTree) -> String {
    write(tree, Format::Pgn).expect("legal moves")
}

fn reread(text: &str) -> GameTree {
    tree(text)
}

/// The text of the moves, on one line.
fn moves(tree: &GameTree) -> String {
    let text = text(tree);
    let (_, moves) = text.split_once("\n\n").expect("an empty line after the tags");
    moves.trim_end().replace('\n', " ")
}

#[test]
fn a_whole_record() {
    let mut tree = line("gomoku", &["h8", "i9", "g7"]);
    for (name, text) in [("First", "Ada \"the 1st\""), ("Second", "C:\\bot"), ("Result", "1-0")] {
        tree.add_tag(name, text).expect("a tag");
    }
    tree.set_comment(NodeId::ROOT, "A game that ends soon.").expect("short");
    let ids: Vec<_> = tree.steps().map(|(id, _)| id).collect();
    tree.set_clock(ids[0], 298_500).expect("short");
    tree.set_clock(ids[1], 291_000).expect("short");
    tree.set_comment(ids[1], "Better is the centre {or near it}.").expect("short");
    let other = add_line(&mut tree, ids[0], &["i8"]);
    add_line(&mut tree, other, &["g7"]);
    add_line(&mut tree, other, &["h7"]);
    let expected = r#"[Game "gomoku"]
[Variant "freestyle"]
[First "Ada \"the 1st\""]
[Second "C:\\bot"]
[Result "1-0"]

{A game that ends soon.} 1. h8 {[%clk 0:04:58.5]} 1... i9 {[%clk 0:04:51] Better
is the centre {or near it\}.} (1... i8 2. g7 (2. h7)) 2. g7 1-0
"#;
    assert_eq!(text(&tree), expected);
    assert_eq!(reread(expected), tree);
}

#[test]
fn the_start_is_in_the_tags() {
    let tags = |game: &str, options: &[(&str, &str)]| {
        let start = start_text(game, &Options::new(options.iter().copied())).expect("a start");
        let text = text(&GameTree::new(game, &start).expect("a position"));
        text.split_once("\n\n").expect("tags").0.replace('\n', " ")
    };
    assert_eq!(tags("quarto", &[]), "[Game \"quarto\"] [Variant \"standard\"]");
    assert_eq!(
        tags("quarto", &[("variant", "squares")]),
        "[Game \"quarto\"] [Variant \"squares\"]"
    );
    assert_eq!(
        tags("separo", &[("size", "5")]),
        "[Game \"separo\"] [Variant \"standard\"] [Position \"5 r - -\"]"
    );
    assert_eq!(
        tags("gomoku", &[("size", "5"), ("variant", "standard"), ("opening", "swap2")]),
        "[Game \"gomoku\"] [Variant \"standard\"] [Position \"5/5/5/5/5 x standard+swap2\"]"
    );
}

#[test]
fn the_variant_may_be_missing() {
    assert_eq!(tree("[Game \"quarto\"] *"), usual("quarto"));
    let position = "squares ..../..../..../.... -";
    let read = tree(&format!("[Position \"{position}\"]\n[Game \"quarto\"]\n*"));
    assert_eq!(read.start(), position);
}

#[test]
fn numbers_follow_interruptions() {
    let mut tree = line("quarto", &["-7", "a1-0", "a2-1", "a3-2"]);
    assert_eq!(moves(&tree), "1. -7 a1-0 2. a2-1 a3-2 *");
    let ids: Vec<_> = tree.steps().map(|(id, _)| id).collect();
    tree.set_comment(ids[0], "x").expect("short");
    assert_eq!(moves(&tree), "1. -7 {x} 1... a1-0 2. a2-1 a3-2 *");
    add_line(&mut tree, ids[1], &["b1-3"]);
    assert_eq!(moves(&tree), "1. -7 {x} 1... a1-0 2. a2-1 (2. b1-3) 2... a3-2 *");
    add_line(&mut tree, NodeId::ROOT, &["-8", "a1-0"]);
    assert_eq!(moves(&tree), "1. -7 {x} (1. -8 a1-0) 1... a1-0 2. a2-1 (2. b1-3) 2... a3-2 *");
}

#[test]
fn the_first_number_says_whose_turn_it_is() {
    let start = "..../..../..../.... 7";
    let mut tree = GameTree::new("quarto", start).expect("a position");
    add_line(&mut tree, NodeId::ROOT, &["a1-0", "a2-1"]);
    assert_eq!(moves(&tree), "1... a1-0 2. a2-1 *");
}

/// In swap2, a side moves twice; the numbers count plies.
#[test]
fn choices_of_a_colour_are_moves() {
    let start = start_text("gomoku", &Options::new([("opening", "swap2")])).expect("a start");
    let mut tree = GameTree::new("gomoku", &start).expect("a position");
    add_line(&mut tree, NodeId::ROOT, &["h8", "i9", "h7", "white", "g7"]);
    assert_eq!(moves(&tree), "1. h8 i9 2. h7 white 3. g7 *");
}

#[test]
fn passes_are_written_as_moves() {
    let record = Record::<Separo>::from_texts(Some("5 r - -"), []);
    let mut record = record.expect("a position");
    let mut tree = GameTree::new("separo", "5 r - -").expect("a position");
    let (mut id, mut passes) = (NodeId::ROOT, 0);
    while record.outcome().is_none() {
        let mv = record.legal_moves()[0];
        let text = record.position().move_text(mv);
        passes += usize::from(text == "--");
        id = tree.add(id, text).expect("a new move");
        record.play(mv);
    }
    assert!(passes > 0, "a game with a pass");
    assert_eq!(moves(&tree).matches("--").count(), passes);
    assert_eq!(reread(&text(&tree)), tree);
}

#[test]
fn numbers_are_optional_and_may_be_wrong() {
    let expected = line("animal_shogi", &["2c2b", "2a2b", "P*2c"]);
    for moves in [
        "1. 2c2b 2a2b 2. P*2c *",
        "2c2b 2a2b P*2c *",
        "1.2c2b 1...2a2b 2.P*2c *",
        "7. 2c2b 7. 2a2b 99999999999999999999999999. P*2c *",
        "1. 2c2b 1. ... 2a2b .. P*2c *",
    ] {
        assert_eq!(tree(&format!("[Game \"animal_shogi\"]\n\n{moves}\n")), expected, "{moves}");
    }
}

#[test]
fn results_end_records_and_are_tags() {
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        let mut tree = line("quarto", &["-7"]);
        tree.add_tag("Result", result).expect("a result");
        assert_eq!(moves(&tree), format!("1. -7 {result}"));
        assert_eq!(reread(&text(&tree)), tree);
    }
    assert_eq!(tree("[Game \"quarto\"] -7 1-0").tag("Result"), Some("1-0"));
    assert_eq!(tree("[Game \"quarto\"] -7 *").tag("Result"), None);
}

#[test]
fn comments_are_read() {
    for (written, comment) in [
        ("{}", None),
        ("{ \n }", None),
        ("{a}", Some("a")),
        ("{ a \n\t b }", Some("a b")),
        ("{a} {b}", Some("a\nb")),
        ("{a} {} {b}", Some("a\nb")),
        (r"{a\nb\\c\}d\u{9}e}", Some("a\nb\\c}d\te")),
        (r"{\u{20}a\u{20} \u{20}b\u{20}}", Some(" a   b ")),
        (r"{\[%clk 1]}", Some("[%clk 1]")),
        ("{x [%clk 0:00:01]}", Some("x [%clk 0:00:01]")),
        ("{[%eval 0.3] x}", Some("[%eval 0.3] x")),
        ("{一\u{3000}}", Some("一\u{3000}")),
        ("{1. h8 (x) [Game \"quarto\"] ; { *}", Some("1. h8 (x) [Game \"quarto\"] ; { *")),
    ] {
        let tree = tree(&format!("[Game \"quarto\"] -7 {written} *"));
        let id = tree.node(NodeId::ROOT).children()[0];
        assert_eq!(tree.node(id).comment(), comment, "{written}");
        assert_eq!(tree.node(id).clock(), None, "{written}");
        assert_eq!(reread(&text(&tree)), tree);
    }
}

#[test]
fn clock_times_are_read() {
    for (written, clock, comment) in [
        ("{[%clk 0:01:30]}", 90_000, None),
        ("{ [%clk\n0:01:30.5 ] a b }", 90_500, Some("a b")),
        ("{[%clk 0:00:00.001]a}", 1, Some("a")),
        ("{a} {[%clk 100:00:00] b}", 360_000_000, Some("a\nb")),
    ] {
        let tree = tree(&format!("[Game \"quarto\"] -7 {written} *"));
        let id = tree.node(NodeId::ROOT).children()[0];
        assert_eq!(tree.node(id).clock(), Some(clock), "{written}");
        assert_eq!(tree.node(id).comment(), comment, "{written}");
        assert_eq!(reread(&text(&tree)), tree);
    }
}

#[test]
fn lines_have_at_most_80_characters() {
    let mut tree = line("quarto", &["-7", "a1-0", "a2-1", "a3-2"]);
    let ids: Vec<_> = tree.steps().map(|(id, _)| id).collect();
    let comment = "word ".repeat(90) + &"x".repeat(50);
    tree.set_comment(ids[1], comment).expect("short enough");
    tree.set_comment(NodeId::ROOT, "一 ".repeat(200) + "一").expect("short enough");
    let written = text(&tree);
    let lengths: Vec<_> = written.lines().map(|line| line.chars().count()).collect();
    assert!(lengths.iter().all(|length| *length <= 80), "{written}");
    assert_eq!(lengths.iter().max(), Some(&80), "{written}");
    assert!(written.lines().all(|line| line.trim() == line));
    // A longer word is on a line of its own.
    tree.set_comment(ids[3], format!("a {} b", "y".repeat(100))).expect("short enough");
    let written = text(&tree);
    let long: Vec<_> = written.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, ["y".repeat(100)]);
    assert_eq!(reread(&text(&tree)), tree);
}

#[test]
fn records_follow_one_another() {
    let first = line("quarto", &["-7"]);
    let second = line("gomoku", &["h8"]);
    let both = [first, second];
    let texts: Vec<_> = both.iter().map(text).collect();
    for gap in ["", "\n", "\n\n \r\n"] {
        assert_eq!(trees(&texts.join(gap)), both);
    }
}
