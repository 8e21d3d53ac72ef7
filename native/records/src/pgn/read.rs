use playout_games::{Error, with_game};

use super::escape;
use crate::cursor::{Cursor, Place, is_space};
use crate::replay::replay;
use crate::tags::{GAME, POSITION, RESULT, RESULTS, VARIANT};
use crate::tree::{check_comment, clock_too_long};
use crate::{GameTree, MAX_CLOCK, MAX_TAGS, NodeId, clock, start, tags};

/// Reads one record, which begins with the next character.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<GameTree, Error> {
    let place = cursor.place();
    let tags = read_tags(cursor)?;
    let mut tree = new_tree(place, &tags)?;
    for Tag { name, text, place, .. } in tags {
        if ![GAME, VARIANT, POSITION].contains(&name.as_str()) {
            tree.add_tag(name, text).map_err(|error| place.of(error))?;
        }
    }
    let mut moves = Moves { tree, places: vec![place], line: NodeId::ROOT, open: Vec::new() };
    while moves.read_next(cursor)? {}
    let Moves { tree, places, .. } = moves;
    with_game!(tree.game(), G => {
        let checked = replay::<G>(&tree, |_, _, _| Ok(()));
        checked.map_err(|(id, error)| places[id.index()].of(error))?;
    })?;
    Ok(tree)
}

struct Tag {
    name: String,
    text: String,
    place: Place,
    text_place: Place,
    has_escapes: bool,
}

impl Tag {
    /// Adds the place of an error in the text.
    fn at_text(&self, error: Error) -> Error {
        let Place { line, column, character } = self.text_place;
        // The quotation mark comes first.
        let within = error.location().filter(|_| !self.has_escapes).unwrap_or(0);
        error.at_place(line, column + within, character + within)
    }
}

/// Reads the tags in front of the moves.
fn read_tags(cursor: &mut Cursor<'_>) -> Result<Vec<Tag>, Error> {
    let mut read: Vec<Tag> = Vec::new();
    loop {
        cursor.skip_space();
        if cursor.peek() != Some('[') {
            return Ok(read);
        }
        let tag = read_tag(cursor)?;
        let Tag { name, place, .. } = &tag;
        if read.iter().any(|other| other.name == *name) {
            return Err(place.error("tag_twice", format!("there are two tags {name}")));
        }
        read.push(tag);
        // Those of the start do not count; which they are is not known yet.
        if read.len() > MAX_TAGS + 3 {
            return Err(read[MAX_TAGS].place.of(tags::too_many()));
        }
    }
}

/// Reads `[Name "text"]`.
fn read_tag(cursor: &mut Cursor<'_>) -> Result<Tag, Error> {
    cursor.expect('[')?;
    cursor.skip_space();
    let place = cursor.place();
    let name = cursor.take_while(|read| !is_space(read) && !matches!(read, '"' | '[' | ']'));
    tags::check_name(name).map_err(|error| place.of(error))?;
    cursor.skip_space();
    let text_place = cursor.place();
    let begun = cursor.offset();
    let text = read_text(cursor)?;
    let has_escapes = cursor.since(begun).contains('\\');
    cursor.skip_space();
    cursor.expect(']')?;
    Ok(Tag { name: name.to_owned(), text, place, text_place, has_escapes })
}

/// Reads the text of a tag, in quotation marks.
fn read_text(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    cursor.expect('"')?;
    let mut text = String::new();
    loop {
        match cursor.peek() {
            None | Some('\n' | '\r') => {
                return Err(cursor.unexpected("\"\\\"\" at the end of the tag's text"));
            }
            Some('"') => {
                cursor.next();
                return Ok(text);
            }
            Some('\\') => {
                cursor.next();
                text.push(escape::read(cursor)?);
            }
            Some(read) => {
                cursor.next();
                text.push(read);
            }
        }
    }
}

/// A tree with the start that the tags say.
fn new_tree(place: Place, tags: &[Tag]) -> Result<GameTree, Error> {
    let find = |name| tags.iter().find(|tag| tag.name == name);
    let text = |tag: Option<&'_ Tag>| tag.map(|tag| tag.text.clone());
    let Some(game) = find(GAME) else {
        let message = "the tag Game is missing, e.g. [Game \"quarto\"]";
        return Err(place.error("no_game", message));
    };
    let (variant, position) = (find(VARIANT), find(POSITION));
    let started = with_game!(game.text.as_str(), G => {
        start::read::<G>(text(variant).as_deref(), text(position).as_deref())
            .map(|start| GameTree::from_position(&start))
    });
    let started = started.map_err(|error| game.at_text(error))?;
    started.map_err(|(name, error)| match find(name) {
        Some(tag) => tag.at_text(error),
        None => place.of(error),
    })
}

/// The moves read so far.
struct Moves {
    tree: GameTree,
    /// Where each node's move is.
    places: Vec<Place>,
    /// The last node of the line that is being read.
    line: NodeId,
    /// The variations that have begun and not ended, outermost first.
    open: Vec<Open>,
}

struct Open {
    /// Where its parenthesis is.
    place: Place,
    /// The last node of the line around it, which continues after it.
    around: NodeId,
    /// The node before its first move.
    before: NodeId,
}

impl Moves {
    /// Reads the next comment, parenthesis, number or move; `false` at the result, which is the end.
    fn read_next(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, Error> {
        cursor.skip_space();
        match cursor.peek() {
            None | Some('[') => {
                let results = RESULTS.join(", ");
                let wanted = format!("a move, or the result at the end of the record ({results})");
                return Err(cursor.unexpected(&wanted));
            }
            Some('{') => self.read_comment(cursor)?,
            Some('(') => self.begin_variation(cursor)?,
            Some(')') => self.end_variation(cursor)?,
            Some(_) => return self.read_word(cursor),
        }
        Ok(true)
    }

    /// Reads a number, a move or the result; `false` at the result.
    fn read_word(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, Error> {
        let place = cursor.place();
        let mut after = cursor.clone();
        after.take_while(|read| read.is_ascii_digit());
        if after.peek() == Some('.') {
            after.take_while(|read| read == '.');
            *cursor = after;
            return Ok(true);
        }
        let ends = |read| is_space(read) || matches!(read, '(' | ')' | '{' | '}' | '[' | ']');
        let word = cursor.take_while(|read| !ends(read));
        if word.is_empty() {
            return Err(cursor.unexpected("a move"));
        }
        if RESULTS.contains(&word) {
            self.end(place, word)?;
            return Ok(false);
        }
        let added = self.tree.add(self.line, word);
        self.line = added.map_err(|error| place.of(error))?;
        self.places.push(place);
        Ok(true)
    }

    fn end(&mut self, place: Place, result: &str) -> Result<(), Error> {
        if let Some(Open { place, .. }) = self.open.last() {
            return Err(place.error("unclosed_variation", "the variation has no \")\" at its end"));
        }
        match self.tree.tag(RESULT) {
            Some(tag) if tag != result => {
                let message = format!("the tag Result is \"{tag}\", but the record ends with this");
                Err(place.error("other_result", message))
            }
            None if result != "*" => {
                self.tree.add_tag(RESULT, result).map_err(|error| place.of(error))
            }
            _ => Ok(()),
        }
    }

    fn begin_variation(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let place = cursor.place();
        // At the beginning of a line there is no move yet that a variation could replace.
        let begins = self.open.last().map_or(NodeId::ROOT, |open| open.before);
        let before = self.tree.node(self.line).parent().filter(|_| self.line != begins);
        let Some(before) = before else {
            let message = "a variation must come after the move that it replaces";
            return Err(place.error("variation_without_move", message));
        };
        cursor.next();
        self.open.push(Open { place, around: self.line, before });
        self.line = before;
        Ok(())
    }

    fn end_variation(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let place = cursor.place();
        let Some(Open { around, before, .. }) = self.open.pop() else {
            return Err(place.error("no_variation", "no variation ends here"));
        };
        if self.line == before {
            return Err(place.error("empty_variation", "the variation has no moves"));
        }
        cursor.next();
        self.line = around;
        Ok(())
    }

    fn read_comment(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let place = cursor.place();
        if self.open.last().is_some_and(|open| open.before == self.line) {
            let message = "a comment must come after the move that it is about";
            return Err(place.error("comment_without_move", message));
        }
        cursor.next();
        cursor.skip_space();
        if cursor.rest().starts_with("[%clk") {
            self.read_clock(cursor)?;
        }
        let comment = read_comment_text(cursor, place)?;
        self.tree.add_comment(self.line, comment).map_err(|error| place.of(error))
    }

    /// Reads `[%clk 0:01:30]`.
    fn read_clock(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let place = cursor.place();
        cursor.take_while(|read| !is_space(read) && read != ']');
        cursor.skip_space();
        let time_place = cursor.place();
        let time = cursor.take_while(|read| !is_space(read) && !matches!(read, ']' | '}'));
        let Some(clock) = clock::read(time) else {
            let message = "a clock time must be hours, minutes and seconds, e.g. 0:01:30.5";
            return Err(time_place.error("bad_clock", message));
        };
        cursor.skip_space();
        cursor.expect(']')?;
        if clock > MAX_CLOCK {
            return Err(time_place.of(clock_too_long()));
        }
        if self.tree.node(self.line).clock().is_some() {
            return Err(place.error("clock_twice", "the move has a clock time already"));
        }
        self.tree.set_clock(self.line, clock).map_err(|error| place.of(error))
    }
}

/// Reads the text of a comment, up to its closing brace; the comment began at `place`.
fn read_comment_text(cursor: &mut Cursor<'_>, place: Place) -> Result<String, Error> {
    let mut comment = String::new();
    let mut is_after_space = false;
    loop {
        let Some(read) = cursor.next() else {
            return Err(place.error("unclosed_comment", "the comment has no \"}\" at its end"));
        };
        let read = match read {
            '}' => return Ok(comment),
            _ if is_space(read) => {
                is_after_space = !comment.is_empty();
                continue;
            }
            '\\' => escape::read(cursor)?,
            _ => read,
        };
        if std::mem::take(&mut is_after_space) {
            comment.push(' ');
        }
        comment.push(read);
        check_comment(&comment).map_err(|error| place.of(error))?;
    }
}
