use playout_games::quarto::Quarto;
use playout_games::{Code, Error, Game};

use crate::tools::{detail, list, text};

fn refused(position: &str) -> Error {
    match Quarto::parse(position) {
        Ok(read) => panic!("{position:?} was read as {read}"),
        Err(error) => error,
    }
}

fn check(position: &str, location: usize, problem: &str, message: &str) {
    let error = refused(position);
    assert_eq!(error.code(), Code::BadPosition, "{position:?}");
    assert_eq!(error.location(), Some(location), "{position:?}: {error}");
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{position:?}: {error}");
    assert_eq!(error.to_string(), format!("character {location}: {message}"));
}

#[test]
fn a_repeated_piece() {
    check("0..0/..../..../.... 1", 4, "piece_twice", "piece 0 appears twice");
    check("..../.A../..../...A 1", 19, "piece_twice", "piece A appears twice");
    check("squares 0..0/..../..../.... 1", 12, "piece_twice", "piece 0 appears twice");
    let error = refused("..../..7./..../.... 7");
    assert_eq!(error.to_string(), "character 21: piece 7 appears twice");
    assert_eq!(detail(&error, "piece"), Some(&text("7")));
}

#[test]
fn an_empty_hand_before_the_end() {
    let message = "the game is not over, so a piece must be in hand";
    check("0.../..../..../.... -", 21, "hand_empty", message);
    check("23C5/F0B7/98D6/4E1. -", 21, "hand_empty", message);
    check("..../..../01../23.. -", 21, "hand_empty", message);
    check("squares 0.../..../..../.... -", 29, "hand_empty", message);
}

#[test]
fn a_piece_in_hand_after_the_end() {
    let message = "a line is complete, so the hand must be empty";
    check("0123/..../..../.... 4", 21, "hand_after_end", message);
    check("squares ..../..../01../23.. 4", 29, "hand_after_end", message);
    // On a full board every piece has been placed.
    check("23C5/F0B7/98D6/4E1A 0", 21, "piece_twice", "piece 0 appears twice");
}

/// The location is the first cell of the line that has no cell in common with the others.
#[test]
fn lines_without_a_common_cell() {
    let message = "several lines are complete, but they have no cell in common";
    check("4567/..../..../0123 -", 1, "lines_apart", message);
    check("..../4567/..../0123 -", 6, "lines_apart", message);
    check("..../4567/..../0123 8", 6, "lines_apart", message);
    // A row and two columns, which meet it in different cells.
    check("AF02/CBE4/3D76/8951 -", 4, "lines_apart", message);
    check("squares 01../23../..45/..67 -", 9, "lines_apart", message);
}

#[test]
fn too_short() {
    let wanted = "a piece (0-9, A-F) or \".\"";
    let ends = |wanted: &str| format!("expected {wanted}, found the end of the text");
    check("", 1, "too_short", &ends(wanted));
    check("...", 4, "too_short", &ends(wanted));
    check("....", 5, "too_short", &ends("\"/\""));
    check("..../..../..../....", 20, "too_short", &ends("a space"));
    check("..../..../..../.... ", 21, "too_short", &ends("the piece in hand or \"-\""));
    check("squares ", 9, "too_short", &ends(wanted));
    check("squares ..../..../..../.... ", 29, "too_short", &ends("the piece in hand or \"-\""));
    assert_eq!(detail(&refused("..."), "wanted"), Some(&text(wanted)));
}

#[test]
fn too_long() {
    let extra = |c: &str| format!("expected the end of the text, found \"{c}\"");
    check("..../..../..../.... --", 22, "unexpected", &extra("-"));
    check("..../..../..../.... - ", 22, "unexpected", &extra(" "));
    check("..../..../..../.... -\n", 22, "unexpected", &extra("\\n"));
    check("..../..../..../.... 77", 22, "unexpected", &extra("7"));
    check("...../..../..../.... -", 5, "unexpected", "expected \"/\", found \".\"");
    check("..../..../..../..../.... -", 20, "unexpected", "expected a space, found \"/\"");
    check(
        "..../..../..../....  -",
        21,
        "unexpected",
        "expected the piece in hand or \"-\", found \" \"",
    );
}

#[test]
fn invalid_characters() {
    let cell = |c: &str| format!("expected a piece (0-9, A-F) or \".\", found \"{c}\"");
    check("a.../..../..../.... 1", 1, "unexpected", &cell("a"));
    check("..../..../..../...f 1", 19, "unexpected", &cell("f"));
    check("..G./..../..../.... 1", 3, "unexpected", &cell("G"));
    check("..-./..../..../.... 1", 3, "unexpected", &cell("-"));
    check("4/..../..../.... -", 2, "unexpected", &cell("/"));
    check("..🦀./..../..../.... -", 3, "unexpected", &cell("🦀"));
    check("🦀🦀", 1, "unexpected", &cell("🦀"));
    check("é.../..../..../.... -", 1, "unexpected", &cell("é"));
    check("０.../..../..../.... 1", 1, "unexpected", &cell("０"));
    check(".\t../..../..../.... -", 2, "unexpected", &cell("\\t"));
    check("\0", 1, "unexpected", &cell("\\0"));
    check("\u{1b}[31m", 1, "unexpected", &cell("\\u{1b}"));
    check("\u{feff}..../..../..../.... -", 1, "unexpected", &cell("\\u{feff}"));
    check(" ..../..../..../.... -", 1, "unexpected", &cell(" "));
    let hand = |c: &str| format!("expected the piece in hand or \"-\", found \"{c}\"");
    check("..../..../..../.... a", 21, "unexpected", &hand("a"));
    check("..../..../..../.... .", 21, "unexpected", &hand("."));
    check("....\\..../..../.... -", 5, "unexpected", "expected \"/\", found \"\\\\\"");
    check("..../..../..../....\u{a0}-", 20, "unexpected", "expected a space, found \"\\u{a0}\"");
    let error = refused("..🦀./..../..../.... -");
    assert_eq!(detail(&error, "read"), Some(&text("🦀")));
}

#[test]
fn the_only_variant_name_is_squares() {
    for word in ["standard", "Squares", "SQUARES", "square", "freestyle"] {
        let error = refused(&format!("{word} ..../..../..../.... -"));
        assert_eq!((error.code(), error.location()), (Code::UnknownVariant, Some(1)));
        let message = format!("character 1: unknown variant \"{word}\"; choose from: squares");
        assert_eq!(error.to_string(), message);
        assert_eq!(detail(&error, "problem"), Some(&text("unknown_variant")));
        assert_eq!(detail(&error, "variant"), Some(&text(word)));
        assert_eq!(detail(&error, "known"), Some(&list(&["squares"])));
    }
    let cell = "expected a piece (0-9, A-F) or \".\", found";
    check("squares", 1, "unexpected", &format!("{cell} \"s\""));
    check("squares  ..../..../..../.... -", 9, "unexpected", &format!("{cell} \" \""));
    check("squares squares ..../..../..../.... -", 9, "unexpected", &format!("{cell} \"s\""));
    check(
        "..../..../..../.... - squares",
        22,
        "unexpected",
        "expected the end of the text, found \" \"",
    );
}

#[test]
fn huge_texts_get_short_errors() {
    for unit in ["0", ".", "..../", "🦀", " ", "squares ", "x", "\n", "- "] {
        let error = refused(&unit.repeat(2_000_000));
        assert!(error.to_string().len() < 200, "{unit:?}: {}", error.to_string().len());
    }
    let error = refused(&format!("{} ..../..../..../.... -", "x".repeat(5_000_000)));
    assert_eq!(error.code(), Code::UnknownVariant);
    assert!(error.to_string().len() < 200);
    assert_eq!(detail(&error, "variant"), Some(&text(&format!("{}…", "x".repeat(60)))));
}
