//! Random trees of random games are the same after they have been written and read.

use playout_games::GAMES;
use playout_records::{Format, GameTree, MAX_CLOCK, NodeId, read, write};
use proptest::prelude::*;
use proptest::sample::select;

use crate::tools::Choices;

/// Text with much that has a meaning in one of the formats.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,30}",
        "[ \\\\\\]\\[{}():%\"n\n\r\t\u{3000}一é🎲]{0,30}",
        any::<String>().prop_map(|text| text.chars().take(100).collect()),
        "(\\[%clk 0:01:30\\])? ?[a-z ]{0,200}",
        Just("a\n\n  b \\n \\u{20} }".to_owned()),
    ]
}

fn tags() -> impl Strategy<Value = Vec<(String, String)>> {
    let name = prop_oneof![
        select(&["Site", "Date", "First", "Second", "Termination", "TimeControl", "Event"][..])
            .prop_map(str::to_owned),
        "[A-Za-z][A-Za-z0-9_]{0,39}",
    ];
    let result = select(&["1-0", "0-1", "1/2-1/2", "*"][..]);
    let tag = prop_oneof![
        4 => (name, text()),
        1 => result.prop_map(|result| ("Result".to_owned(), result.to_owned())),
        1 => "[0-9]{4}\\.[0-9]{2}\\.[0-9]{2}".prop_map(|day| ("Date".to_owned(), day)),
    ];
    prop::collection::vec(tag, 0..8)
}

fn choices(games: &'static [&'static str]) -> impl Strategy<Value = Choices> {
    let node = (
        any::<u16>(),
        any::<u16>(),
        prop::option::weighted(0.2, text()),
        prop::option::weighted(0.2, 0..=MAX_CLOCK),
    );
    let nodes = prop::collection::vec(node, 0..80);
    (select(games), any::<[u8; 4]>(), nodes, prop::option::of(text()), tags()).prop_map(
        |(game, options, nodes, comment, tags)| Choices { game, options, nodes, comment, tags },
    )
}

/// What SGF says of a text: all control characters but the ends of lines, and those only in
/// comments, are spaces.
fn in_sgf(text: &str, is_comment: bool) -> String {
    let is_lost = |c: char| c.is_control() && !(is_comment && c == '\n');
    text.replace(is_lost, " ")
}

/// The tree as SGF says it: with its tags in the order of the properties.
fn as_sgf(tree: &GameTree) -> GameTree {
    let mut said = GameTree::new(tree.game(), tree.start()).expect("a position");
    let mut ids = vec![NodeId::ROOT; tree.size() + 1];
    let comment = |id| tree.node(id).comment().map(|comment| in_sgf(comment, true));
    for (id, _) in std::iter::once((NodeId::ROOT, 0)).chain(tree.steps()) {
        let node = tree.node(id);
        if let Some(parent) = node.parent() {
            ids[id.index()] = said.add(ids[parent.index()], node.mv()).expect("a new move");
            if let Some(clock) = node.clock() {
                said.set_clock(ids[id.index()], clock).expect("a clock time");
            }
        }
        said.set_comment(ids[id.index()], comment(id).unwrap_or_default()).expect("as long");
    }
    let is_day = |text: &str| {
        text.len() == 10
            && text.bytes().enumerate().all(|(index, byte)| match index {
                4 | 7 => byte == b'.',
                _ => byte.is_ascii_digit(),
            })
    };
    let has_property = |(name, text): &&(String, String)| match name.as_str() {
        "First" | "Second" | "Result" | "Event" | "Round" | "Site" => true,
        "Date" => is_day(text),
        _ => false,
    };
    let (first, last): (Vec<_>, Vec<_>) = tree.tags().iter().partition(has_property);
    for (name, text) in first.into_iter().chain(last) {
        said.add_tag(name.clone(), in_sgf(text, false)).expect("a new tag");
    }
    said
}

/// The tree as USI says it: the main line.
fn as_usi(tree: &GameTree) -> GameTree {
    let mut said = GameTree::new(tree.game(), tree.start()).expect("a position");
    tree.main_line().fold(NodeId::ROOT, |id, mv| said.add(id, mv).expect("a new move"));
    said
}

fn check(tree: &GameTree, said: &GameTree, format: Format) {
    let text = write(tree, format).unwrap_or_else(|error| panic!("{error}: {tree:?}"));
    let [again] = &read(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"))[..] else {
        panic!("one record: {text}")
    };
    assert_eq!(again, said, "{text}");
    assert_eq!(write(again, format).expect("legal moves"), text, "the text is canonical");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn pgn(choices in choices(GAMES)) {
        let tree = choices.tree();
        check(&tree, &tree, Format::Pgn);
    }

    #[test]
    fn sgf(choices in choices(&["gomoku"])) {
        let tree = choices.tree();
        check(&tree, &as_sgf(&tree), Format::Sgf);
    }

    #[test]
    fn usi(mut choices in choices(&["animal_shogi"])) {
        choices.options[0] = 0;
        let tree = choices.tree();
        check(&tree, &as_usi(&tree), Format::Usi);
    }

    #[test]
    fn several_records_in_one_text(
        choices in prop::collection::vec(choices(&["gomoku"]), 1..4),
        format in select(&[Format::Pgn, Format::Sgf][..]),
    ) {
        let trees: Vec<_> = choices.iter().map(Choices::tree).collect();
        let said: Vec<_> = match format {
            Format::Sgf => trees.iter().map(as_sgf).collect(),
            _ => trees.clone(),
        };
        let texts: Result<Vec<_>, _> = trees.iter().map(|tree| write(tree, format)).collect();
        let texts = texts.expect("legal moves");
        prop_assert_eq!(read(&texts.join("\n"), Some(format)), Ok(said));
    }

    /// Editors may break lines otherwise, or end them with CR LF.
    #[test]
    fn pgn_with_other_line_ends(choices in choices(GAMES)) {
        let tree = choices.tree();
        let text = write(&tree, Format::Pgn).expect("legal moves");
        prop_assert_eq!(&read(&text.replace('\n', "\r\n"), None).expect("a record")[0], &tree);
        let (tags, moves) = text.split_once("\n\n").expect("an empty line");
        let spread = format!("{tags}\n{}", moves.replace(' ', "\n\t "));
        prop_assert_eq!(&read(&spread, None).expect("a record")[0], &tree);
    }
}
