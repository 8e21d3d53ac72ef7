//! What is as large as allowed is read and written; what is larger is refused.

use playout_games::{Code, Options, start_text};
use playout_records::{
    Format, GameTree, MAX_BYTES, MAX_CLOCK, MAX_COMMENT, MAX_MOVES, MAX_PROPERTIES, MAX_RECORDS,
    MAX_TAG_NAME, MAX_TAG_TEXT, MAX_TAGS, NodeId, Reader, read, write,
};

use crate::tools::{line, problem, refusal, tree, usual};

/// A tree of Gomoku with a number of moves: all first moves, and replies to each.
fn wide(moves: usize) -> GameTree {
    let start = start_text("gomoku", &Options::new([("size", "20")])).expect("a start");
    let mut tree = GameTree::new("gomoku", &start).expect("a position");
    let points: Vec<_> =
        ('a'..='t').flat_map(|column| (1..=20).map(move |row| format!("{column}{row}"))).collect();
    for (index, first) in points.iter().enumerate() {
        let id = tree.add(NodeId::ROOT, first.as_str()).expect("a new move");
        for reply in (1..=5).map(|step| &points[(index + step) % points.len()]) {
            if tree.size() == moves {
                return tree;
            }
            tree.add(id, reply.as_str()).expect("a new move");
        }
    }
    tree
}

#[test]
fn moves() {
    let mut most = wide(MAX_MOVES);
    for format in [Format::Pgn, Format::Sgf] {
        let text = write(&most, format).expect("legal moves");
        assert_eq!(read(&text, None).expect("a record")[0].size(), MAX_MOVES);
        let more = match format {
            Format::Pgn => text.replace("*\n", "(1. t20) *\n"),
            _ => text.replace("))\n", ")(;B[ta]))\n"),
        };
        assert_ne!(more, text);
        let (code, problem, ..) = refusal(&more, None);
        assert_eq!((code, problem.as_str()), (Code::TooLarge, "too_many_moves"));
    }
    let error = most.add(NodeId::ROOT, "a0").expect_err("one more");
    assert_eq!((error.code(), problem(&error).as_str()), (Code::TooLarge, "too_many_moves"));
}

/// Each variation is within the one before it.
#[test]
fn nesting() {
    let start = start_text("gomoku", &Options::new([("size", "20")])).expect("a start");
    let moves = ('a'..='t').flat_map(|column| (1..=20).map(move |row| format!("{column}{row}")));
    let moves: Vec<_> = moves.collect();
    let text = format!(
        "[Game \"gomoku\"]\n[Position \"{start}\"]\n{} {} *",
        moves.join(" ("),
        ")".repeat(moves.len() - 1)
    );
    let tree = tree(&text);
    assert_eq!(tree.node(NodeId::ROOT).children().len(), 400);

    // Parentheses alone have no such limit, because they are refused at once.
    let text = format!("[Game \"gomoku\"] h8 {}", "(".repeat(100_000));
    assert_eq!(refusal(&text, None).1, "variation_without_move");
    let text = format!("(;GM[4]{}", "(;".repeat(100_000));
    assert_eq!(refusal(&text, None).1, "too_many_moves");
}

/// A game that fills the largest board, on a small stack: nothing calls itself for each move.
#[test]
fn depth() {
    let mut moves = Vec::new();
    let point = |column: u8, row: u8| format!("{}{}", char::from(b'a' + column), row + 1);
    // A pattern without three in a row.
    let is_black = |column: u8, row: u8| (column + 2 * row) % 4 < 2;
    for column in 0..20 {
        for row in (0..20).step_by(2) {
            let [black, white] =
                if is_black(column, row) { [row, row + 1] } else { [row + 1, row] };
            moves.extend([point(column, black), point(column, white)]);
        }
    }
    let start = start_text("gomoku", &Options::new([("size", "20")])).expect("a start");
    let mut tree = GameTree::new("gomoku", &start).expect("a position");
    moves.iter().fold(NodeId::ROOT, |id, mv| tree.add(id, mv.as_str()).expect("a new move"));
    assert_eq!(tree.check(), Ok(()));
    let deep = std::thread::Builder::new().stack_size(64 * 1024).spawn(move || {
        for format in [Format::Pgn, Format::Sgf] {
            let text = write(&tree, format).expect("legal moves");
            assert_eq!(read(&text, None).expect("a record")[0], tree);
        }
        drop(tree);
    });
    deep.expect("a thread").join().expect("no overflow");
}

#[test]
fn comments() {
    for longest in ["x".repeat(MAX_COMMENT), "一".repeat(MAX_COMMENT)] {
        let mut tree = line("gomoku", &["h8"]);
        let id = tree.node(NodeId::ROOT).children()[0];
        tree.set_comment(id, longest.clone()).expect("short enough");
        let error = tree.set_comment(id, format!("{longest}x")).expect_err("too long");
        assert_eq!((error.code(), problem(&error).as_str()), (Code::TooLarge, "comment_too_long"));
        assert_eq!(tree.node(id).comment(), Some(longest.as_str()));
        for (format, end) in [(Format::Pgn, "}"), (Format::Sgf, "]")] {
            let text = write(&tree, format).expect("legal moves");
            assert_eq!(read(&text, None).expect("a record")[0], tree);
            let more = text.replace(&longest, &format!("{longest}x"));
            assert_eq!(refusal(&more, None).1, "comment_too_long", "{end}");
        }
    }
    // Several comments on one move count together.
    let half = "x".repeat(MAX_COMMENT / 2);
    let text = format!("[Game \"gomoku\"] h8 {{{half}}} {{{half}}} *");
    assert_eq!(refusal(&text, None).1, "comment_too_long");
}

#[test]
fn number_of_tags() {
    let mut tree = usual("quarto");
    for number in 0..MAX_TAGS {
        tree.add_tag(format!("T{number}"), "").expect("a tag");
    }
    let error = tree.add_tag("More", "").expect_err("too many");
    assert_eq!((error.code(), problem(&error).as_str()), (Code::TooLarge, "too_many_tags"));
    let text = write(&tree, Format::Pgn).expect("legal moves");
    assert_eq!(read(&text, None), Ok(vec![tree]));
    let more = text.replace("\n\n", "\n[More \"\"]\n\n");
    assert_eq!(refusal(&more, None).1, "too_many_tags");
    let endless = format!("[A{} \"\"]", " \"\"]\n[A".repeat(100));
    let endless = endless.split_inclusive("[A").enumerate();
    let endless: String = endless.map(|(n, part)| part.replace("[A", &format!("[A{n}"))).collect();
    assert_eq!(refusal(&endless, None).1, "too_many_tags");
}

#[test]
fn texts_of_tags() {
    let (name, text) = ("N".repeat(MAX_TAG_NAME), "é".repeat(MAX_TAG_TEXT));
    let mut tree = usual("quarto");
    tree.add_tag(name.clone(), text.clone()).expect("a tag");
    assert_eq!(read(&write(&tree, Format::Pgn).expect("legal"), None), Ok(vec![tree.clone()]));
    for (name, text, expected) in [
        (format!("{name}N"), String::new(), "tag_name_too_long"),
        ("Other".to_owned(), format!("{text}x"), "tag_too_long"),
    ] {
        let error = tree.add_tag(name.clone(), text.clone()).expect_err("too long");
        assert_eq!((error.code(), problem(&error).as_str()), (Code::TooLarge, expected));
        let text = format!("[Game \"quarto\"]\n[{name} \"{text}\"]\n*");
        let (_, problem, line, column) = refusal(&text, None);
        assert_eq!((problem.as_str(), line, column), (expected, 2, 2));
    }
}

#[test]
fn properties() {
    let names =
        ('A'..='Z').flat_map(|one| ('A'..='Z').map(move |other| format!("X{one}{other}[]")));
    let of = |number: usize| names.clone().take(number).collect::<String>();
    // The root has GM.
    let text = |root, child| format!("(;GM[4]{};{})", of(root), of(child));
    tree(&text(MAX_PROPERTIES - 1, MAX_PROPERTIES));
    for (root, child) in [(MAX_PROPERTIES, 0), (0, MAX_PROPERTIES + 1)] {
        let (code, problem, ..) = refusal(&text(root, child), None);
        assert_eq!((code, problem.as_str()), (Code::TooLarge, "too_many_properties"));
    }
}

#[test]
fn clock_times() {
    let mut tree = line("gomoku", &["h8"]);
    let id = tree.node(NodeId::ROOT).children()[0];
    tree.set_clock(id, MAX_CLOCK).expect("short enough");
    assert_eq!(tree.set_clock(id, MAX_CLOCK + 1).expect_err("too long").code(), Code::TooLarge);
    for (format, longest, more) in
        [(Format::Pgn, "9999:59:59.999", "10000:00:00"), (Format::Sgf, "35999999.999", "36000000")]
    {
        let text = write(&tree, format).expect("legal moves");
        assert!(text.contains(longest), "{text}");
        assert_eq!(read(&text, None), Ok(vec![tree.clone()]));
        assert_eq!(refusal(&text.replace(longest, more), None).1, "clock_too_long");
    }
}

#[test]
fn records() {
    let text = "[Game \"quarto\"] *\n";
    assert_eq!(read(&text.repeat(MAX_RECORDS), None).expect("records").len(), MAX_RECORDS);
    let (code, problem, line, _) = refusal(&text.repeat(MAX_RECORDS + 1), None);
    assert_eq!(
        (code, problem.as_str(), line),
        (Code::TooLarge, "too_many_records", MAX_RECORDS + 1)
    );
    // A reader has no such limit.
    let more = text.repeat(MAX_RECORDS + 1);
    assert_eq!(Reader::new(&more, None).expect("PGN").count(), MAX_RECORDS + 1);
}

#[test]
fn bytes() {
    let text = "[Game \"quarto\"]\n*\n";
    let padded = |length: usize| format!("{text}{}", " ".repeat(length - text.len()));
    assert_eq!(read(&padded(MAX_BYTES), None).expect("a record").len(), 1);
    let error = read(&padded(MAX_BYTES + 1), None).expect_err("too long");
    assert_eq!((error.code(), problem(&error).as_str()), (Code::TooLarge, "too_many_bytes"));

    // What would be longer is not written.
    let mut tree = wide(MAX_MOVES);
    let ids: Vec<_> = tree.steps().map(|(id, _)| id).collect();
    for &id in &ids[..600] {
        tree.set_comment(id, "一".repeat(MAX_COMMENT)).expect("short enough");
    }
    assert!(read(&write(&tree, Format::Pgn).expect("short enough"), None).is_ok());
    for &id in &ids[600..800] {
        tree.set_comment(id, "一".repeat(MAX_COMMENT)).expect("short enough");
    }
    let error = write(&tree, Format::Pgn).expect_err("too long");
    assert_eq!(problem(&error), "too_many_bytes");
}

/// A record of so many bytes.
fn long(format: Format, length: usize) -> String {
    let [begin, end] = match format {
        Format::Pgn => ["[Game \"quarto\"]\n", "*"],
        Format::Sgf => ["(;GM[4]XX[", "])"],
        Format::Usi => ["position startpos", "moves 2c2b"],
    };
    let padding = if format == Format::Sgf { "x" } else { " " };
    format!("{begin}{}{end}", padding.repeat(length - begin.len() - end.len()))
}

/// The problem of the last entry in a text, if there is one, and the number of those before it.
fn entries(text: &str) -> (usize, Option<String>) {
    let entries: Vec<_> = Reader::new(text, None).expect("a format").collect();
    let refused = entries.last().and_then(|last| last.as_ref().err()).map(problem);
    (entries.len() - usize::from(refused.is_some()), refused)
}

#[test]
fn bytes_of_one_among_several_records() {
    for format in Format::ALL {
        let [short, longest] = [100, MAX_BYTES].map(|length| long(format, length));
        assert_eq!(entries(&format!("{longest}\n{longest}\n{short}")), (3, None), "{format}");
        let more = long(format, MAX_BYTES + 1);
        for end in ["", "\n", &format!("\n{short}")] {
            let text = format!("{short}\n{more}{end}");
            assert_eq!(entries(&text), (1, Some("too_many_bytes".to_owned())), "{format}");
        }
    }
    let text = format!("\n {}", long(Format::Sgf, MAX_BYTES + 1));
    let error = Reader::new(&text, None).expect("SGF").next().expect("an entry").expect_err("long");
    assert_eq!(error.location(), Some(3));
}

#[test]
fn what_is_beyond_the_most_bytes_is_not_read() {
    for format in Format::ALL {
        let text = long(format, MAX_BYTES + 10);
        // A character of several bytes lies across the limit, and what comes after it is wrong.
        let wrong = format!("{}一)]}}?", &text[..MAX_BYTES - 1]);
        assert_eq!(entries(&wrong), (0, Some("too_many_bytes".to_owned())), "{format}");
        // What is wrong before is found.
        let wrong = text.replacen(['G', 's'], "?", 1);
        assert_ne!(entries(&wrong).1, Some("too_many_bytes".to_owned()), "{format}");
    }
}
