//! The `position` lines of USI (Universal Shogi Interface, Romstad 2007) for Animal Shogi, one
//! record a line:
//!
//! ```text
//! position startpos moves 2c2b 2a2b
//! position sfen r1b/1pK/kP1/B1R b - 1 moves 1b1a
//! ```
//!
//! The number of the next move after the hands is optional, and dropped when read. Such a line knows
//! only the standard rules and the main line: another variant cannot be written; variations,
//! comments, clock times and tags are left out.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Code, Error, Game, Options};

use crate::cursor::{Cursor, Place};
use crate::replay::replay;
use crate::{GameTree, NodeId};

/// Reads one line, which begins with the next character.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<GameTree, Error> {
    let line = cursor.place();
    let command = word(cursor).unwrap_or_default();
    if command != "position" {
        return Err(line.error("no_position", "a line must begin with \"position\""));
    }
    let place = skip_blanks(cursor);
    let start = match word(cursor) {
        Some("startpos") => AnimalShogi::start(&Options::default())?,
        Some("sfen") => read_sfen(cursor)?,
        _ => return Err(place.error("no_start", "expected startpos or sfen after \"position\"")),
    };
    let mut tree = GameTree::from_position(&start);
    let mut places = vec![place];
    let place = skip_blanks(cursor);
    match word(cursor) {
        None => {}
        Some("moves") => {
            let mut last = NodeId::ROOT;
            loop {
                let place = skip_blanks(cursor);
                let Some(mv) = word(cursor) else { break };
                last = tree.add(last, mv).map_err(|error| place.of(error))?;
                places.push(place);
            }
        }
        Some(_) => return Err(place.error("no_moves", "expected \"moves\" or the end of the line")),
    }
    let checked = replay::<AnimalShogi>(&tree, |_, _, _| Ok(()));
    checked.map_err(|(id, error)| places[id.index()].of(error))?;
    Ok(tree)
}

/// Reads `BOARD TURN HANDS [NUMBER]`.
fn read_sfen(cursor: &mut Cursor<'_>) -> Result<AnimalShogi, Error> {
    let mut text = String::new();
    // The words of the text, each with the number of its first character.
    let mut words = Vec::new();
    for separator in ["", " ", " "] {
        let place = skip_blanks(cursor);
        let Some(word) = word(cursor) else { break };
        text.push_str(separator);
        words.push((text.chars().count() + 1, place));
        text.push_str(word);
    }
    let end = cursor.place();
    let start = AnimalShogi::parse(&text).map_err(|error| {
        let at = error.location().unwrap_or(1);
        let word = words.iter().rfind(|(first, _)| *first <= at);
        let Place { line, column, character } = word.map_or(end, |(_, place)| *place);
        let within = word.map_or(0, |(first, _)| at - first);
        error.at_place(line, column + within, character + within)
    })?;
    let mut after = cursor.clone();
    skip_blanks(&mut after);
    if word(&mut after).is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
        *cursor = after;
    }
    Ok(start)
}

/// Skips the space within a line, and returns the place after it.
fn skip_blanks(cursor: &mut Cursor<'_>) -> Place {
    cursor.take_while(|read| matches!(read, ' ' | '\t' | '\r'));
    cursor.place()
}

/// The next word of the line.
fn word<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let word = cursor.take_while(|read| !matches!(read, ' ' | '\t' | '\r' | '\n'));
    (!word.is_empty()).then_some(word)
}

/// Writes a tree with legal moves.
pub(crate) fn write(tree: &GameTree) -> Result<String, Error> {
    if tree.game() != AnimalShogi::NAME {
        let message = format!("USI is only for animal_shogi, not for {}", tree.game());
        return Err(Error::new(Code::BadRecord, "other_game", message).with("game", tree.game()));
    }
    let start = AnimalShogi::parse(tree.start())?;
    let usual = AnimalShogi::VARIANTS[0];
    if start.variant() != usual {
        let message = format!("USI knows only the variant {usual}, not {}", start.variant());
        return Err(Error::new(Code::BadRecord, "variant_not_in_format", message)
            .with("variant", start.variant()));
    }
    let mut text = "position ".to_owned();
    if start == AnimalShogi::start(&Options::default())? {
        text.push_str("startpos");
    } else {
        text.push_str(&format!("sfen {start} 1"));
    }
    for (index, mv) in tree.main_line().enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(mv);
    }
    text.push('\n');
    Ok(text)
}
