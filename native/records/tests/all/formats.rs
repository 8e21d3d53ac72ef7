use playout_records::{Format, Reader, read, write};

use crate::tools::{line, refusal, usual};

#[test]
fn the_format_is_recognised() {
    let tree = line("gomoku", &["h8", "i9"]);
    for format in [Format::Pgn, Format::Sgf] {
        let text = write(&tree, format).expect("legal moves");
        for text in [text.clone(), format!("\u{feff}{text}"), format!("\n \t{text}\n\n")] {
            assert_eq!(read(&text, None), Ok(vec![tree.clone()]));
            assert_eq!(read(&text, Some(format)), Ok(vec![tree.clone()]));
        }
    }
    let tree = line("animal_shogi", &["2c2b"]);
    let text = write(&tree, Format::Usi).expect("legal moves");
    assert_eq!(read(&text, None), Ok(vec![tree]));
}

#[test]
fn names_are_those_of_the_formats() {
    for format in Format::ALL {
        assert_eq!(Format::named(format.name()), Some(format));
        assert_eq!(format.to_string(), format.name());
    }
    assert_eq!(Format::named("PGN"), None);
}

#[test]
fn something_else_is_refused_at_its_first_character() {
    for (text, line, column) in [("", 1, 1), (" \n ", 2, 2), ("  1. h8 *", 1, 3), ("\n{", 2, 1)] {
        let (_, problem, found_line, found_column) = refusal(text, None);
        assert!(["unexpected", "too_short"].contains(&problem.as_str()), "{text:?}");
        assert_eq!((found_line, found_column), (line, column), "{text:?}");
    }
    // No records at all are not what somebody meant either.
    refusal("", Some(Format::Pgn));
}

#[test]
fn a_text_in_another_format_is_refused() {
    let text = write(&usual("gomoku"), Format::Sgf).expect("legal moves");
    refusal(&text, Some(Format::Pgn));
    refusal(&text, Some(Format::Usi));
}

#[test]
fn formats_for_one_game_refuse_the_others() {
    for (game, format) in [("quarto", Format::Sgf), ("gomoku", Format::Usi)] {
        let error = write(&usual(game), format).expect_err("another game");
        assert_eq!(crate::tools::problem(&error), "other_game");
    }
}

#[test]
fn moves_are_checked_before_they_are_written() {
    let tree = line("gomoku", &["h8", "h8"]);
    for format in [Format::Pgn, Format::Sgf] {
        assert_eq!(write(&tree, format).expect_err("occupied").location(), Some(2));
    }
}

#[test]
fn records_before_a_mistake_are_read() {
    let good = "[Game \"quarto\"] -7 *\n";
    let text = format!("{good}{good}[Game \"quarto\"] -7 -7 *");
    let mut reader = Reader::new(&text, None).expect("PGN");
    for line in [1, 2] {
        let entry = reader.next().expect("a record").expect("legal moves");
        assert_eq!((entry.place.line, entry.place.column), (line, 1));
    }
    assert!(reader.next().expect("a mistake").is_err());
    assert!(reader.next().is_none());
}
