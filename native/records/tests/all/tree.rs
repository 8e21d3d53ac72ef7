use playout_games::Code;
use playout_records::{GameTree, NodeId};

use crate::tools::{add_line, line, problem, usual};

/// The moves of all nodes, with their plies.
fn steps(tree: &GameTree) -> Vec<(usize, &str)> {
    tree.steps().map(|(id, ply)| (ply, tree.node(id).mv())).collect()
}

#[test]
fn the_main_line_comes_before_its_variations() {
    let mut tree = line("quarto", &["-7", "a1-0"]);
    let first = tree.node(NodeId::ROOT).children()[0];
    add_line(&mut tree, first, &["a1-1", "b1-2"]);
    add_line(&mut tree, NodeId::ROOT, &["-8"]);
    let expected = [(1, "-7"), (2, "a1-0"), (2, "a1-1"), (3, "b1-2"), (1, "-8")];
    assert_eq!(steps(&tree), expected);
    assert_eq!(tree.main_line().collect::<Vec<_>>(), ["-7", "a1-0"]);
    assert_eq!(tree.size(), 5);
}

#[test]
fn trees_are_equal_if_they_say_the_same() {
    let [mut one, mut other] = [(); 2].map(|()| usual("quarto"));
    let [a, b] = [one.add(NodeId::ROOT, "-7"), one.add(NodeId::ROOT, "-8")];
    let (a, _) = (a.expect("new"), b.expect("new"));
    one.add(a, "a1-0").expect("new");
    add_line(&mut other, NodeId::ROOT, &["-7", "a1-0"]);
    assert_ne!(one, other);
    add_line(&mut other, NodeId::ROOT, &["-8"]);
    assert_eq!(one, other);

    let changes: [fn(&mut GameTree, NodeId); 4] = [
        |tree, id| tree.set_comment(id, "?").expect("short"),
        |tree, id| tree.set_clock(id, 5).expect("short"),
        |tree, _| tree.set_comment(NodeId::ROOT, "?").expect("short"),
        |tree, _| tree.add_tag("Site", "here").expect("a tag"),
    ];
    for change in changes {
        let mut changed = one.clone();
        change(&mut changed, a);
        assert_ne!(changed, one);
    }
}

#[test]
fn a_node_is_followed_by_a_move_only_once() {
    let mut tree = line("quarto", &["-7"]);
    let error = tree.add(NodeId::ROOT, "-7").expect_err("the same move");
    assert_eq!((error.code(), problem(&error).as_str()), (Code::BadRecord, "same_move"));
    assert_eq!(tree.size(), 1);
}

#[test]
fn an_empty_comment_is_none() {
    let mut tree = usual("quarto");
    tree.set_comment(NodeId::ROOT, "x").expect("short");
    tree.set_comment(NodeId::ROOT, "").expect("short");
    assert_eq!(tree.node(NodeId::ROOT).comment(), None);
}

#[test]
fn the_root_has_no_clock_time() {
    let error = usual("quarto").set_clock(NodeId::ROOT, 5).expect_err("no move");
    assert_eq!(problem(&error), "clock_without_move");
}

#[test]
fn illegal_moves_are_found_in_all_variations() {
    let mut tree = line("quarto", &["-7", "a1-0"]);
    assert_eq!(tree.check(), Ok(()));
    let first = tree.node(NodeId::ROOT).children()[0];
    add_line(&mut tree, first, &["a1-1", "a1-2"]);
    let error = tree.check().expect_err("an occupied cell");
    assert_eq!((error.code(), error.location()), (Code::IllegalMove, Some(3)));
    assert!(error.to_string().starts_with("move 3: a1-2: "), "{error}");
}

/// Repetition is counted along each line, not over all variations.
#[test]
fn a_draw_by_repetition_ends_a_line() {
    let mut tree = usual("animal_shogi");
    let shuffle = ["1d1c", "3a3b", "1c1d", "3b3a"];
    let again = [shuffle, shuffle].concat();
    add_line(&mut tree, NodeId::ROOT, &again);
    assert_eq!(tree.check(), Ok(()));
    let first = tree.node(NodeId::ROOT).children()[0];
    add_line(&mut tree, first, &["2b2c"]);
    assert_eq!(tree.check(), Ok(()));

    let mut longer = usual("animal_shogi");
    add_line(&mut longer, NodeId::ROOT, &[&again[..], &["2c2b"]].concat());
    let error = longer.check().expect_err("the game is over");
    assert_eq!((error.code(), error.location()), (Code::Finished, Some(9)));
}

#[test]
fn tags_have_names_and_appear_once() {
    let mut tree = usual("quarto");
    for (name, text, expected) in [
        ("", "x", "bad_tag_name"),
        ("1st", "x", "bad_tag_name"),
        ("_a", "x", "bad_tag_name"),
        ("Two words", "x", "bad_tag_name"),
        ("Ä", "x", "bad_tag_name"),
        ("Game", "quarto", "tag_of_start"),
        ("Variant", "standard", "tag_of_start"),
        ("Position", "", "tag_of_start"),
        ("Result", "2-0", "unknown_result"),
        ("Result", "", "unknown_result"),
    ] {
        let error = tree.add_tag(name, text).expect_err(name);
        assert_eq!((error.code(), problem(&error).as_str()), (Code::BadRecord, expected));
    }
    tree.add_tag("A_1", "").expect("a tag");
    let error = tree.add_tag("A_1", "x").expect_err("again");
    assert_eq!(problem(&error), "tag_twice");
    assert_eq!(tree.tags(), [("A_1".to_owned(), String::new())]);
    assert_eq!((tree.tag("A_1"), tree.tag("B")), (Some(""), None));
}

#[test]
fn a_tree_needs_a_game_and_a_position() {
    let code = |game, start| GameTree::new(game, start).expect_err("no tree").code();
    assert_eq!(code("chess", "x"), Code::UnknownGame);
    assert_eq!(code("quarto", "x"), Code::BadPosition);
}
