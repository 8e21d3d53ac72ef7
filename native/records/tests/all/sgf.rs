use playout_games::{Options, start_text};
use playout_records::{Format, GameTree, NodeId, write};

use crate::tools::{add_line, line, tree, trees};

fn text(tree: &GameTree) -> String {
    write(tree, Format::Sgf).expect("legal moves")
}

fn reread(text: &str) -> GameTree {
    tree(text)
}

fn start(options: &[(&str, &str)]) -> GameTree {
    let start = start_text("gomoku", &Options::new(options.iter().copied())).expect("a start");
    GameTree::new("gomoku", &start).expect("a position")
}

#[test]
fn a_whole_record() {
    let mut tree = line("gomoku", &["h8", "i9"]);
    for (name, text) in [
        ("First", "Ada [1]"),
        ("Second", "Bo"),
        ("Result", "0-1"),
        ("Date", "2026.11.25"),
        ("Termination", "five: in a row"),
    ] {
        tree.add_tag(name, text).expect("a tag");
    }
    let ids: Vec<_> = tree.steps().map(|(id, _)| id).collect();
    tree.set_comment(NodeId::ROOT, "Two\nlines").expect("short");
    tree.set_clock(ids[0], 90_500).expect("short");
    tree.set_comment(ids[1], "a]b\\c").expect("short");
    add_line(&mut tree, ids[1], &["h7"]);
    add_line(&mut tree, ids[0], &["a15", "o1"]);
    let expected = "(;FF[4]GM[4]CA[UTF-8]AP[Playout]SZ[15]RU[freestyle]PB[Ada [1\\]]PW[Bo]RE[W+]\
                    DT[2026-11-25]TAG[Termination:five\\: in a row]C[Two\nlines]\n\
                    ;B[hh]BL[90.5](;W[ig]C[a\\]b\\\\c];B[hi])(;W[aa];B[oo]))\n";
    assert_eq!(text(&tree), expected);
    assert_eq!(reread(expected), tree);
}

#[test]
fn size_and_rule_are_in_the_root() {
    let mut tree = start(&[("size", "5"), ("variant", "standard")]);
    add_line(&mut tree, NodeId::ROOT, &["a1", "e5"]);
    let expected = "(;FF[4]GM[4]CA[UTF-8]AP[Playout]SZ[5]RU[standard];B[ae];W[ea])\n";
    assert_eq!(text(&tree), expected);
    assert_eq!(reread(expected), tree);
    assert_eq!(reread("(;GM[4];B[hh])"), line("gomoku", &["h8"]));
}

#[test]
fn stones_of_the_start_are_in_the_root() {
    let position = "5/1x3/2xo1/2o2/5 x freestyle";
    let tree = GameTree::new("gomoku", position).expect("a position");
    let expected = "(;FF[4]GM[4]CA[UTF-8]AP[Playout]SZ[5]RU[freestyle]AB[cc][bb]AW[cd][dc])\n";
    assert_eq!(text(&tree), expected);
    assert_eq!(reread(expected), tree);
    assert_eq!(reread("(;GM[4]SZ[5]AB[cc][bb]AW[cd][dc]PL[B])"), tree);
    assert_eq!(reread("(;GM[4]SZ[5]AB[bb][cc]AW[cd]PL[W])").start(), "5/1x3/2x2/2o2/5 o freestyle");
    // A rectangle.
    let read = reread("(;GM[4]SZ[5]AB[aa:ba][ab]AW[cc:ce])");
    assert_eq!(read.start(), "xx3/x4/2o2/2o2/2o2 x freestyle");
}

#[test]
fn the_choice_of_a_colour_has_its_own_property() {
    let mut tree = start(&[("opening", "swap2")]);
    let end = add_line(&mut tree, NodeId::ROOT, &["h8", "i9", "h7", "black", "g7"]);
    let choice = tree.node(end).parent().expect("a move");
    tree.set_clock(choice, 5_000).expect("short");
    tree.add_tag("First", "Ada").expect("a tag");
    tree.add_tag("Second", "Bo").expect("a tag");
    tree.add_tag("Result", "1-0").expect("a tag");
    let expected = "(;FF[4]GM[4]CA[UTF-8]AP[Playout]SZ[15]RU[freestyle+swap2]PW[Ada]PB[Bo]RE[W+]\n\
                    ;B[hh];W[ig];B[hi];CHOICE[black]BL[5];W[gi])\n";
    assert_eq!(text(&tree), expected);
    assert_eq!(reread(expected), tree);
    // The start of a game whose colours have been swapped.
    let position = "5/1x3/2xo1/5/5 o freestyle+swapped";
    let tree = GameTree::new("gomoku", position).expect("a position");
    assert!(text(&tree).contains("RU[freestyle+swapped]AB[cc][bb]AW[dc]"), "{}", text(&tree));
    assert_eq!(reread(&text(&tree)), tree);
}

/// Written by other programs.
#[test]
fn other_ways_of_writing_are_read() {
    let expected = line("gomoku", &["h8", "i9", "h7"]);
    for text in [
        "(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[hi])",
        "(\n;\nGM [4]\nSZ[ 15 ]\n\n; B[hh]\n;W [ig] ;B[hi]\n)\n",
        // The first move in the root, an empty node, unknown properties and several games.
        "(;GM[4]B[hh]KM[6.5]LB[aa:1][bb:2];;W[ig]N[x];B[hi])",
        "(;GM[4](;B[hh](;W[ig];B[hi])))",
        "(;GM[4]PL[B];B[hh];W[ig];B[hi]TR[hh])",
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
    assert_eq!(trees("(;GM[4])(;GM[4]SZ[19])\n(;GM[4])").len(), 3);
}

#[test]
fn results_say_which_colour_has_won() {
    for (written, result) in [
        ("B+", "1-0"),
        ("B+R", "1-0"),
        ("W+T", "0-1"),
        ("0", "1/2-1/2"),
        ("Draw", "1/2-1/2"),
        ("?", "*"),
        ("Void", "*"),
    ] {
        let read = tree(&format!("(;GM[4]RE[{written}];B[hh])"));
        assert_eq!(read.tag("Result"), Some(result), "{written}");
    }
}

#[test]
fn comments_of_nodes_without_a_move_are_added() {
    let read = tree("(;GM[4]C[a];C[b\r\nc];B[hh];C[d])");
    let id = read.node(NodeId::ROOT).children()[0];
    assert_eq!(read.node(NodeId::ROOT).comment(), Some("a\nb\nc"));
    assert_eq!(read.node(id).comment(), Some("d"));
}

#[test]
fn control_characters_become_spaces() {
    let mut tree = line("gomoku", &["h8"]);
    tree.add_tag("First", "a\tb\nc").expect("a tag");
    tree.set_comment(NodeId::ROOT, "a\tb\nc\u{1}").expect("short");
    let read = reread(&text(&tree));
    assert_eq!(read.tag("First"), Some("a b c"));
    assert_eq!(read.node(NodeId::ROOT).comment(), Some("a b\nc "));
}

#[test]
fn lines_are_broken_between_nodes() {
    let moves: Vec<_> = ('a'..='o').flat_map(|c| [format!("{c}1"), format!("{c}4")]).collect();
    let moves: Vec<_> = moves.iter().map(String::as_str).take(8).collect();
    let mut tree = line("gomoku", &moves);
    for reply in ["a15", "b15", "c15", "d15", "e15", "f15", "g15"] {
        tree.add(NodeId::ROOT, reply).expect("new");
    }
    let written = text(&tree);
    assert!(written.lines().count() > 2);
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    assert_eq!(reread(&written), tree);
}
